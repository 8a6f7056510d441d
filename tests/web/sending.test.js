import assert from "node:assert/strict";
import { test } from "node:test";

import { Sending } from "../../web/assets/sending.js";

const silence = { isSilence: true };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A server that answers as told, one answer for each request; a fault is thrown, "never" is never answered. */
function sendingTo(answers) {
  const heard = { posts: [], made: [], refused: [], missed: false };
  const sending = new Sending({
    post: (content) => {
      heard.posts.push(content);
      const answer = answers[heard.posts.length - 1];
      if (answer === "never") return new Promise(() => {});
      return answer.message || answer.isSilence ? Promise.reject(answer) : Promise.resolve(answer);
    },
    made: (game) => heard.made.push(game),
    refused: (refusal, isDoubtful) => heard.refused.push([refusal.message, isDoubtful]),
    missed: (isMissed) => (heard.missed = isMissed),
  });
  return { sending, heard };
}

test("a move without an answer is sent again, each time a little later, until it is answered", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sending, heard } = sendingTo([silence, silence, silence, { id: "done" }]);
  await sending.send(0, "a");
  assert.equal(heard.missed, true);
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
  assert.equal(sending.isBusy, false);
  assert.equal(heard.missed, false);
});

test("a move that has arrived is not sent again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { sending, heard } = sendingTo([silence, { id: "twice" }]);
  await sending.send(4, "a");
  sending.hear(5);
  assert.equal(sending.isBusy, false);
  assert.equal(heard.missed, false);
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(heard.posts.length, 1);
});

test("whoever hears of the server need not wait for the next try", async () => {
  const { sending, heard } = sendingTo([silence, { id: "done" }]);
  await sending.send(4, "a");
  sending.hear(4);
  await settle();
  assert.deepEqual(heard.made, [{ id: "done" }]);
});

test("the late answer to a move says nothing about the next one", async () => {
  let answer;
  const late = new Promise((_, reject) => (answer = reject));
  const { sending, heard } = sendingTo([late, "never"]);
  sending.send(0, "a");
  sending.hear(0);
  assert.equal(heard.posts.length, 1, "it is under way already");
  sending.hear(1);
  assert.equal(sending.isBusy, false);
  sending.send(2, "b");
  assert.deepEqual(heard.posts, ["a", "b"]);
  answer({ message: "too late" });
  await settle();
  assert.deepEqual(heard.refused, []);
  assert.equal(sending.isBusy, true);
});

test("a refusal after a silence is doubtful", async () => {
  const { sending, heard } = sendingTo([{ message: "no" }, silence, { message: "no" }]);
  await sending.send(0, "a");
  assert.deepEqual(heard.refused, [["no", false]]);
  await sending.send(0, "a");
  sending.hear(0);
  await settle();
  assert.deepEqual(heard.refused[1], ["no", true]);
});
