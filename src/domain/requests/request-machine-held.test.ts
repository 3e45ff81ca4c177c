import { describe, expect, test } from "vitest";
import {
  ANA,
  BOB,
  DIGEST,
  EARLIER,
  LATER,
  NOW,
  openAuthorization,
  openQuestion,
  VOTE,
  withVotes,
} from "../../testing/machine-values.ts";
import { EarshotError } from "../errors.ts";
import type { Held } from "./held.ts";
import type { OpenRequest, Request } from "./request.ts";
import { isDue, type RequestEvent, transition } from "./request-machine.ts";

/* A decision that its person can take back: what every event makes of it, and it of every state. */

const ANSWERED: Held = { by: BOB, does: "answer", at: EARLIER, until: LATER };
const APPROVED: Held = { ...ANSWERED, does: "approve" };
const RESPONDED: Held = { ...ANSWERED, does: "respond" };

function medium<R extends typeof openAuthorization>(request: R): R {
  const { authorization } = request;
  const demand = { ...authorization.demand, level: "MEDIUM" };
  return { ...request, authorization: { ...authorization, demand } };
}
const ONE = medium(openAuthorization);
const OF_TWO = medium(withVotes(2));

const FREE = {
  "a question": openQuestion,
  "a question that is due": { ...openQuestion, expiresAt: NOW },
  "an authorization": ONE,
  "one of a quorum of two": OF_TWO,
  "an answered question": {
    ...openQuestion,
    version: 2,
    closedAt: EARLIER,
    status: "answered",
    answer: { text: "B" },
    closedBy: BOB,
  },
} as const satisfies Record<string, Request>;

const HELD = {
  "a question with an answer": { ...openQuestion, held: ANSWERED },
  "one whose time has run out since": { ...openQuestion, expiresAt: NOW, held: ANSWERED },
  "an authorization with a vote": { ...ONE, held: APPROVED },
  "one of two with a vote": { ...OF_TWO, held: APPROVED },
  "an authorization with a response": { ...ONE, held: RESPONDED },
} as const satisfies Record<string, OpenRequest>;

const EVENTS = {
  answer: { type: "answer", answer: { text: "A" }, by: ANA },
  approve: { type: "approve", vote: VOTE },
  reject: { type: "reject", by: ANA },
  settle: { type: "settle", outcome: "approved", basis: { kind: "rule", rule: "r" } },
  respond: { type: "respond", response: "It was paid.", by: BOB },
  cancel: { type: "cancel", by: ANA },
  abandon: { type: "abandon" },
  assume: { type: "assume", assumption: "A." },
  reask: { type: "reask" },
  expire: { type: "expire" },
  "hold an answer": { type: "hold", held: ANSWERED },
  "hold a vote": { type: "hold", held: APPROVED },
  "hold a response": { type: "hold", held: RESPONDED },
  "unhold by bob": { type: "unhold", by: BOB.principal },
  "unhold by ana": { type: "unhold", by: ANA.principal },
  "unhold by nobody": { type: "unhold" },
  "send an answer": { type: "send", decision: { type: "answer", answer: { text: "B" }, by: BOB } },
  "send a vote": {
    type: "send",
    decision: { type: "approve", vote: { by: BOB, digest: DIGEST } },
  },
  "send a response": {
    type: "send",
    decision: { type: "respond", response: "It was paid.", by: BOB },
  },
} as const satisfies Record<string, RequestEvent>;
const MOVES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

/** By the events above: a status, `held` or `free` for open, `same`, or what is thrown. */
const TABLE: Readonly<Record<keyof typeof HELD | keyof typeof FREE, string>> = {
  "a question":
    "answered no no no no cancelled abandoned assumed free same held no no no no no answered no no",
  "a question that is due":
    "late late late late late late late late late expired late late late late late late late late late",
  "an authorization":
    "no approved rejected approved responded cancelled abandoned no free same no held held no no no no approved responded",
  "one of a quorum of two":
    "no free rejected approved responded cancelled abandoned no free same no held held no no no no free responded",
  "an answered question":
    "late late late late late late late late late same late late late late late late late late late",
  "a question with an answer":
    "wait wait wait wait wait cancelled wait wait held same wait wait wait free wait free answered no no",
  "one whose time has run out since":
    "wait wait wait wait wait cancelled wait wait held same wait wait wait free wait free answered no no",
  "an authorization with a vote":
    "wait wait wait wait wait cancelled wait wait held same wait wait wait free wait free no approved responded",
  "one of two with a vote":
    "wait wait wait wait wait cancelled wait wait held same wait wait wait free wait free no free responded",
  "an authorization with a response":
    "wait wait wait wait wait cancelled wait wait held same wait wait wait free wait free no approved responded",
};
const CODES = { no: "INVALID_INPUT", late: "REQUEST_CLOSED", wait: "DECISION_HELD" } as const;

const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  row.split(" ").map((cell, index) => ({ state, move: MOVES[index] ?? "expire", cell })),
);

function standing(request: Request): string {
  if (request.status !== "open") return request.status;
  return request.held === undefined ? "free" : "held";
}

test("the table has every event in every state", () => {
  expect(CELLS).toHaveLength(MOVES.length * Object.keys({ ...FREE, ...HELD }).length);
});

test.each(CELLS)("$state, $move: $cell", ({ state, move, cell }) => {
  const all: Readonly<Record<string, Request>> = { ...FREE, ...HELD };
  const request = Object.freeze(all[state] ?? openQuestion);
  const run = () => transition(request, EVENTS[move], NOW);
  if (cell in CODES) {
    const code = CODES[cell as keyof typeof CODES];
    expect(run).toThrow(EarshotError);
    expect(run).toThrow(expect.objectContaining({ code }));
    return;
  }
  const next = run();
  if (cell === "same") {
    expect(next).toBe(request);
    return;
  }
  expect(standing(next)).toBe(cell);
  expect(next.version).toBe(request.version + 1);
  if (next.status !== "open") expect(next).not.toHaveProperty("held");
});

describe("a decision that was held", () => {
  test("counts as of the moment at which it was made, also after the time has run out", () => {
    const late: Request = HELD["one whose time has run out since"];
    expect(isDue(late, NOW)).toBe(false);
    expect(transition(late, EVENTS["send an answer"], NOW)).toMatchObject({
      status: "answered",
      closedAt: EARLIER,
      closedBy: BOB,
    });
  });

  test("taken back leaves the request as it was, and one whose time is over expires next", () => {
    const late: Request = HELD["one whose time has run out since"];
    const back = transition(late, EVENTS["unhold by bob"], NOW);
    const version = openQuestion.version + 1;
    expect(back).toStrictEqual({ ...openQuestion, expiresAt: NOW, version });
    expect(transition(back, EVENTS.expire, NOW).status).toBe("expired");
  });

  test("says to everybody else who decides, and for how long", () => {
    const run = () => transition(HELD["a question with an answer"], EVENTS.answer, NOW);
    expect(run).toThrow(/^bob is answering req_\w+; \d+ s left/);
  });

  test.each(["HIGH", "CRITICAL"] as const)("is none at %s", (level) => {
    const { authorization } = openAuthorization;
    const demand = { ...authorization.demand, level };
    const high = { ...openAuthorization, authorization: { ...authorization, demand } };
    expect(() => transition(high, EVENTS["hold a vote"], NOW)).toThrow(/decided at once/);
  });

  test("leaves the time of a question that nobody was shown to begin", () => {
    const unseen: OpenRequest = { ...openQuestion, lifeMs: 5_000 };
    const held = transition(unseen, EVENTS["hold an answer"], NOW);
    expect(transition(held, { type: "deliver" }, NOW)).toMatchObject({ held: ANSWERED });
  });
});
