import { describe, expect, test } from "vitest";
import {
  ANA,
  action,
  BOB,
  DIGEST,
  EARLIER,
  LATER,
  LIFE_MS,
  NOW,
  NOW_MS,
  openAuthorization,
  openQuestion,
  VOTE,
  withVotes,
} from "../../testing/machine-values.ts";
import type { Authorization } from "../authority/authorization.ts";
import { EarshotError } from "../errors.ts";
import { toTimestamp } from "../timestamp.ts";
import type { OpenQuestion, Request } from "./request.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "./request.ts";
import { closedError } from "./request-errors.ts";
import { isDue, type RequestEvent, transition } from "./request-machine.ts";

const COLLECT_BY = toTimestamp(NOW_MS + LIFE_MS);
const closing = { version: 2, closedAt: EARLIER } as const;
const people = { kind: "people" } as const;
const byRule = { kind: "rule", rule: "reading is free" } as const;

const { expiresAt: _, ...withoutEnd } = openAuthorization;

const OTHER = "e2".repeat(32);
const OTHER_ACTION = { ...action, args: { user_id: "user124" } };
const STRICTER = { ...openAuthorization.authorization.demand, rule: "stricter", quorum: 3 };

const ASKED = {
  number: 1,
  message: "msg_01k00000000000000000000000",
  text: "Which user is that?",
  by: BOB,
  at: EARLIER,
} as const;

/** A request of both kinds in every status, and open in each way that makes a difference. */
const STATES = {
  "a question": openQuestion,
  "a question not yet due": { ...openQuestion, expiresAt: LATER },
  "a question that is due": { ...openQuestion, expiresAt: NOW },
  "a question that is overdue": { ...openQuestion, expiresAt: EARLIER },
  "an answered question": {
    ...openQuestion,
    ...closing,
    status: "answered",
    answer: { text: "B" },
    closedBy: BOB,
  },
  "a cancelled question": {
    ...openQuestion,
    ...closing,
    status: "cancelled",
    reason: "solved",
    closedBy: BOB,
  },
  "an abandoned question": { ...openQuestion, ...closing, status: "abandoned", closedBy: BOB },
  "an assumed question": {
    ...openQuestion,
    ...closing,
    status: "assumed",
    assumption: "B, then.",
    closedBy: BOB,
  },
  "an expired question": { ...openQuestion, ...closing, status: "expired", expiresAt: EARLIER },
  "an authorization": openAuthorization,
  "one without a time of expiry": withoutEnd,
  "one of a quorum of two": withVotes(2),
  "one that lacks the last vote": withVotes(2, BOB),
  "one that the same person has approved": withVotes(2, ANA),
  "one that is due": { ...openAuthorization, expiresAt: NOW },
  "one that is overdue": { ...withVotes(2, BOB), expiresAt: EARLIER },
  "one whose agent owes an answer": { ...openAuthorization, askedBack: [ASKED] },
  "one whose agent has answered": {
    ...openAuthorization,
    askedBack: [{ ...ASKED, answer: { text: "The oldest.", at: EARLIER } }],
  },
  "an approved one": {
    ...openAuthorization,
    ...closing,
    status: "approved",
    basis: people,
    closedBy: BOB,
    collectBy: LATER,
  },
  "one whose approval was taken back": {
    ...openAuthorization,
    ...closing,
    status: "rejected",
    basis: people,
    closedBy: BOB,
    revoked: { approvedAt: EARLIER },
  },
  "a rejected one": {
    ...openAuthorization,
    ...closing,
    status: "rejected",
    basis: people,
    reason: "Not today.",
    closedBy: BOB,
  },
  "a responded one": {
    ...openAuthorization,
    ...closing,
    status: "responded",
    response: "It is user 125.",
    closedBy: BOB,
  },
  "a cancelled one": { ...openAuthorization, ...closing, status: "cancelled", closedBy: BOB },
  "an abandoned one": { ...openAuthorization, ...closing, status: "abandoned", reason: "gone" },
  "an expired one": { ...openAuthorization, ...closing, status: "expired", expiresAt: EARLIER },
} as const satisfies Record<string, Request>;
type State = keyof typeof STATES;

const EVENTS = {
  answer: { type: "answer", answer: { text: "A" }, by: ANA },
  approve: { type: "approve", vote: VOTE },
  reject: { type: "reject", reason: "Too dear.", by: ANA },
  allow: { type: "settle", outcome: "approved", basis: byRule },
  deny: { type: "settle", outcome: "rejected", basis: byRule, reason: "Never here." },
  cancel: { type: "cancel", reason: "no longer needed", by: ANA },
  abandon: { type: "abandon", reason: "nobody is there", by: ANA },
  assume: { type: "assume", assumption: "A, I guess.", by: ANA },
  reask: { type: "reask", to: ["bob"] },
  expire: { type: "expire" },
  revoke: { type: "revoke", reason: "Wrong user.", by: ANA },
  edit: {
    type: "edit",
    vote: { ...VOTE, digest: OTHER },
    edit: { action: OTHER_ACTION, digest: OTHER, patch: [] },
    terms: { demand: STRICTER, to: ["cleo"] },
  },
  respond: { type: "respond", response: "It is user 125.", by: ANA },
  askBack: {
    type: "ask_back",
    asked: { message: "msg_01k00000000000000000000001", text: "Why now?", by: ANA },
  },
  answerBack: { type: "answer_back", text: "It was asked for today." },
} as const satisfies Record<string, RequestEvent>;
type EventName = keyof typeof EVENTS;

/** What follows: a status, one vote more, the same value, or the code of what is thrown. */
const MOVES = [
  "answer",
  "approve",
  "reject",
  "allow",
  "deny",
  "cancel",
  "abandon",
  "assume",
  "reask",
  "expire",
  "revoke",
  "edit",
  "respond",
  "askBack",
  "answerBack",
] as const;
const QUESTION = "answered no no no no cancelled abandoned assumed open same no no no open no";
const DECIDABLE =
  "no approved rejected approved rejected cancelled abandoned no open same no open responded open no";
const DUE = "late late late late late late late late late expired late late late late late";
const CLOSED = "late late late late late late late late late same late late late late late";
const TABLE: Readonly<Record<State, string>> = {
  "a question": QUESTION,
  "a question not yet due": QUESTION,
  "a question that is due": DUE,
  "a question that is overdue": DUE,
  "an answered question": CLOSED,
  "a cancelled question": CLOSED,
  "an abandoned question": CLOSED,
  "an assumed question": CLOSED,
  "an expired question": CLOSED,
  "an authorization": DECIDABLE,
  "one without a time of expiry": DECIDABLE,
  "one of a quorum of two":
    "no voted rejected approved rejected cancelled abandoned no open same no open responded open no",
  "one that lacks the last vote": DECIDABLE,
  "one that the same person has approved":
    "no twice rejected approved rejected cancelled abandoned no open same open open responded open no",
  "one that is due": DUE,
  "one that is overdue": DUE,
  "one whose agent owes an answer":
    "no approved rejected approved rejected cancelled abandoned no open same no open responded no open",
  "one whose agent has answered": DECIDABLE,
  "an approved one":
    "late late late late late late late late late same rejected late late late late",
  "one whose approval was taken back": CLOSED,
  "a rejected one": CLOSED,
  "a responded one": CLOSED,
  "a cancelled one": CLOSED,
  "an abandoned one": CLOSED,
  "an expired one": CLOSED,
};

const CODES = { no: "INVALID_INPUT", late: "REQUEST_CLOSED", twice: "ALREADY_VOTED" } as const;

interface Cell {
  readonly state: State;
  readonly move: EventName;
  readonly cell: string;
}
const CELLS: readonly Cell[] = Object.entries(TABLE).flatMap(([state, row]) =>
  row
    .split(" ")
    .map((cell, index) => ({ state: state as State, move: MOVES[index] ?? "expire", cell })),
);

function authorizationOf(request: Request): Authorization {
  if (request.kind === "authorization") return request.authorization;
  throw new Error("It is a question.");
}

/** All that a move adds to the value, by the move and what follows. */
function added(request: Request, move: EventName): object {
  const closed = { version: request.version + 1, closedAt: NOW };
  const voted = (): object => {
    const authorization = authorizationOf(request);
    const votes = [...authorization.votes, { ...VOTE, at: NOW }];
    return { authorization: { ...authorization, votes } };
  };
  const approved = { ...closed, status: "approved", collectBy: COLLECT_BY };
  switch (move) {
    case "answer":
      return { ...closed, status: "answered", answer: { text: "A" }, closedBy: ANA };
    case "approve":
      return { ...approved, ...voted(), basis: people, closedBy: ANA };
    case "reject":
      return { ...closed, status: "rejected", basis: people, reason: "Too dear.", closedBy: ANA };
    case "allow":
      return { ...approved, basis: byRule };
    case "deny":
      return { ...closed, status: "rejected", basis: byRule, reason: "Never here." };
    case "cancel":
      return { ...closed, status: "cancelled", reason: "no longer needed", closedBy: ANA };
    case "abandon":
      return { ...closed, status: "abandoned", reason: "nobody is there", closedBy: ANA };
    case "assume":
      return { ...closed, status: "assumed", assumption: "A, I guess.", closedBy: ANA };
    case "reask":
      return { to: ["bob"], version: request.version + 1 };
    case "expire":
      return { ...closed, status: "expired" };
    case "revoke":
      return request.status === "approved"
        ? revoked(request)
        : { ...withoutVotes(request), version: request.version + 1 };
    case "edit":
      return putToOthers(request);
    case "respond":
      return { ...closed, status: "responded", response: "It is user 125.", closedBy: ANA };
    case "askBack":
      return {
        askedBack: [
          ...(request.askedBack ?? []),
          { ...EVENTS.askBack.asked, at: NOW, number: (request.askedBack?.length ?? 0) + 1 },
        ],
        version: request.version + 1,
      };
    case "answerBack":
      return {
        askedBack: [{ ...ASKED, answer: { text: EVENTS.answerBack.text, at: NOW } }],
        version: request.version + 1,
      };
  }
}

/** Others have to approve it: its author's vote is not among those that count. */
function putToOthers(request: Request): object {
  const { action: asked, ...authorization } = authorizationOf(request);
  const edit = {
    by: ANA,
    at: NOW,
    others: true,
    args: asked.args,
    digest: DIGEST,
    patch: [],
  };
  const now = { action: OTHER_ACTION, digest: OTHER, edit, demand: STRICTER, votes: [] };
  return {
    authorization: { ...authorization, ...now },
    to: ["cleo"],
    version: request.version + 1,
  };
}

function revoked({ version }: Request): object {
  return {
    version: version + 1,
    status: "rejected",
    basis: people,
    reason: "Wrong user.",
    closedAt: NOW,
    closedBy: ANA,
    revoked: { approvedAt: EARLIER },
  };
}

function withoutVotes(request: Request): object {
  return { authorization: { ...authorizationOf(request), votes: [] } };
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("every status × event", () => {
  test("the table covers every kind, status and event", () => {
    const states = Object.values(STATES);
    expect([...new Set(states.map(({ status }) => status))].sort()).toEqual(
      [...REQUEST_STATUSES].sort(),
    );
    expect([...new Set(states.map(({ kind }) => kind))].sort()).toEqual([...REQUEST_KINDS].sort());
    expect(Object.keys(TABLE)).toEqual(Object.keys(STATES));
    expect(CELLS).toHaveLength(states.length * Object.keys(EVENTS).length);
  });

  test.each(CELLS)("$state, $move: $cell", ({ state, move, cell }) => {
    const request: Request = Object.freeze(STATES[state]);
    const run = () => transition(request, EVENTS[move], NOW);
    if (cell === "same") {
      expect(run()).toBe(request);
    } else if (cell in CODES) {
      const error = thrownBy(run);
      expect(error).toBeInstanceOf(EarshotError);
      const code = CODES[cell as keyof typeof CODES];
      expect(error).toMatchObject({ code, details: { id: request.id } });
    } else if (cell === "voted") {
      const authorization = { ...authorizationOf(request), votes: [{ ...VOTE, at: NOW }] };
      expect(run()).toStrictEqual({ ...request, authorization, version: request.version + 1 });
    } else {
      const { collectBy: _, ...kept } = { collectBy: undefined, ...request };
      const before = move === "revoke" ? kept : request;
      expect(run()).toStrictEqual({ ...before, ...added(request, move) });
      expect(run().status).toBe(cell);
    }
  });

  test("an event of another kind is a fault of the program, never a change", () => {
    const unknown = { type: "applaud" } as unknown as RequestEvent;
    expect(() => transition(openQuestion, unknown, NOW)).toThrow(/Unknown event/);
  });

  test("asked again without names, it is asked of the same people", () => {
    const again = transition(openQuestion, { type: "reask" }, NOW);
    expect(again).toStrictEqual({ ...openQuestion, version: openQuestion.version + 1 });
  });

  test("what the rules of the review close names nobody", () => {
    const abandoned = transition(openQuestion, { type: "abandon" }, NOW);
    expect(abandoned).not.toHaveProperty("closedBy");
    expect(closedError(abandoned as never).message).toContain("was abandoned at");
  });

  test("a cancel without a reason leaves none behind", () => {
    const cancelled = transition(openQuestion, { type: "cancel", by: ANA }, NOW);
    expect(cancelled).not.toHaveProperty("reason");
  });
});

describe("what a late event is told", () => {
  test("who answered, through what, and when", () => {
    expect(closedError(STATES["an answered question"])).toMatchObject({
      message: `Request ${openQuestion.id} was answered by bob via cli at ${EARLIER}.`,
      details: { id: openQuestion.id, status: "answered", closedAt: EARLIER, closedBy: BOB },
    });
  });

  test("of one whose approval was taken back, by whom that was", () => {
    expect(closedError(STATES["one whose approval was taken back"]).message).toBe(
      `The approval of ${openAuthorization.id} was taken back by bob via cli at ${EARLIER}.`,
    );
  });

  test("of an expired one, when it ended; nobody did it", () => {
    const error = closedError(STATES["an expired one"]);
    expect(error.message).toBe(`Request ${openAuthorization.id} was expired at ${EARLIER}.`);
    expect(error.details).not.toHaveProperty("closedBy");
  });

  test("of a due one that no timer has expired yet, the moment at which its time ran out", () => {
    const overdue: OpenQuestion = { ...openQuestion, expiresAt: EARLIER };
    const late = () => transition(overdue, EVENTS.answer, NOW);
    expect(thrownBy(late)).toMatchObject({ details: { status: "expired", closedAt: EARLIER } });
  });

  test("of what is asked of the wrong kind, which kind it is and what it takes", () => {
    expect(() => transition(openQuestion, EVENTS.approve, NOW)).toThrow(
      `Request ${openQuestion.id} is a question. It takes an answer, and no approval or rejection.`,
    );
    expect(() => transition(openAuthorization, EVENTS.answer, NOW)).toThrow(
      `Request ${openAuthorization.id} is an authorization. It takes no answer: approve or reject it.`,
    );
    expect(thrownBy(() => transition(openQuestion, EVENTS.deny, NOW))).toMatchObject({
      details: { id: openQuestion.id, kind: "question" },
    });
  });
});

describe("the moment of expiry", () => {
  const before = toTimestamp(NOW_MS - 1);

  test("an answer in the millisecond before it wins, one in its own millisecond is too late", () => {
    const request = { ...openQuestion, expiresAt: NOW };
    expect(transition(request, EVENTS.answer, before).status).toBe("answered");
    expect(() => transition(request, EVENTS.answer, NOW)).toThrow(/was expired/);
  });

  test("an approval in the millisecond before it wins, one in its own millisecond is too late", () => {
    const request = { ...openAuthorization, expiresAt: NOW };
    expect(transition(request, EVENTS.approve, before).status).toBe("approved");
    expect(() => transition(request, EVENTS.approve, NOW)).toThrow(/was expired/);
  });

  test("a request without one is never due", () => {
    expect(isDue(openQuestion, toTimestamp(Date.UTC(9999, 0)))).toBe(false);
  });

  test("a closed request is not due, however late it is", () => {
    const answered = { ...STATES["an answered question"], expiresAt: EARLIER };
    expect(isDue(answered, LATER)).toBe(false);
  });
});

test("the digest that the values vote for is the one that stands", () => {
  expect(openAuthorization.authorization.digest).toBe(DIGEST);
});

describe("a question whose time begins when somebody is shown it", () => {
  const waiting: OpenQuestion = { ...openQuestion, lifeMs: LIFE_MS };

  test("begins then, once, and is due at the end of it", () => {
    const { lifeMs: _life, ...rest } = waiting;
    const shown = transition(waiting, { type: "deliver" }, NOW);
    const expiresAt = toTimestamp(NOW_MS + LIFE_MS);
    expect(shown).toStrictEqual({ ...rest, expiresAt, version: waiting.version + 1 });
    expect(transition(shown, { type: "deliver" }, LATER)).toBe(shown);
  });

  test("has no time left to begin once it is answered", () => {
    expect(transition(waiting, EVENTS.answer, NOW)).not.toHaveProperty("lifeMs");
  });

  test.each(Object.keys(STATES) as State[])("%s stays as it is", (state) => {
    expect(transition(STATES[state], { type: "deliver" }, NOW)).toBe(STATES[state]);
  });
});
