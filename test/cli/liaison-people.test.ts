import { beforeEach, expect, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import { earshot, type TestServer, testServer } from "../support/cli.ts";

/* Who reads a conversation and speaks in it, and feedback that was read wrongly, from the command line. */

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});

const MOST_TURNS = 8;

async function judged(words: string): Promise<ConversationId> {
  const need = "I need a sales dashboard of last quarter for our executives, with bar charts.";
  let reply = await server.operator.beginConversation({ initial_message: need });
  const { conversation_id } = reply;
  for (let turn = 0; reply.phase === "problem_definition" && turn < MOST_TURNS; turn++) {
    reply = await server.operator.continueConversation({ conversation_id, message: "Just do it." });
  }
  await server.agent.taskCompleted({ conversation_id, task_result: "Here it is." });
  await server.operator.continueConversation({ conversation_id, message: words });
  return conversation_id;
}

test("doubtful feedback is listed with what to do next, withdrawn once, and then gone", async () => {
  const nothing = await server.run("liaison", "review");
  expect(nothing).toMatchObject({ code: 0, stdout: "", stderr: "No feedback is doubtful.\n" });
  const id = await judged("Could be better.");
  const listed = await server.run("liaison", "review");
  expect(listed.stdout).toMatch(
    new RegExp(`^${id}  round 1  needs_improvement  0\\.\\d\\d  operator  \\S`),
  );
  expect(listed.stderr).toMatch(/npx earshot liaison withdraw .*ID ROUND REASON/);
  const { items } = JSON.parse((await server.run("liaison", "review", "--json")).stdout);
  expect(items).toMatchObject([{ conversation_id: id, round: 1 }]);
  const words = ["liaison", "withdraw", id, "1", "I", "was joking."];
  const withdrawn = await server.run(...words);
  expect(withdrawn, withdrawn.stderr).toMatchObject({ code: 0, stdout: "" });
  expect(withdrawn.stderr).toContain("counts nowhere");
  expect(withdrawn.stderr).toMatch(new RegExp(`npx earshot liaison say .*${id}`));
  expect((await server.run(...words)).stderr).toContain("Nothing is new: operator had withdrawn");
  const again = JSON.parse((await server.run(...words, "--json")).stdout);
  expect(again).toMatchObject({ round: 1, reason: "I was joking.", repeated: true });
  expect((await server.run("liaison", "review")).stdout).toBe("");
  expect((await server.run("liaison", "show", id)).stdout).toContain("I was joking.");
  expect((await server.run("liaison", "withdraw", id, "7", "no")).code).toBeGreaterThan(0);
});

test("a conversation is shared with those who are named, and with nobody again", async () => {
  const { conversation_id: id } = await server.operator.beginConversation({
    initial_message: "I need a report.",
  });
  await server.operator.addOperator({ name: "ben", role: "viewer" });
  const shared = await server.run("liaison", "share", id, "--with", "ben");
  expect(shared).toMatchObject({
    code: 0,
    stderr: `Beside you and owners, ben reads ${id}.\n`,
  });
  const json = await server.run("liaison", "share", id, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ id, sharedWith: [] });
  expect((await server.run("liaison", "share", id, "--with", "nobody-here")).code).not.toBe(0);
});

test("a service gets a token by which it speaks for a user of its own", async () => {
  const made = await server.operator.createKey({ kind: "service", name: "shop" });
  const url = server.url();
  const env = { EARSHOT_URL: url, EARSHOT_KEY: made.secret };
  const token = await earshot(["liaison", "token", "user-1", "--ttl", "60"], { env });
  expect(token, token.stderr).toMatchObject({ code: 0 });
  expect(token.stderr).toMatch(/^It is good until \d{4}-/);
  const user = createClient({ url, key: made.secret, endUser: token.stdout.trim() });
  const begun = await user.beginConversation({ initial_message: "I need a report." });
  expect(begun.phase).toBe("problem_definition");
  expect((await server.run("liaison", "token", "user-1")).stderr).toContain("only a service");
});
