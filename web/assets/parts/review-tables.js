// @ts-check
// A review in numbers: how many moves of each kind, how accurate each side was, and every move in a row.

import { el } from "../element.js";
import { judgements, moverOf, scoreText } from "../format.js";
import { accuracy } from "../review-facts.js";

/** @import { Replay } from "../board/replay.js" */
/** @import { Diagram } from "../wire.js" */
/** @import { ReviewedPly } from "../review-facts.js" */

const ACCURACY = "A move that gives away nothing counts 100 %, one that gives away 15 % of a win half of that.";

export class ReviewTables {
  /**
   * @param {Diagram} diagram
   * @param {Replay} replay
   * @param {number} turn who is to move at the end
   */
  constructor(diagram, replay, turn) {
    this.diagram = diagram;
    this.replay = replay;
    this.turn = turn;
    this.countRows = el("tbody");
    this.moveRows = el("tbody");
    this.counts = this.countsTable();
    this.moves = this.movesTable();
  }

  countsTable() {
    const head = Object.values(judgements).map(({ sign, word }) =>
      el(
        "th",
        { scope: "col" },
        el("span", { class: "count-sign", "aria-hidden": "true" }, sign),
        el("span", { class: "count-word" }, word),
      ),
    );
    const player = el("th", { scope: "col" }, el("span", { class: "visually-hidden" }, "Player"));
    return el(
      "table",
      { class: "counts" },
      el("caption", { class: "visually-hidden" }, "How many moves of each kind, and how accurate they were"),
      el("thead", {}, el("tr", {}, player, head)),
      this.countRows,
    );
  }

  movesTable() {
    const head = ["Ply", "Player", "Move", "Judgement", "Evaluation before", "Best"].map((text) =>
      el("th", { scope: "col" }, text),
    );
    return el(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": "Table of the review" },
      el("table", {}, el("thead", {}, el("tr", {}, head)), this.moveRows),
    );
  }

  /** @param {number} ply */
  mover(ply) {
    return moverOf(ply, this.replay.plies, this.turn);
  }

  /**
   * @param {Map<number, ReviewedPly>} reviewed by the number of moves before
   */
  update(reviewed) {
    const { players } = this.diagram;
    const kinds = Object.keys(judgements);
    const judged = this.replay.history.map((_, i) => reviewed.get(i));
    this.countRows.replaceChildren(
      ...players.map(({ name }, i) => {
        const own = judged.filter((ply, at) => ply?.judgement && this.mover(at) === i + 1);
        /** @param {string} kind */
        const count = (kind) => own.filter((ply) => ply?.judgement === kind).length;
        const part = accuracy(own.map((ply) => ply?.loss ?? 0));
        return el(
          "tr",
          {},
          el(
            "th",
            { scope: "row" },
            name,
            part === null ? null : el("span", { class: "accuracy", title: ACCURACY }, `${part} % accurate`),
          ),
          kinds.map((kind) => el("td", { class: count(kind) > 0 ? kind : "none" }, String(count(kind)))),
        );
      }),
    );
    this.moveRows.replaceChildren(
      ...this.replay.history.map(({ move }, i) => {
        const was = judged[i];
        const cells = [
          i + 1,
          players[this.mover(i) - 1].name,
          move,
          was?.judgement ? judgements[was.judgement].word : "",
          was ? scoreText(was.score, this.mover(i)) : "",
          was?.best ?? "",
        ];
        return el(
          "tr",
          {},
          cells.map((text) => el("td", {}, String(text))),
        );
      }),
    );
  }
}
