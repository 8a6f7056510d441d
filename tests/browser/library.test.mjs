// Games from files: read, searched, studied.

import assert from "node:assert/strict";
import { test } from "node:test";

import { AxeBuilder } from "@axe-core/playwright";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { eventually } from "./table.mjs";

const game = (white, black, moves, result, more = "") =>
  `[Event "Club"]\n[Date "2025.03.0${1 + (white.length % 9)}"]\n[Black "${black}"]\n[White "${white}"]\n[Result "${result}"]\n${more}\n${moves} ${result}\n\n`;
const FEW = [
  game("Ann", "Ben", "1. 11-15 {Old Fourteenth} 23-19 (23-18 8-11) 2. 8-11! $14 22-17", "1-0", '[Opening "Old Fourteenth"]\n'),
  game("Cleo", "Dan", "1. 9-14 22-18 2. 5-9", "1/2-1/2"),
  game("Ann", "Dan", "1. 11-15 23-19 2. 9-99", "*"),
].join("");

const open = async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server, { hash: "#/library" });
  await page.getByRole("heading", { name: "Games from files" }).waitFor();
  return page;
};
const give = (page, name, text) =>
  page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "application/x-pdn", buffer: Buffer.from(text, "latin1") });
const rows = (page) => page.locator(".library li");

test("a file is read, searched by player, opening and result, and a game studied with its notes", async (t) => {
  const page = await open(t);
  await give(page, "few.pdn", FEW);
  await page.getByText("3 games in few.pdn").waitFor();
  await page.locator(".library .fault", { hasText: "ply 3" }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), []);

  await page.getByLabel("Player").fill("cleo");
  await page.getByText("1 of 3 games").waitFor();
  await page.getByLabel("Player").fill("");
  await page.getByLabel("Opening").fill("11-15 23-19");
  await page.getByText("2 of 3 games").waitFor();
  await page.getByLabel("Opening").fill("fourteenth");
  await page.getByText("1 of 3 games").waitFor();
  await page.getByLabel("Opening").fill("");
  await page.getByLabel("Result").selectOption({ label: "Draw" });
  await page.getByText("1 of 3 games").waitFor();
  await page.getByLabel("Result").selectOption({ label: "Any" });

  await rows(page).nth(0).getByRole("link").click();
  await page.getByRole("heading", { name: "Study: Checkers" }).waitFor();
  await page.locator(".tree-comment", { hasText: "Old Fourteenth" }).waitFor();
  assert.deepEqual(await page.locator(".tree-side .move").allTextContents(), ["23-18", "8-11"]);
  await page.locator(".tree .judgement", { hasText: /^! ⩲$/ }).waitFor();
  await page.locator(".lines li").first().waitFor();
  await page.locator("main").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".move[aria-current]", { hasText: "11-15" }).waitFor();
  await page.goBack();
  await page.getByText("3 games in few.pdn").waitFor();
});

test("a large file of another age comes in parts, and no game is lost between them", async (t) => {
  const page = await open(t);
  const moves = "1. 11-15 23-19 2. 8-11 22-17 {M\u00fcller knew this} 3. 9-13 17-14 4. 10x17 21x14";
  const text = Array.from({ length: 900 }, (_, i) => game(`White ${i}`, "J\u00f6rg", moves, "1-0")).join("");
  await give(page, "LARGE.PDN", text);
  await page.getByText("900 games in LARGE.PDN").waitFor();
  assert.equal(await page.locator(".library .fault").count(), 0);
  await page.getByLabel("Player").fill("White 899");
  await eventually(async () => (await rows(page).count()) === 1, "one game is found");
  await rows(page).filter({ hasText: "J\u00f6rg" }).waitFor();
});

test("a game in PDN is imported for review, and its export has date and names", async (t) => {
  const server = await Server.start(t);
  const { answer } = await server.ask("POST", "/api/play/import", { body: { record: FEW.split("[Event")[1].replace(/^/, "[Event") } });
  const text = await (await fetch(new URL(`/api/play/${answer.id}/record.pdn`, server.url))).text();
  assert.match(text, /\[White "Ann"\]/);
  assert.match(text, /\[Black "Ben"\]/);
  assert.match(text, /\[Date "20\d\d\.\d\d\.\d\d"\]/);
  assert.match(text, /11-15 23-19/);
});
