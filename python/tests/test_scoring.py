"""Scores by exact positions."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET

import pytest

import plywood
from plywood import Exam, Move, Position
from plywood.scoring import Question, plot


@pytest.fixture(scope="module", params=["checkers", "raichu"])
def exam(request: pytest.FixtureRequest) -> Exam:
    return Exam(request.param, 60, seed=3)


def answers(exam: Exam, *, best: bool) -> dict[Position, Move]:
    """The best or the worst move of each position."""
    choose = max if best else min
    return {
        question.position: question.position.move(choose(question.values, key=question.values.__getitem__))
        for question in exam
    }


def test_positions_are_exact_and_the_same_again(exam: Exam) -> None:
    again = Exam(exam.game, 60, seed=3)
    assert [question.position for question in exam] == [question.position for question in again]
    assert [q.position for q in Exam(exam.game, 60, seed=4)] != [q.position for q in exam]
    for question in exam:
        assert question.best == exam.tables.value(question.position)
        assert set(question.values) == {move.text for move in question.position.legal_moves}
        for move, value in question.values.items():
            after = question.position.play(move)
            known = exam.tables.value(after)
            assert known is not None and value.result == -known.result
            assert value.plies is None or value.plies == (known.plies or 0) + 1


def test_perfect_play_is_perfect_and_the_worst_is_not(exam: Exam) -> None:
    best = plywood.score(answers(exam, best=True).__getitem__, exam)
    assert (best.good.mean, best.perfect.mean, best.regret.mean) == (1, 1, 0)
    assert best.blunders == ()
    worst = plywood.score(answers(exam, best=False).__getitem__, exam)
    assert (worst.good.mean, worst.perfect.mean) == (0, 0)
    assert worst.regret.mean >= 1
    assert all(blunder.best > blunder.value for blunder in worst.blunders)
    given_away = [blunder.best.result - blunder.value.result for blunder in worst.blunders]
    assert given_away == sorted(given_away, reverse=True)


def test_probabilities_are_weighed(exam: Exam) -> None:
    card = plywood.score(lambda pos: dict.fromkeys(pos.legal_moves, 2.0), exam, confidence=0.99)
    asked = [question for question in exam if question.can_go_wrong]
    regret = sum(sum(map(q.loss, q.values)) / len(q.values) for q in asked) / len(asked)
    assert card.regret.mean == pytest.approx(regret)
    assert card.good.low < card.good.mean < card.good.high
    narrower = plywood.score(lambda pos: dict.fromkeys(pos.legal_moves, 1), exam, confidence=0.5)
    assert narrower.good.mean == pytest.approx(card.good.mean)
    assert narrower.good.high - narrower.good.low < card.good.high - card.good.low
    weights = {band: rate.mean * rate.positions for band, rate in card.by_distance.items()}
    assert sum(weights.values()) == pytest.approx(regret * len(asked))


def test_levels_play_better_than_chance(exam: Exam) -> None:
    chance = plywood.score(lambda pos: dict.fromkeys(pos.legal_moves, 1), exam)
    strong = plywood.score(plywood.Engine(exam.game, level=5).play, exam, name="level 5")
    assert strong.good.mean > chance.good.mean
    assert strong.regret.mean < chance.regret.mean
    assert str(strong).startswith("level 5 on exact positions of")


def test_a_scorecard_is_text_data_and_a_picture(exam: Exam) -> None:
    card = plywood.score(answers(exam, best=False).__getitem__, exam, name="<worst>", blunders=4)
    assert len(card.blunders) == 4
    data = card.as_dict()
    assert data["good"]["positions"] == card.good.positions
    assert data["by_distance"].keys() == card.by_distance.keys()
    picture = ET.fromstring(plot([card, card]))
    assert picture.tag.endswith("svg") and len(list(picture)) > 5
    assert "&lt;worst&gt;" in card._repr_html_() and "<worst>" not in card._repr_html_()


def test_own_positions_can_be_asked() -> None:
    lost = Position.parse("checkers", "W:W31:B18")
    exam = Exam("checkers", [lost, plywood.Game("checkers").start])
    assert [question.position for question in exam] == [lost]
    assert Question(lost, exam.questions[0].values).best == plywood.Exact(1, 3)


def test_bad_policies_are_refused() -> None:
    exam = Exam("checkers", 5)
    with pytest.raises(plywood.IllegalMove):
        plywood.score(lambda pos: "1-32", exam)
    with pytest.raises(plywood.IllegalMove, match="the policy plays 1-32 in"):
        plywood.score(lambda pos: {"1-32": 1.0}, exam)
    for bad in ({}, {"x": 0.0}, dict.fromkeys(["a"], 0)):
        with pytest.raises(ValueError, match="expected probabilities of moves"):
            plywood.score(lambda pos, bad=bad: bad, exam)  # type: ignore[misc]
    negative = {move.text: -1.0 for move in exam.questions[0].position.legal_moves}
    with pytest.raises(ValueError, match="expected probabilities of moves"):
        plywood.score(lambda pos: negative, Exam("checkers", [exam.questions[0].position]))
    with pytest.raises(ValueError, match="expected confidence between 0 and 1"):
        plywood.score(lambda pos: pos.legal_moves[0], exam, confidence=1.0)
    with pytest.raises(plywood.WrongGame):
        Exam("raichu", [exam.questions[0].position])
    with pytest.raises(plywood.PlywoodError, match="no table of abalone has any"):
        Exam("abalone", [plywood.Game("abalone").start])


def test_an_empty_rate_is_not_a_number() -> None:
    win = Position.parse("checkers", "W:W31:B18")
    card = plywood.score(lambda pos: pos.legal_moves[0], Exam("checkers", [win]))
    assert card.perfect.positions == 1
    assert math.isnan(card.good.mean) == (card.good.positions == 0)
