// The pictures of the README: PLYWOOD=… node pictures.mjs FOLDER

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { DESKTOP, openBrowser, openPage, PHONE } from "./browser.mjs";
import { Server } from "./server.mjs";
import { eventually, sitDown } from "./table.mjs";

const [folder = "pictures"] = process.argv.slice(2);
const ends = [];
const run = { after: (end) => ends.unshift(end) };

/** A game from a position against the machine. */
const play = (server, page, game, position) =>
  sitDown(server, page, { game, position, players: ["human", { level: 6 }], clock: { seconds: 300, increment: 3 } });

/** A game of the machine against itself, to its end. */
async function playedOut(server, game) {
  const { answer } = await server.ask("POST", "/api/play", { body: { game, players: [{ level: 4 }, { level: 2 }] } });
  const isOver = async () => (await server.ask("GET", `/api/play/${answer.id}`)).answer.over;
  await eventually(isOver, "the end of a game", 2400);
  return answer.id;
}

try {
  await mkdir(folder, { recursive: true });
  const server = await Server.start(run, { tables: "dragon-queen" });
  const browser = await openBrowser(run);
  const open = (look) => openPage(run, browser, server, look);
  const take = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

  const table = await open({ viewport: DESKTOP });
  await play(server, table, "checkers", ".b.b...b/b...b.b./.b.....b/..b.b.../.r...r../r...r.r./.r.r...r/r.r.r... r");
  await table
    .getByRole("gridcell", { name: /can move$/ })
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
  await review.goto(`${server.url}#/review/${await playedOut(server, "abalone")}`);
  await review.getByText("The review is complete.").waitFor({ state: "attached", timeout: 600_000 });
  await review.locator(".move").nth(20).click();
  await review.locator(".arrow").waitFor();
  await take(review, "review-abalone");

  const phone = await open({ viewport: PHONE, colorScheme: "dark" });
  await play(server, phone, "abalone", "b.bb/bb.bb/.bbb../..r.b../..rr.r/r.rrr/r.rr b");
  await phone.getByRole("gridcell", { name: "D5, blue token, can move" }).click();
  await phone.locator(".target").first().waitFor();
  await take(phone, "phone-abalone");
} finally {
  for (const end of ends) await end();
}
