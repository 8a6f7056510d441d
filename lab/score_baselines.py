"""How well known players play exact positions: the table and the plot of docs/perfect-play.md.

    python lab/score_baselines.py [--tables DIR] [--out docs/pictures]

For every game that has tables, in the package or in --tables: random moves, greedy captures, plain
Monte-Carlo tree search, the levels 1 to 10 without tables, and a network that learns here. All of it
is limited by nodes, playouts or CPU time, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import random
import time
from collections.abc import Callable
from pathlib import Path

from value_learner import ValueLearner

import plywood
from plywood import Exam, Move, Player, Position, Scorecard, score
from plywood.scoring import plot


LEVEL_10_NODES = 500_000
"""Level 10 has no limit of its own."""


def uniform(position: Position) -> dict[Move, float]:
    """All moves are equally likely."""
    return dict.fromkeys(position.legal_moves, 1.0)


def greedy(position: Position) -> dict[Move, float]:
    """Captures as much as possible, otherwise any move."""
    moves = position.legal_moves
    most = max(move.takes for move in moves)
    return {move: 1.0 for move in moves if move.takes == most}


class Node:
    """A position in the tree of `MonteCarlo`."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.moves = position.legal_moves
        self.children: list[Node] = []
        self.visits = 0
        self.won = 0.0


class MonteCarlo:
    """Plain UCT: random games from the leaves, no evaluation, no knowledge."""

    def __init__(self, playouts: int, seed: int = 1, longest: int = 200) -> None:
        self._playouts, self._longest, self._random = playouts, longest, random.Random(seed)

    def __call__(self, position: Position) -> Move:
        root = Node(position)
        for _ in range(self._playouts):
            self._visit(root)
        best = max(range(len(root.children)), key=lambda i: root.children[i].visits)
        return root.moves[best]

    def _visit(self, node: Node) -> tuple[float, Player]:
        """What player one has won, from -1 to 1; a node counts for who moved to it."""
        if not node.moves:
            won = self._playout(node.position)
        elif len(node.children) < len(node.moves):
            child = Node(node.position.play(node.moves[len(node.children)]))
            node.children.append(child)
            won = self._playout(child.position)
            self._count(child, won, node.position.turn)
        else:
            chosen = max(node.children, key=lambda child: self._bound(node, child))
            won, _ = self._visit(chosen)
            chosen_by = node.position.turn
            chosen.won += won if chosen_by == Player.ONE else -won
        node.visits += 1
        return won, node.position.turn

    @staticmethod
    def _count(child: Node, won: float, mover: Player) -> None:
        child.visits += 1
        child.won += won if mover == Player.ONE else -won

    @staticmethod
    def _bound(node: Node, child: Node) -> float:
        return child.won / child.visits + 1.4 * math.sqrt(math.log(node.visits + 1) / child.visits)

    def _playout(self, position: Position) -> float:
        for _ in range(self._longest):
            moves = position.legal_moves
            if not moves:
                outcome = position.outcome
                return 0.0 if outcome is None else float(outcome.reward(Player.ONE))
            position = position.play(self._random.choice(moves))
        return 0.0


def players(
    exam: Exam, playouts: int
) -> list[tuple[str, Callable[[Position], object]]]:
    """Every player with its name; the learner is trained here, and scored on the way."""
    found: list[tuple[str, Callable[[Position], object]]] = [
        ("random", uniform),
        ("greedy", greedy),
        (f"MCTS, {playouts} playouts", MonteCarlo(playouts)),
    ]
    for level in range(1, 10):
        engine = plywood.Engine(exam.game, level=level, tables=False)
        found.append((f"level {level}", engine.play))
    highest = plywood.Engine(exam.game, level=10, tables=False)
    found.append(("level 10", functools.partial(highest.play, nodes=LEVEL_10_NODES)))
    return found


def learner_cards(exam: Exam, minutes: float) -> list[Scorecard]:
    """The learner before it has learnt anything, on the way, and at the end."""
    pieces = max(question_pieces(question.position) for question in exam)
    learner = ValueLearner(exam.game, pieces)
    cards = [score(learner.play, exam, name="learner, untrained")]
    trained = 0.0
    for part in (0.05, 0.15, 0.3, 0.5):
        for _ in learner.learn(60 * part * minutes):
            pass
        trained += part * minutes
        cards.append(score(learner.play, exam, name=f"learner, {60 * trained:.0f} s"))
    return cards


def question_pieces(position: Position) -> int:
    """How many pieces stand on the board."""
    return sum(map(bool, position.board))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", action="append", help="only this game")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--minutes", type=float, default=2, help="CPU time for the learner")
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--tables", type=Path, help="a folder with tables")
    parser.add_argument("--out", type=Path, default=Path("lab/results"), help="where the plots are written")
    parser.add_argument("--data", type=Path, help="a folder for all numbers as JSON")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.game or [game.name for game in plywood.games()]:
        tables = plywood.Tables(name, args.tables)
        if not tables.info():
            print(f"{name}: no tables\n")
            continue
        exam = Exam(name, args.positions, tables=tables)
        print(f"{name}: {len(exam)} positions\n\n{HEAD}", flush=True)
        cards = []
        for player, policy in players(exam, args.playouts):
            begin = time.process_time()
            cards.append(score(policy, exam, name=player))
            show(cards[-1], (time.process_time() - begin) / len(exam))
        learnt = learner_cards(exam, args.minutes)
        for card in learnt:
            cards.append(card)
            show(card, math.nan)
        shown = [card for card in cards if card.name in SHOWN or card.name.startswith("MCTS")]
        (args.out / f"perfect-play-{name}.svg").write_text(plot([*shown, learnt[-1]]))
        (args.out / f"perfect-play-{name}-learner.svg").write_text(plot(learnt))
        if args.data is not None:
            data = json.dumps([card.as_dict() for card in cards], indent=1)
            (args.data / f"perfect-play-{name}.json").write_text(data)
        print()


HEAD = """| player | good moves | perfect moves | regret | a move |
|---|---|---|---|---|"""

SHOWN = ("random", "greedy", "level 1", "level 3", "level 5", "level 10")


def show(card: Scorecard, seconds: float) -> None:
    """A row of the table in docs/perfect-play.md."""
    regret = f"{card.regret.mean:.3f} ({card.regret.low:.3f}–{card.regret.high:.3f})"
    took = "" if math.isnan(seconds) else f"{1000 * seconds:.2g} ms"
    print(f"| {card.name} | {card.good} | {card.perfect} | {regret} | {took} |", flush=True)


if __name__ == "__main__":
    main()
