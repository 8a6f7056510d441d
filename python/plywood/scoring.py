"""Perfect play as a measure: how well a policy plays positions whose every move has an exact value.

docs/perfect-play.md says what the numbers mean, and has those of known players.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from plywood._plywood import Game, Move, Position
from plywood.errors import IllegalMove, PlywoodError, WrongGame
from plywood.tables import Tables
from plywood.values import Exact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Blunder", "Exam", "Policy", "Question", "Rate", "Scorecard", "score"]

Policy = Callable[[Position], "Move | str | Mapping[Any, float]"]
"""From a position to a move, or to the probabilities of moves."""

_BANDS = (1, 3, 5, 9, 15, 25)
"""The longest distance of each group of positions; what is longer comes last."""


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A position with the exact value of every move."""

    position: Position
    values: dict[str, Exact]

    @property
    def best(self) -> Exact:
        """What the position is worth to the side to move."""
        return max(self.values.values())

    def loss(self, move: str) -> int:
        """How much of the result a move gives away: 1 for a draw in place of a win, up to 2."""
        return self.best.result - self.values[move].result

    @property
    def can_go_wrong(self) -> bool:
        """Whether a move gives away something of the result."""
        return any(self.loss(move) for move in self.values)

    @property
    def can_be_imperfect(self) -> bool:
        """Whether a move is worse than the best one, or slower."""
        return len(set(self.values.values())) > 1

    @property
    def band(self) -> str:
        """The group by the distance to the end."""
        plies = self.best.plies
        if plies is None:
            return "draw"
        kind = "win" if self.best.result > 0 else "loss"
        for low, high in zip((0, *_BANDS), _BANDS, strict=False):
            if plies <= high:
                return f"{kind} in {high}" if low + 1 >= high else f"{kind} in {low + 1}–{high}"
        return f"{kind} in {_BANDS[-1] + 1}+"


class Exam:
    """Positions of random games whose every move is in a table, to score policies by.

    The same seed and the same tables give the same positions. Only such are taken in which some
    move is worse than another. Where no move changes the result, only how soon it comes, one in four
    is taken: there are many of them, and they say less.
    """

    def __init__(
        self,
        game: Game | str,
        positions: int | Iterable[Position] = 500,
        *,
        tables: Tables | None = None,
        seed: int = 0,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.tables = Tables(self.game) if tables is None else tables
        if isinstance(positions, int):
            self.questions = self._drawn(positions, seed)
        else:
            asked = (self._question(position) for position in positions)
            self.questions = [question for question in asked if question is not None]
        if not self.questions:
            raise PlywoodError(f"no table of {self.game} has any of the positions")

    def __len__(self) -> int:
        return len(self.questions)

    def __iter__(self) -> Iterator[Question]:
        return iter(self.questions)

    def _question(self, position: Position) -> Question | None:
        if position.game != self.game:
            raise WrongGame(f"expected a position of {self.game}, found one of {position.game}")
        if position.outcome is not None:
            return None
        values: dict[str, Exact] = {}
        for move, value in self.tables.probe(position).moves.items():
            if value is None:
                return None
            values[str(move)] = value
        question = Question(position, values)
        return question if question.can_be_imperfect else None

    def _drawn(self, count: int, seed: int) -> list[Question]:
        found: dict[Position, Question] = {}
        chance = random.Random(seed)
        for position in positions_of_random_games(self.game, self._most_pieces(), seed):
            if position in found:
                continue
            question = self._question(position)
            if question is not None and (question.can_go_wrong or chance.random() < 1 / 4):
                found[position] = question
                if len(found) == count:
                    break
        return list(found.values())

    def _most_pieces(self) -> int:
        return max((table.pieces for table in self.tables.info() if table.fault is None), default=0)


def positions_of_random_games(
    game: Game, most_pieces: int, seed: int, *, most_steps: int = 20_000
) -> Iterator[Position]:
    """Positions with at most so many pieces that random games come to: one in three, so that they
    are not all alike."""
    import numpy as np

    from plywood import vector
    from plywood.envs import _board

    env = vector.make(game, 64, threads=1, seed=seed)
    pieces = len(_board.piece_planes(env))
    rng = np.random.default_rng(seed)
    for _ in range(most_steps):
        env.step(env.sample())
        standing = env.observations[:, :pieces].reshape(env.n, -1).sum(axis=1)
        is_over = env.terminated | env.truncated
        chosen = (standing <= most_pieces) & ~is_over & (rng.random(env.n) < 1 / 3)
        for i in np.flatnonzero(chosen):
            yield env.position(int(i))


@dataclasses.dataclass(frozen=True, slots=True)
class Rate:
    """A mean with its confidence interval and the number of positions behind it."""

    mean: float
    low: float
    high: float
    positions: int

    def __str__(self) -> str:
        if not self.positions:
            return "–"
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f})"


@dataclasses.dataclass(frozen=True, slots=True)
class Blunder:
    """A move that gives something away: the position, what was played, and what was possible."""

    position: Position
    move: str
    value: Exact
    best_moves: tuple[str, ...]
    best: Exact

    def __str__(self) -> str:
        return (
            f"{self.position.text}: {self.move} ({self.value}), best {self.best_moves[0]} ({self.best})"
        )


@dataclasses.dataclass(frozen=True)
class Scorecard:
    """How well a policy plays; `str` is a table, `svg()` a plot, `as_dict()` plain data.

    `good` is the share of moves that keep the result, in positions where one can go wrong;
    `perfect` the share of moves that also win as soon and lose as late as possible. `regret` is how
    much of the result a move gives away on average, from 0 to 2. `by_distance` has the regret for
    groups of positions.
    """

    name: str
    game: Game
    good: Rate
    perfect: Rate
    regret: Rate
    by_distance: dict[str, Rate]
    blunders: tuple[Blunder, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        rate = dataclasses.asdict
        return {
            "name": self.name,
            "game": self.game.name,
            "good": rate(self.good),
            "perfect": rate(self.perfect),
            "regret": rate(self.regret),
            "by_distance": {band: rate(value) for band, value in self.by_distance.items()},
            "blunders": [str(blunder) for blunder in self.blunders],
        }

    def rows(self) -> list[tuple[str, str, str]]:
        """What is measured, its value, and of how many positions."""
        regret = f"{self.regret.mean:.3f} ({self.regret.low:.3f}–{self.regret.high:.3f})"
        rows = [
            ("good moves", str(self.good), str(self.good.positions)),
            ("perfect moves", str(self.perfect), str(self.perfect.positions)),
            ("expected regret", regret, str(self.regret.positions)),
        ]
        for band, value in self.by_distance.items():
            interval = f"{value.mean:.3f} ({value.low:.3f}–{value.high:.3f})"
            rows.append((f"  {band}", interval, str(value.positions)))
        return rows

    def __str__(self) -> str:
        rows = self.rows()
        wide = [max(len(row[column]) for row in rows) for column in range(3)]
        lines = [f"{self.name} on exact positions of {self.game.title}"]
        lines += [f"  {a:<{wide[0]}}  {b:<{wide[1]}}  {c:>{wide[2]}}" for a, b, c in rows]
        lines += [f"  {blunder}" for blunder in self.blunders[:3]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        cells = "".join(
            f"<tr><td>{escape(a)}</td><td>{escape(b)}</td><td>{escape(c)}</td></tr>"
            for a, b, c in self.rows()
        )
        head = "<tr><th></th><th>mean (95 %)</th><th>positions</th></tr>"
        return f"<h4>{escape(self.name)}, {escape(self.game.title)}</h4><table>{head}{cells}</table>{self.svg()}"

    def svg(self) -> str:
        """The regret by distance, as an SVG picture."""
        return plot([self])


def score(
    policy: Policy,
    game: Game | str | Exam,
    *,
    positions: int | Iterable[Position] = 500,
    tables: Tables | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    blunders: int = 10,
    name: str | None = None,
) -> Scorecard:
    """Scores a policy by positions whose every move has an exact value.

    `policy` is called with each position and returns a move, its text, or a mapping from moves to
    probabilities. Instead of a game an `Exam` may be given, so that several policies get the same
    positions without asking the tables again.

    >>> import random, plywood
    >>> card = plywood.score(lambda pos: random.Random(1).choice(pos.legal_moves), "checkers", positions=30)
    >>> card.good.positions <= card.perfect.positions == 30
    True
    """
    exam = game if isinstance(game, Exam) else Exam(game, positions, tables=tables, seed=seed)
    if not 0 < confidence < 1:
        raise ValueError(f"expected confidence between 0 and 1, found {confidence}")
    answers = [(question, _probabilities(policy, question)) for question in exam]
    z = _quantile(0.5 + confidence / 2)

    def expected(measure: Callable[[Question, str], float], asked: Callable[[Question], bool]) -> list[float]:
        return [
            sum(part * measure(question, move) for move, part in chosen.items())
            for question, chosen in answers
            if asked(question)
        ]

    good = expected(lambda question, move: not question.loss(move), lambda question: question.can_go_wrong)
    perfect = expected(
        lambda question, move: question.values[move] == question.best,
        lambda question: question.can_be_imperfect,
    )
    regret = expected(lambda question, move: question.loss(move), lambda question: question.can_go_wrong)
    bands: dict[str, list[float]] = {}
    for question in sorted(exam, key=lambda question: _band_order(question)):
        if question.can_go_wrong:
            bands.setdefault(question.band, [])
    for question, chosen in answers:
        if question.can_go_wrong:
            bands[question.band].append(
                sum(part * question.loss(move) for move, part in chosen.items())
            )
    return Scorecard(
        name=name or str(getattr(policy, "__name__", type(policy).__name__)),
        game=exam.game,
        good=_share(good, z),
        perfect=_share(perfect, z),
        regret=_regret(regret, z),
        by_distance={band: _regret(values, z) for band, values in bands.items()},
        blunders=tuple(_worst(answers, blunders)),
    )


def _band_order(question: Question) -> tuple[int, int]:
    return -question.best.result, question.best.plies or 0


def _probabilities(policy: Policy, question: Question) -> dict[str, float]:
    """What the policy answers, as the probabilities of legal moves."""
    answer = policy(question.position)
    if not isinstance(answer, Mapping):
        return {question.position.move(answer).text: 1.0}
    parts = {str(move): float(part) for move, part in answer.items() if part}
    for move in parts:
        if move not in question.values:
            reason = question.position.why_illegal(move)
            raise IllegalMove(f"the policy plays {move} in {question.position.text}: {reason}")
    total = sum(parts.values())
    if not parts or min(parts.values()) < 0 or not math.isfinite(total):
        raise ValueError(f"expected probabilities of moves, found {answer!r}")
    return {move: part / total for move, part in parts.items()}


def _worst(answers: Sequence[tuple[Question, dict[str, float]]], count: int) -> list[Blunder]:
    """The likeliest move of each position that gives something away: the most first, then where the
    end was nearest."""
    found: list[tuple[tuple[float, int], Blunder]] = []
    for question, chosen in answers:
        move = max(chosen, key=lambda move: (chosen[move], move))
        if question.loss(move):
            best = tuple(move for move, value in question.values.items() if value == question.best)
            order = (-question.loss(move), question.best.plies or 0)
            value = question.values[move]
            found.append((order, Blunder(question.position, move, value, best, question.best)))
    found.sort(key=lambda pair: pair[0])
    return [blunder for _, blunder in found[:count]]


def _share(values: Sequence[float], z: float) -> Rate:
    """Wilson's interval, which is never beyond 0 and 1."""
    n = len(values)
    if not n:
        return Rate(math.nan, math.nan, math.nan, 0)
    mean = sum(values) / n
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half), n)


def _regret(values: Sequence[float], z: float) -> Rate:
    """The interval of a mean of numbers from 0 to 2: Wilson's for half of it, which is too wide
    rather than too narrow, since numbers within a range vary at most as much as its two ends. A few
    positions that are all alike do not look certain."""
    half = _share([value / 2 for value in values], z)
    return Rate(2 * half.mean, 2 * half.low, 2 * half.high, half.positions)


def _quantile(share: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(share)


_COLOURS = ("#2a6f97", "#c1553b", "#5a8f3d", "#8a5fa8", "#b08a2e", "#3d9a8b", "#a84a72", "#666666")


def plot(cards: Sequence[Scorecard]) -> str:
    """The regret of several policies by distance, as an SVG picture without other files."""
    from html import escape

    bands = list(dict.fromkeys(band for card in cards for band in card.by_distance))
    if not bands:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
    width, height, left, top = 760, 300, 48, 28
    step = (width - left - 8) / len(bands)
    most = max(rate.high for card in cards for rate in card.by_distance.values())
    tick = next((tick for tick in (0.02, 0.05, 0.1, 0.2) if most <= 6 * tick), 0.5)
    ticks = math.ceil(most / tick)
    most = ticks * tick

    def y(value: float) -> float:
        return top + height * (1 - value / most)

    parts = [f'<text x="4" y="{top - 12}">expected regret</text>']
    for i in range(ticks + 1):
        value = i * tick
        parts.append(
            f'<path d="M{left} {y(value):.1f}H{width}" stroke="#ddd"/>'
            f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2f}</text>'
        )
    for i, band in enumerate(bands):
        parts.append(
            f'<text x="{left + (i + 0.5) * step:.1f}" y="{top + height + 18}"'
            f' text-anchor="middle">{escape(band)}</text>'
        )
    bar = 0.8 * step / len(cards)
    for number, card in enumerate(cards):
        colour = _COLOURS[number % len(_COLOURS)]
        for i, band in enumerate(bands):
            rate = card.by_distance.get(band)
            if rate is None or not rate.positions:
                continue
            x = left + (i + 0.1) * step + number * bar
            title = f"{card.name}, {band}: {rate.mean:.3f} ({rate.positions} positions)"
            parts.append(
                f'<rect x="{x:.1f}" y="{y(rate.mean):.1f}" width="{0.9 * bar:.1f}"'
                f' height="{top + height - y(rate.mean):.1f}" fill="{colour}">'
                f"<title>{escape(title)}</title></rect>"
                f'<path d="M{x + 0.45 * bar:.1f} {y(rate.low):.1f}V{y(rate.high):.1f}" stroke="#333"/>'
            )
        row, place = divmod(number, 4)
        at, down = left + place * 180, top + height + 42 + 18 * row
        parts.append(
            f'<rect x="{at}" y="{down - 10}" width="11" height="11" fill="{colour}"/>'
            f'<text x="{at + 16}" y="{down}">{escape(card.name)}</text>'
        )
    tall = top + height + 60 + 18 * ((len(cards) - 1) // 4)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{tall}"'
        f' viewBox="0 0 {width} {tall}" font-family="sans-serif" font-size="11" role="img">'
        "<title>expected regret by distance</title>"
        f'<rect width="{width}" height="{tall}" fill="#fff"/>{"".join(parts)}</svg>'
    )
