// Two friends at two screens: what they ask of each other, and who sees whom.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openBrowser, openPage } from "./browser.mjs";
import { Server } from "./server.mjs";
import { countMoves, friendsHash, moveMan, overTitle, said, startGame } from "./table.mjs";

async function twoFriends(t) {
  const server = await Server.start(t);
  const browser = await openBrowser(t);
  const anna = await openPage(t, browser, server);
  await startGame(anna, { game: "checkers", opponent: "link", side: "1" });
  const ben = await openPage(t, browser, server, { hash: await friendsHash(anna) });
  await ben.getByRole("grid").waitFor();
  await anna.getByText("Your turn, Red").waitFor();
  return { server, browser, anna, ben };
}

const tool = (page, name) => page.getByRole("button", { name, exact: true });

test("a take-back is declined, or withdrawn", async (t) => {
  const { anna, ben } = await twoFriends(t);
  await moveMan(anna, 22, 18);
  await ben.getByText("Your turn, Black").waitFor();
  await tool(anna, "Undo").click();
  await tool(ben, "Decline").click();
  await anna.locator(".offer").waitFor({ state: "hidden" });
  assert.equal((await said(anna)).at(-1), "Your request was declined or withdrawn.");
  await tool(anna, "Undo").click();
  await ben.getByText("Red asks to take a move back.").first().waitFor();
  await tool(anna, "Withdraw").click();
  await ben.locator(".offer").waitFor({ state: "hidden" });
  assert.deepEqual([await countMoves(anna), await countMoves(ben)], [1, 1]);
});

test("who asked in vain sees it", async (t) => {
  const { anna, ben } = await twoFriends(t);
  await moveMan(anna, 22, 18);
  await ben.getByText("Your turn, Black").waitFor();
  await tool(anna, "Undo").click();
  await tool(ben, "Decline").click();
  await anna.locator(".message.shown", { hasText: "Your request was declined" }).waitFor();
});

test("a draw is offered, declined, offered again and agreed to", async (t) => {
  const { server, anna, ben } = await twoFriends(t);
  await moveMan(anna, 22, 18);
  await tool(anna, "Draw").click();
  await tool(ben, "Decline").click();
  await anna.locator(".offer").waitFor({ state: "hidden" });
  await tool(ben, "Draw").click();
  await tool(anna, "Agree").click();
  await overTitle(ben).waitFor();
  assert.equal(await overTitle(ben).textContent(), "A draw");
  const { answer } = await server.ask("GET", `/api/play/${new URL(anna.url()).hash.split("/")[2]}`);
  assert.deepEqual([answer.result, answer.over.reason], ["1/2-1/2", "agreement"]);
});

test("against a friend there are hints only if both agree", async (t) => {
  const { anna, ben } = await twoFriends(t);
  await tool(anna, "Hint").click();
  await ben.getByText("Red asks that both may have hints.").first().waitFor();
  assert.equal(await anna.locator(".arrow.hint").count(), 0);
  await tool(ben, "Agree").click();
  await anna.locator(".offer").waitFor({ state: "hidden" });
  await tool(anna, "Hint").click();
  await anna.locator(".arrow.hint").waitFor();
});

test("one sees whether the friend is there", async (t) => {
  const { anna, ben } = await twoFriends(t);
  const friend = anna.locator(".seat", { hasText: "Black" });
  await friend.getByText("is here").waitFor();
  assert.ok((await said(anna)).includes("Your friend is here."));
  await ben.close();
  await friend.getByText("is away").waitFor();
  assert.equal((await said(anna)).at(-1), "Your friend has gone.");
});

test("whoever opens the link too late watches, and knows it", async (t) => {
  const { browser, server, anna, ben } = await twoFriends(t);
  await ben.getByText("Red to move").waitFor();
  const hash = await anna.evaluate(() => {
    const invites = JSON.parse(localStorage.getItem("plywood.invites"));
    const [[id, words]] = Object.entries(invites);
    return `#/join/${id}/${words[2]}`;
  });
  const carla = await openPage(t, browser, server, { hash });
  await carla.getByText("You are watching. Red to move").waitFor();
  assert.equal(await carla.getByRole("gridcell", { name: /can move/ }).count(), 0);
  assert.equal(await tool(carla, "Resign").isVisible(), false);
});

test("a server for others gives an address that works elsewhere, and its QR code", async (t) => {
  const server = await Server.start(t);
  const page = await openPage(t, await openBrowser(t), server);
  // As a server answers that listens to the network.
  await page.route("**/api/address", (route) => route.fulfill({ json: { url: "http://192.0.2.7:7474" } }));
  await startGame(page, { game: "checkers", opponent: "link", side: "1" });
  const link = await page.getByRole("textbox", { name: "Link for your friend" }).inputValue();
  assert.match(link, /^http:\/\/192\.0\.2\.7:7474\/#\/join\//);
  await page.getByRole("img", { name: "QR code of the link" }).waitFor();
  const { answer } = await server.ask("POST", "/api/qr", { body: { text: link } });
  const size = Number((await page.locator(".qr").getAttribute("viewBox")).split(" ")[2]);
  assert.equal(size, answer.rows.length + 8);
  // The three corners by which a code is found.
  for (const row of [answer.rows[0], answer.rows[6], answer.rows.at(-1)]) assert.ok(row.startsWith("1111111"));
});

test("names are given once, and friends see them", async (t) => {
  const { anna, ben } = await twoFriends(t);
  const named = async (page, name) => {
    await page.getByRole("textbox", { name: "Your name" }).fill(name);
    await tool(page, "Save").click();
    await page.locator(".name-card").waitFor({ state: "hidden" });
  };
  await named(anna, "Anna");
  await named(ben, "Ben <b>");
  await anna.locator(".seat", { hasText: "Black" }).getByText("Ben <b>").waitFor();
  await ben.locator(".seat", { hasText: "Red" }).getByText("Anna").waitFor();
  assert.equal(await ben.evaluate(() => localStorage.getItem("plywood.name")), JSON.stringify("Ben <b>"));
});
