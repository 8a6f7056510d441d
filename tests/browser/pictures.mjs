// The pictures of the README: PLYWOOD=… node pictures.mjs FOLDER

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { DESKTOP, openBrowser, openPage, PHONE } from "./browser.mjs";
import { Server } from "./server.mjs";
import { sitDown } from "./table.mjs";

const [folder = "pictures"] = process.argv.slice(2);
const ends = [];
const run = { after: (end) => ends.unshift(end) };

/** A game from a position against the machine. */
const play = (server, page, game, position) =>
  sitDown(server, page, { game, position, players: ["human", { level: 6 }], clock: { seconds: 300, increment: 3 } });

/** Which mistake of the game below is shown; the first ones are made at random. */
const SHOWN_MISTAKE = 7;
/** A game of level 4 against level 2, after eight moves at random. */
const RECORD = `[Game "raichu"]
[Position "......../W.W.W.W./.w.w.w.w/......../......../b.b.b.b./.B.B.B.B/........ w"]
[Players "plywood, level 4" "plywood, level 2"]
[Result "1-0"]
[Reason "rules"]

b3-c4 e6-d5 c4-b5 d5-e4 d3-c4 b7xb4 a2-a3 d7-c7 a3-a5 b4xd4 a5xa8 d4-d2 c2-c3 d2-d1 f3xd5 d1-a1 e2-e4 a1-a4
a8xa1 h7-g7 d5xb7 g6-f5 b7-c8 c7-c6 c8xc5 g7-g5 e4-e6 f5-e4 e6-e8 g5-g4 g2xg5 e4-f3 e8xh5 f3-g2 c5-d5 g2-h1
d5-d4 h1-a8 h5-h8 a8-c6 c3-b3 c6-d7 d4xd8
`;

try {
  await mkdir(folder, { recursive: true });
  const server = await Server.start(run, { tables: "dragon-queen" });
  const browser = await openBrowser(run);
  const open = (look) => openPage(run, browser, server, look);
  const take = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

  const table = await open({ viewport: DESKTOP });
  await play(server, table, "checkers", ".b.b...b/b...b.b./.b.....b/..b.b.../.r...r../r...r.r./.r.r...r/r.r.r... r");
  await table
    .getByRole("gridcell", { name: /can move(,|$)/ })
    .first()
    .click();
  await table.locator(".target").first().waitFor();
  await take(table, "play-checkers");

  const study = await open({ viewport: DESKTOP, colorScheme: "dark" });
  const exact = encodeURIComponent("...../..Q../.D.../...W./W.... q");
  await study.goto(`${server.url}#/study/dragon-queen?position=${exact}`);
  await study.locator(".badge").first().waitFor();
  await study.getByText("done").waitFor();
  await take(study, "study-dragon-queen");

  const review = await open({ viewport: DESKTOP });
  const { answer } = await server.ask("POST", "/api/play/import", { body: { record: RECORD } });
  await review.goto(`${server.url}#/review/${answer.id}`);
  await review.getByText("The review is complete.").waitFor({ state: "attached", timeout: 600_000 });
  for (let mistakes = 1; mistakes < SHOWN_MISTAKE; mistakes++) await review.getByRole("button", { name: "Next mistake" }).click();
  await review.locator(".why:visible").waitFor();
  await review.locator(".arrow").waitFor();
  await take(review, "review-raichu");

  const rules = await open({ viewport: DESKTOP, hash: "#/rules/dragon-queen" });
  await rules.locator(".example img").nth(2).waitFor();
  await rules.waitForFunction(() =>
    [...document.querySelectorAll(".example img")].slice(0, 3).every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await take(rules, "rules-dragon-queen");

  const phone = await open({ viewport: PHONE, colorScheme: "dark" });
  await play(server, phone, "abalone", "b.bb/bb.bb/.bbb../..r.b../..rr.r/r.rrr/r.rr b");
  await phone.getByRole("gridcell", { name: "D5, blue token, can move" }).click();
  await phone.locator(".target").first().waitFor();
  await take(phone, "phone-abalone");
} finally {
  for (const end of ends) await end();
}
