import assert from "node:assert/strict";
import { test } from "node:test";

import { MoveSender } from "../../web/assets/move-sender.js";

const silence = { isNetworkError: true };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A server that answers as told, one answer for each request; a fault is thrown, "never" is never answered. */
function senderTo(answers) {
  const heard = { posts: [], made: [], refused: [], unanswered: false };
  const sender = new MoveSender({
    post: (content) => {
      heard.posts.push(content);
      const answer = answers[heard.posts.length - 1];
      if (answer === "never") return new Promise(() => {});
      return answer.message || answer.isNetworkError ? Promise.reject(answer) : Promise.resolve(answer);
    },
    made: (game) => heard.made.push(game),
    refused: (refusal, isDoubtful) => heard.refused.push([refusal.message, isDoubtful]),
    unanswered: (isUnanswered) => (heard.unanswered = isUnanswered),
  });
  return { sender, heard };
}

test("a move without an answer is sent again, each time a little later, until it is answered", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sender, heard } = senderTo([silence, silence, silence, { id: "done" }]);
  await sender.send(0, "a");
  assert.equal(heard.unanswered, true);
  for (const [pause, posts] of [
    [399, 1],
    [1, 2],
    [799, 2],
    [1, 3],
    [1599, 3],
    [1, 4],
  ]) {
    t.mock.timers.tick(pause);
    await settle();
    assert.equal(heard.posts.length, posts);
  }
  assert.deepEqual(heard.made, [{ id: "done" }]);
  assert.equal(sender.isBusy, false);
  assert.equal(heard.unanswered, false);
});

test("a move that has arrived is not sent again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sender, heard } = senderTo([silence, { id: "twice" }]);
  await sender.send(4, "a");
  sender.onServerState(5);
  assert.equal(sender.isBusy, false);
  assert.equal(heard.unanswered, false);
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(heard.posts.length, 1);
});

test("whoever handlers of the server need not wait for the next try", async () => {
  const { sender, heard } = senderTo([silence, { id: "done" }]);
  await sender.send(4, "a");
  sender.onServerState(4);
  await settle();
  assert.deepEqual(heard.made, [{ id: "done" }]);
});

test("the late answer to a move says nothing about the next one", async () => {
  let answer;
  const late = new Promise((_, reject) => (answer = reject));
  const { sender, heard } = senderTo([late, "never"]);
  sender.send(0, "a");
  sender.onServerState(0);
  assert.equal(heard.posts.length, 1, "it is under way already");
  sender.onServerState(1);
  assert.equal(sender.isBusy, false);
  sender.send(2, "b");
  assert.deepEqual(heard.posts, ["a", "b"]);
  answer({ message: "too late" });
  await settle();
  assert.deepEqual(heard.refused, []);
  assert.equal(sender.isBusy, true);
});

test("a refusal after a silence is doubtful", async () => {
  const { sender, heard } = senderTo([{ message: "no" }, silence, { message: "no" }]);
  await sender.send(0, "a");
  assert.deepEqual(heard.refused, [["no", false]]);
  await sender.send(0, "a");
  sender.onServerState(0);
  await settle();
  assert.deepEqual(heard.refused[1], ["no", true]);
});
