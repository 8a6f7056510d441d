
"use strict";
(() => {
  // Everything that is shown comes from the data, and every text becomes a text node: nothing is read as HTML.
  const data = JSON.parse(document.getElementById("data").textContent);
  const { board, starts, games } = data;
  // What turns the direction of writing could make one name look like another.
  const clean = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  const [names, reasons] = [data.names.map(clean), data.reasons.map(clean)];
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const RESULTS = ["1–0", "0–1", "½–½"];
  const PAGE = 100;

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const draw = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const words = (text) => (text === "" ? [] : text.split(" "));
  const indexOf = new Map(games.map((game, i) => [game.n, i]));

  const state = { shown: [], rows: PAGE, game: -1, ply: 0, flipped: false, named: false, timer: 0 };
  let moves = [];
  let boards = [];

  // The course of a game: what stands on each cell after each ply. Nothing is null, a piece is its number.
  const content = (c) => (c === "." ? null : DIGITS.indexOf(c));
  const course = (game) => {
    const all = [[...starts[game.s].board].map(content)];
    const changes = words(game.m).length ? game.c.split(" ") : [];
    for (const change of changes) {
      const cells = all[all.length - 1].slice();
      for (let i = 0; i < change.length; i += board.digits + 1) {
        let cell = 0;
        for (let d = 0; d < board.digits; d++) cell = cell * 64 + DIGITS.indexOf(change[i + d]);
        cells[cell] = content(change[i + board.digits]);
      }
      all.push(cells);
    }
    return all;
  };
  const mover = (ply) => (starts[games[state.game].s].turn + ply) % 2;

  // The board.
  const xs = board ? board.cells.flatMap((cell) => cell.outline.map((p) => p[0])) : [0];
  const ys = board ? board.cells.flatMap((cell) => cell.outline.map((p) => p[1])) : [0];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const place = ([x, y]) => (state.flipped ? [left + right - x, top + bottom - y] : [x, y]);
  const polygon = (cell, kind) =>
    draw("polygon", { class: kind, points: cell.outline.map((p) => place(p).map((v) => +v.toFixed(4)).join(",")).join(" ") });
  const disc = (number, [x, y]) => {
    const piece = board.pieces[number];
    const { fill, ink } = board.sides[piece.side];
    const group = draw("g", { class: "piece" });
    const ring = (kind, r, stroke, paint) => draw("circle", { class: kind, cx: x, cy: y, r, stroke, fill: paint });
    group.append(ring("rim", 0.39, ink === "#ffffff" ? "#0b0b0b" : "#3a3a3a", fill));
    // The sides differ by more than colour: the second side's pieces have a groove.
    if (piece.side === 1) group.append(ring("groove", 0.33, ink, "none"));
    // By the convention of position texts small letters are the plain pieces; the others carry theirs.
    const plain = piece.only || piece.letter !== piece.letter.toUpperCase();
    if (!plain) group.append(draw("text", { x, y: y + 0.01, fill: ink }, piece.letter));
    return group;
  };
  const sample = (number) => draw("svg", { viewBox: "-.45 -.45 .9 .9", "aria-hidden": "true" }, disc(number, [0, 0]));

  const drawBoard = () => {
    if (!board) return;
    const ends = board.labels.map((label) => place(label.at));
    const box = [
      Math.min(left, ...ends.map((p) => p[0] - 0.25)), Math.min(top, ...ends.map((p) => p[1] - 0.25)),
      Math.max(right, ...ends.map((p) => p[0] + 0.25)), Math.max(bottom, ...ends.map((p) => p[1] + 0.25)),
    ];
    const svg = draw("svg", { viewBox: [box[0] - 0.04, box[1] - 0.04, box[2] - box[0] + 0.08, box[3] - box[1] + 0.08].map((v) => v.toFixed(3)).join(" "), role: "img" });
    const now = boards[state.ply] || [];
    const before = state.ply > 0 ? boards[state.ply - 1] : now;
    board.cells.forEach((cell) => svg.append(polygon(cell, "cell " + cell.shade)));
    const marks = draw("g");
    const crosses = draw("g");
    const side = state.ply > 0 ? mover(state.ply - 1) : -1;
    const of = (piece) => (piece === null || piece === undefined ? -1 : board.pieces[piece].side);
    board.cells.forEach((cell, i) => {
      if (before[i] === now[i]) return;
      marks.append(polygon(cell, of(now[i]) >= 0 ? "to" : "from"));
      if (of(now[i]) < 0 && of(before[i]) >= 0 && of(before[i]) !== side) {
        const [x, y] = place(cell.at);
        crosses.append(draw("line", { class: "gone", x1: x - 0.18, y1: y - 0.18, x2: x + 0.18, y2: y + 0.18 }));
        crosses.append(draw("line", { class: "gone", x1: x - 0.18, y1: y + 0.18, x2: x + 0.18, y2: y - 0.18 }));
      }
    });
    svg.append(marks);
    board.cells.forEach((cell, i) => {
      const at = place(cell.at);
      if (now[i] !== null && now[i] !== undefined) {
        const piece = disc(now[i], at);
        piece.append(draw("title", {}, board.pieces[now[i]].name + " " + cell.name));
        svg.append(piece);
      }
      if (state.named && cell.shade !== "unused") {
        const fill = of(now[i]) < 0 ? "#2b2116" : board.sides[of(now[i])].ink;
        svg.append(draw("text", { class: "tag-of-cell", x: at[0], y: at[1] + (of(now[i]) < 0 ? 0.07 : 0.29), fill }, cell.name));
      }
    });
    svg.append(crosses);
    board.labels.forEach((label) => {
      const [x, y] = place(label.at);
      svg.append(draw("text", { class: "edge", x, y, "font-size": ((right - left) / 32).toFixed(3), "aria-hidden": "true" }, label.text));
    });
    svg.setAttribute("aria-label", "Board. " + $("now").textContent);
    $("board").replaceChildren(svg);
  };

  const drawPlates = () => {
    if (!board) return;
    const game = games[state.game];
    const over = state.ply === moves.length;
    [0, 1].forEach((side) => {
      // The side that moves first in the layout stands at the bottom or at the top as its pieces do.
      const plate = $((side === bottomSide()) !== state.flipped ? "plate-bottom" : "plate-top");
      const kind = board.pieces.findIndex((piece) => piece.side === side);
      const count = boards[state.ply].filter((piece) => piece !== null && board.pieces[piece].side === side).length;
      plate.className = "plate" + (!over && mover(state.ply) === side ? " turn" : "") + (over && game.r === side ? " winner" : "");
      plate.replaceChildren(
        sample(kind),
        make("span", { class: "who", title: names[game.p[side]] }, names[game.p[side]]),
        make("span", { class: "side" }, board.sides[side].name),
        make("span", { class: "pieces" }, count + (count === 1 ? " piece" : " pieces")),
      );
    });
  };
  // Which side has its pieces lower down at the start.
  const bottomSide = () => {
    const sums = [[0, 0], [0, 0]];
    boards[0].forEach((piece, i) => {
      if (piece === null) return;
      const sum = sums[board.pieces[piece].side];
      sum[0] += board.cells[i].at[1];
      sum[1] += 1;
    });
    const [one, two] = sums.map(([sum, count]) => (count ? sum / count : 0));
    return two > one ? 1 : 0;
  };

  const sentence = () => {
    const game = games[state.game];
    if (state.ply === 0) return "Start. " + (moves.length ? sideOf(mover(0)) + " to move." : "");
    const by = mover(state.ply - 1);
    const opening = state.ply <= game.o ? ", opening" : "";
    return `Ply ${state.ply} of ${moves.length}: ${sideOf(by)} ${moves[state.ply - 1]}${opening}.` + (state.ply === moves.length ? " " + ending(game) : "");
  };
  const sideOf = (side) => (board ? board.sides[side].name : ["First", "Second"][side]);
  const ending = (game) =>
    (game.r === 2 ? "Drawn" : `${sideOf(game.r)} (${names[game.p[game.r]]}) won`) + `: ${reasons[game.w]}.`;

  const fault = (verdict, forgiven) => {
    const box = make("p", { class: "fault" + (forgiven ? " forgiven" : "") });
    box.append(make("strong", {}, verdict.kind + (forgiven ? ", forgiven" : "")), `, ${names[verdict.by]} in ply ${verdict.ply}: `);
    if (verdict.answer !== undefined) box.append("printed ", make("code", {}, clean(verdict.answer)), ", ");
    box.append(clean(verdict.why));
    return box;
  };

  const showGame = () => {
    const game = games[state.game];
    $("game-title").replaceChildren(`Game ${game.n}: ${names[game.p[0]]} – ${names[game.p[1]]} `, make("span", { class: "soft" }, RESULTS[game.r]));
    const list = $("moves");
    list.replaceChildren();
    for (let i = 0; i < moves.length; i += 2) {
      const row = make("li", {}, make("span", { class: "at" }, i / 2 + 1 + "."));
      for (let ply = i; ply < Math.min(i + 2, moves.length); ply++) {
        const button = make("button", { type: "button", "data-ply": ply + 1 }, moves[ply]);
        if (ply < game.o) {
          button.className = "book";
          button.title = "a move of the opening";
        }
        row.append(button);
      }
      list.append(row);
    }
    $("ending").textContent = ending(game);
    $("faults").replaceChildren(...(game.f || []).map((one) => fault(one, true)), ...(game.v ? [fault(game.v, false)] : []));
    const at = state.shown.indexOf(state.game);
    $("previous").disabled = at <= 0;
    $("next").disabled = at < 0 || at + 1 >= state.shown.length;
    for (const row of document.querySelectorAll("#list tbody tr")) {
      if (+row.dataset.game === state.game) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  };

  const showPly = () => {
    $("now").textContent = sentence();
    for (const button of $("moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = $("moves").querySelector(`[data-ply="${state.ply}"]`);
    const list = $("moves");
    if (current) {
      current.setAttribute("aria-current", "true");
      const row = current.parentElement;
      if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
      const below = row.offsetTop + row.offsetHeight - list.clientHeight;
      if (below > list.scrollTop) list.scrollTop = below;
    } else list.scrollTop = 0;
    $("to-start").disabled = $("back").disabled = state.ply === 0;
    $("to-end").disabled = $("forth").disabled = state.ply === moves.length;
    drawBoard();
    drawPlates();
  };

  const note = () => {
    const game = games[state.game];
    history.replaceState(null, "", `#game-${game.n}` + (state.ply ? `-${state.ply}` : ""));
  };
  const open = (index, ply = 0) => {
    state.game = index;
    moves = words(games[index].m);
    boards = board ? course(games[index]) : [];
    state.ply = Math.max(0, Math.min(ply, moves.length));
    showGame();
    showPly();
  };
  const go = (ply) => {
    const to = Math.max(0, Math.min(ply, moves.length));
    if (to === state.ply) return;
    state.ply = to;
    showPly();
    note();
  };
  const step = (by) => {
    const at = state.shown.indexOf(state.game);
    const next = at < 0 ? 0 : at + by;
    if (next < 0 || next >= state.shown.length) return;
    halt();
    open(state.shown[next]);
    note();
  };
  const halt = () => {
    clearInterval(state.timer);
    state.timer = 0;
    $("play").setAttribute("aria-pressed", "false");
  };
  const play = () => {
    if (state.timer) return halt();
    if (state.ply === moves.length) go(0);
    $("play").setAttribute("aria-pressed", "true");
    state.timer = setInterval(() => (state.ply < moves.length ? go(state.ply + 1) : halt()), 800);
  };
  const toggle = (what, button) => {
    state[what] = !state[what];
    $(button).setAttribute("aria-pressed", String(state[what]));
    drawBoard();
    drawPlates();
  };

  // The list and its filter.
  const option = (select, value, text) => $(select).append(make("option", { value }, text));
  const fillFilter = () => {
    const sorted = names.map((name, i) => [name, i]).sort((a, b) => a[0].localeCompare(b[0], undefined, { numeric: true }));
    for (const select of ["by", "against"]) {
      option(select, "", select === "by" ? "everybody" : "anybody");
      sorted.forEach(([name, i]) => option(select, i, name));
    }
    [["", "any"], ["won", "won by player"], ["lost", "lost by player"], ["0", sideOf(0) + " won"], ["1", sideOf(1) + " won"], ["2", "drawn"]].forEach(([value, text]) => option("result", value, text));
    option("reason", "", "anything");
    reasons.forEach((reason, i) => option("reason", i, reason));
    option("fault", "", "any or none");
    option("fault", "some", "with a verdict");
    const kinds = new Set(games.flatMap((game) => [...(game.v ? [game.v.kind] : []), ...(game.f || []).map((one) => one.kind)]));
    [...kinds].sort().forEach((kind) => option("fault", kind, kind));
    if (games.some((game) => game.f)) option("fault", "forgiven", "forgiven");
  };
  const fits = (game) => {
    const [by, against, result, reason, kind] = ["by", "against", "result", "reason", "fault"].map((id) => $(id).value);
    const seat = by === "" ? -1 : game.p.indexOf(+by);
    if (by !== "" && seat < 0) return false;
    if (against !== "" && (by === "" ? !game.p.includes(+against) : game.p[1 - seat] !== +against)) return false;
    if (result === "won" && game.r !== seat) return false;
    if (result === "lost" && game.r !== 1 - seat) return false;
    if (["0", "1", "2"].includes(result) && game.r !== +result) return false;
    if (reason !== "" && game.w !== +reason) return false;
    const kinds = [...(game.v ? [game.v.kind, "some"] : []), ...(game.f || []).flatMap((one) => [one.kind, "some", "forgiven"])];
    return kind === "" || kinds.includes(kind);
  };
  const filter = () => {
    const one = $("by").value !== "";
    for (const choice of $("result").options) if (["won", "lost"].includes(choice.value)) choice.disabled = !one;
    if (!one && ["won", "lost"].includes($("result").value)) $("result").value = "";
    state.shown = games.map((_, i) => i).filter((i) => fits(games[i]));
    state.rows = PAGE;
    list();
  };
  const list = () => {
    const rows = state.shown.slice(0, state.rows).map((i) => {
      const game = games[i];
      const kinds = [...(game.f || []).map((one) => one.kind + " (forgiven)"), ...(game.v ? [game.v.kind] : [])];
      const name = (seat) => make("td", game.r === seat ? { class: "victor", title: names[game.p[seat]] } : { title: names[game.p[seat]] }, names[game.p[seat]]);
      const row = make(
        "tr", { "data-game": i },
        make("td", { class: "num" }, make("a", { href: `#game-${game.n}` }, String(game.n))),
        name(0), name(1),
        make("td", {}, RESULTS[game.r]),
        make("td", {}, reasons[game.w]),
        make("td", { class: "num" }, String(words(game.m).length)),
        make("td", kinds.length ? { class: "verdict" } : {}, kinds.join(", ")),
      );
      if (i === state.game) row.setAttribute("aria-current", "true");
      return row;
    });
    $("list").tBodies[0].replaceChildren(...rows);
    $("more").hidden = state.shown.length <= state.rows;
    $("more").textContent = `Show more (${state.shown.length - state.rows} left)`;
    $("found").textContent = `${state.shown.length} of ${games.length} games`;
    if (state.game >= 0) {
      const at = state.shown.indexOf(state.game);
      $("previous").disabled = at <= 0;
      $("next").disabled = at + 1 >= state.shown.length;
    }
  };
  const meet = (by, against) => {
    $("filter").reset();
    $("by").value = by;
    $("against").value = against;
    filter();
    if (state.shown.length && !state.shown.includes(state.game)) open(state.shown[0]);
    $("games").scrollIntoView();
  };

  // Where the address points: a game and a ply, or the games of two players.
  const follow = () => {
    const [, what, a, b] = /^#(game|meeting)-(\d+)(?:-(\d+))?$/.exec(location.hash) || [];
    if (what === "game" && indexOf.has(+a)) {
      const index = indexOf.get(+a);
      halt();
      if (!state.shown.includes(index)) {
        $("filter").reset();
        filter();
      }
      open(index, +(b || 0));
      $("viewer").scrollIntoView({ block: "start" });
    } else if (what === "meeting" && b !== undefined && +a < names.length && +b < names.length) meet(a, b);
  };

  const inView = () => {
    const box = $("viewer").getBoundingClientRect();
    return box.bottom > 80 && box.top < innerHeight - 80;
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || state.game < 0 || !inView()) return;
    const target = event.target;
    if (target.closest("select, input, textarea")) return;
    const away = target !== document.body && !target.closest("#viewer");
    const onButton = target.closest("button, a");
    const act = {
      ArrowLeft: () => go(state.ply - 1), ArrowRight: () => go(state.ply + 1),
      Home: () => go(0), End: () => go(moves.length),
      n: () => step(1), p: () => step(-1),
      f: () => toggle("flipped", "flip"), c: () => toggle("named", "names"),
      " ": play,
    }[event.key];
    // Tables outside of the viewer scroll with the arrows, and a button is pressed with the space bar.
    if (!act || (away && event.key.length > 1) || (event.key === " " && (onButton || away))) return;
    event.preventDefault();
    if (event.key !== " ") halt();
    act();
  });
  const on = (id, act) => $(id).addEventListener("click", () => act());
  on("to-start", () => { halt(); go(0); });
  on("back", () => { halt(); go(state.ply - 1); });
  on("forth", () => { halt(); go(state.ply + 1); });
  on("to-end", () => { halt(); go(moves.length); });
  on("play", play);
  on("flip", () => toggle("flipped", "flip"));
  on("names", () => toggle("named", "names"));
  on("previous", () => step(-1));
  on("next", () => step(1));
  on("more", () => { state.rows += 5 * PAGE; list(); });
  $("moves").addEventListener("click", (event) => {
    const button = event.target.closest("[data-ply]");
    if (!button) return;
    halt();
    go(+button.dataset.ply);
  });
  $("list").addEventListener("click", (event) => {
    const row = event.target.closest("[data-game]");
    if (!row || event.target.closest("a")) return;
    location.hash = `#game-${games[+row.dataset.game].n}`;
  });
  $("filter").addEventListener("change", filter);
  $("filter").addEventListener("reset", () => setTimeout(filter));
  $("filter").addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("[data-player]")) {
    button.addEventListener("click", () => meet(button.dataset.player, ""));
  }
  addEventListener("hashchange", follow);

  if (!games.length) return;
  fillFilter();
  $("first-side").textContent = sideOf(0);
  $("second-side").textContent = sideOf(1);
  for (const id of ["filter", "list"]) $(id).hidden = false;
  $("viewer").hidden = false;
  if (board) {
    $("legend").append(...board.pieces.map((piece, i) => make("span", {}, sample(i), piece.name)));
  } else $("board").textContent = "There is no board for this game.";
  filter();
  open(0);
  follow();
})();
