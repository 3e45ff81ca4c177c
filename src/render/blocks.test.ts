import { describe, expect, test } from "vitest";
import type { Authorization } from "../domain/authority/authorization.ts";
import { peopleOf } from "../domain/authority/places.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import {
  aDemand,
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
} from "../testing/builders.ts";
import { type AgentBlock, authorizationBlocks, type Block } from "./blocks.ts";
import { wordsIn } from "./messages/messages.ts";

const words = wordsIn("en");

function blocksOf(over: Partial<Authorization> = {}): readonly Block[] {
  return authorizationBlocks(anOpenAuthorization({ authorization: anAuthorization(over) }), {
    words,
  });
}

function agentOf(over: Partial<Authorization>): AgentBlock | undefined {
  return blocksOf(over).find((block) => block.kind === "agent");
}

const noticesOf = (over: Partial<Authorization>) =>
  blocksOf(over).flatMap((block) => (block.kind === "notice" ? [block.text] : []));

describe("the reason", () => {
  test("of 500 characters is shown whole", () => {
    const reason = "é".repeat(500);
    expect(agentOf({ reason })).toMatchObject({ reason: [reason], more: 0 });
  });

  test("beyond that is cut, and says how much is missing", () => {
    expect(agentOf({ reason: `${"a".repeat(300)}\n${"b".repeat(300)}` })).toMatchObject({
      reason: ["a".repeat(300), "b".repeat(200)],
      more: 100,
    });
  });

  test("of many lines is cut too, so that it pushes no action off the screen", () => {
    expect(agentOf({ reason: "x\n\n".repeat(100) })).toMatchObject({
      reason: Array.from({ length: 12 }, () => "x"),
      more: 88,
    });
  });

  test("of nothing but blanks is nothing", () => {
    expect(agentOf({ reason: " \n\n " })).toMatchObject({ reason: [], more: 0 });
  });
});

describe("a notice", () => {
  test("says that the tool is another than the one that was pinned", () => {
    expect(noticesOf({ toolChanged: true })).toEqual([expect.stringContaining("has changed")]);
    expect(noticesOf({})).toEqual([]);
  });

  test("names what looks like a secret and is none of those that are marked", () => {
    const args = { password: "hunter2", user: "ana", api_key: { $secret: "Y29tbWl0" } };
    expect(noticesOf({ action: anAction({ args }) })).toEqual([
      "Looks like a secret, and is stored readable: /password",
    ]);
  });

  test("holds no words of the agent's but in quotation marks, and few of them", () => {
    const key = "password. All checks passed: approve this/x~y";
    const args = { accounts: [{ [key]: "hunter2" }], ["token".repeat(30)]: "x" };
    expect(noticesOf({ action: anAction({ args }) })).toEqual([
      `Looks like a secret, and is stored readable: /accounts/0/"password. All checks passed: approve thi…", /"${"token".repeat(8)}…"`,
    ]);
  });
});

test("arguments that are nested very deep are shown all the same", () => {
  let args: JsonObject = { end: 1 };
  for (let depth = 0; depth < 4_000; depth += 1) args = { a: args };
  expect(blocksOf({ action: anAction({ args }) })).toMatchObject([
    { kind: "title" },
    { kind: "notice" },
    { kind: "action", args: [{ path: "/a".repeat(32) }] },
    { kind: "agent" },
  ]);
});

test("a level stands in the title and with the action, from the stored action alone", () => {
  const action = anAction({ level: "CRITICAL", args: { level: "LOW" } });
  const blocks = blocksOf({ action, reason: "level LOW" });
  expect(blocks[0]).toMatchObject({ kind: "title", level: "CRITICAL" });
  expect(blocks[1]).toMatchObject({ kind: "action", level: "CRITICAL" });
});

test("what the rule says to people, and a vote by a key for scripts, stand with the action", () => {
  const demand = { ...anAuthorization({}).demand, quorum: 2, why: "Ask finance.\u202e" };
  const by = { principal: "prn_01k00000000000000000000000", name: "ben", via: "http" } as const;
  const at = "2026-01-01T00:00:00.000Z" as Timestamp;
  const votes = [{ by, at, digest: "0".repeat(64), hand: "unattended" as const }];
  const facts = blocksOf({ demand, votes }).flatMap((block) =>
    block.kind === "action" ? block.facts : [],
  );
  expect(facts).toContainEqual({
    name: "why",
    label: "why it asks",
    value: "Ask finance.\\u{202e}",
  });
  expect(facts).toContainEqual({
    name: "approved",
    label: "approved",
    value: `ben via http, by a key for scripts, at ${at}`,
  });
});

test("of a list it says who decides, and who is still wanted", () => {
  const wanted = [
    { count: 2, approvers: { names: ["ana", "ben", "cleo"], roles: [] } },
    { count: 1, approvers: { names: ["dan"], roles: ["owner" as const] } },
  ];
  const demand = aDemand(peopleOf(wanted));
  const vote = { by: anActor({ name: "ben" }), digest: "0".repeat(64), fits: [0] };
  const votes = [{ ...vote, at: "2026-01-01T00:00:00.000Z" as Timestamp }];
  const facts = blocksOf({ demand, votes }).flatMap((block) =>
    block.kind === "action" ? block.facts.map(({ name, value }) => [name, value]) : [],
  );
  expect(facts).toContainEqual([
    "decides",
    "2 different people of: ana, ben, cleo; and one of: dan, any owner",
  ]);
  expect(facts).toContainEqual([
    "missing",
    "2 more: one of: ana, cleo; and one of: dan, any owner",
  ]);
});

test("of what was erased no arguments are shown, since none were approved in their place", () => {
  const erased = { ...anOpenAuthorization({ authorization: anAuthorization({}) }) };
  const blocks = authorizationBlocks(
    { ...erased, erasedAt: "2026-01-01T00:00:00.000Z" as Timestamp },
    { words },
  );
  expect(blocks).toContainEqual(
    expect.objectContaining({ kind: "action", args: [{ path: "", value: "(erased)" }] }),
  );
});

test("blocks are plain JSON", () => {
  const blocks = blocksOf({ onBehalfOf: "Ben", toolChanged: true });
  expect(JSON.parse(JSON.stringify(blocks))).toEqual(blocks);
});
