import { describe, expect, test } from "vitest";
import {
  ANA,
  action,
  BOB,
  CLEO,
  DIGEST,
  EARLIER,
  LATER,
  NOW,
  NOW_MS,
  openAuthorization,
  VOTE,
  withVotes,
} from "../../testing/machine-values.ts";
import type { Authorization } from "../authority/authorization.ts";
import { toTimestamp } from "../timestamp.ts";
import type { Request } from "./request.ts";
import { type EditedAction, transition } from "./request-machine.ts";

const OTHER = "e2".repeat(32);
const args = { user_id: "user124" };
const patch = [{ op: "replace", path: "/user_id", value: "user124" }] as const;
const edit: EditedAction = { action: { ...action, args }, digest: OTHER, patch };

function authorizationOf(request: Request): Authorization {
  if (request.kind === "authorization") return request.authorization;
  throw new Error("It is a question.");
}

function approve(request: Request, vote: Partial<typeof VOTE> = {}, edited?: EditedAction) {
  const more = edited === undefined ? {} : { edit: edited };
  return transition(request, { type: "approve", vote: { ...VOTE, ...vote }, ...more }, NOW);
}

describe("terms of another policy", () => {
  const { authorization, to } = withVotes(2, BOB);
  const terms = { demand: authorization.demand, to };

  test("that ask the same leave the same value, in whatever order they name people", () => {
    const named = { ...authorization.demand, approvers: { names: ["a", "b"], roles: [] } };
    const before = { ...withVotes(2, BOB), authorization: { ...authorization, demand: named } };
    const demand = { ...named, approvers: { names: ["b", "a"], roles: [] }, revision: "later" };
    const event = { type: "redemand", terms: { demand, to }, withdrawn: [] } as const;
    expect(transition(before, event, NOW)).toBe(before);
  });

  test.each([
    ["another rule", { ...terms, demand: { ...terms.demand, rule: "other" } }],
    ["a higher level", { ...terms, demand: { ...terms.demand, level: "CRITICAL" as const } }],
    ["a proof of who decides", { ...terms, demand: { ...terms.demand, stepUp: true } }],
    ["others who are asked", { ...terms, to: ["cleo"] }],
  ])("with %s make another version, which is open", (_, changed) => {
    const before = withVotes(2, BOB);
    const next = transition(before, { type: "redemand", terms: changed, withdrawn: [] }, NOW);
    expect(next).toMatchObject({ status: "open", version: before.version + 1, to: changed.to });
    expect(authorizationOf(next)).toMatchObject({ demand: changed.demand, votes: [{ by: BOB }] });
  });

  test("come too late for what has closed", () => {
    const event = { type: "redemand", terms, withdrawn: [] } as const;
    expect(() => transition(approve(withVotes(1)), event, NOW)).toThrow(
      expect.objectContaining({ code: "REQUEST_CLOSED" }),
    );
  });
});

describe("an approval", () => {
  test.each([
    ["of another action", OTHER],
    ["of a part of the digest", DIGEST.slice(0, 6)],
    ["of the digest in capitals", DIGEST.toUpperCase()],
    ["of no digest", ""],
  ])("%s is refused with the digest that stands", (_, digest) => {
    expect(() => approve(openAuthorization, { digest })).toThrow(
      expect.objectContaining({
        code: "DIGEST_MISMATCH",
        message: `What was shown is not what would run: ${openAuthorization.id} stands at digest ${DIGEST}, not ${digest}. Look at it again, then decide.`,
        details: { id: openAuthorization.id, digest: DIGEST },
      }),
    );
  });

  test("by the same person again closes it where the votes given have become enough", () => {
    const { authorization, to } = withVotes(2, ANA);
    const terms = { demand: { ...authorization.demand, quorum: 1 }, to };
    const lowered = transition(withVotes(2, ANA), { type: "redemand", terms, withdrawn: [] }, NOW);
    expect(lowered).toMatchObject({ status: "open", version: openAuthorization.version + 1 });
    const approved = approve(lowered);
    expect(approved).toMatchObject({ status: "approved", closedBy: ANA });
    expect(authorizationOf(approved).votes).toHaveLength(1);
  });

  test("is counted under the terms that it comes with, without the votes that are withdrawn", () => {
    const before = withVotes(2, BOB);
    const { authorization } = before;
    const terms = { demand: { ...authorization.demand, quorum: 3 }, to: ["ana"] };
    const event = { type: "approve", vote: VOTE, terms, withdrawn: [BOB.principal] } as const;
    const next = transition(before, event, NOW);
    expect(next).toMatchObject({ status: "open", to: ["ana"] });
    expect(authorizationOf(next)).toMatchObject({ demand: { quorum: 3 }, votes: [{ by: ANA }] });
  });

  test("by the same person again is refused, and says how many more it waits for", () => {
    expect(() => approve(withVotes(3, ANA))).toThrow(
      expect.objectContaining({
        code: "ALREADY_VOTED",
        message: `ana has approved ${openAuthorization.id} before. It waits for 2 more.`,
        details: { id: openAuthorization.id },
      }),
    );
  });

  test("by the same person under another name or from elsewhere is refused too", () => {
    const again = { ...ANA, name: "ana-two", via: "http" } as const;
    expect(() => approve(withVotes(2, ANA), { by: again })).toThrow(/has approved/);
  });

  test("by somebody of the same name counts: people are told apart by who they are", () => {
    const namesake = { ...BOB, name: ANA.name };
    expect(approve(withVotes(2, ANA), { by: namesake }).status).toBe("approved");
  });

  test("counts once as many as the policy demands have given one, in the order given", () => {
    const first = approve(withVotes(3), { by: ANA });
    const second = approve(first, { by: BOB });
    expect([first.status, second.status]).toEqual(["open", "open"]);
    const third = approve(second, { by: CLEO });
    expect(third).toMatchObject({ status: "approved", version: 4, closedBy: CLEO });
    expect(authorizationOf(third).votes.map(({ by }) => by)).toEqual([ANA, BOB, CLEO]);
  });

  test("drops the votes that are withdrawn, and counts those that stand", () => {
    const withdrawn = [BOB.principal];
    const event = { type: "approve", vote: VOTE, withdrawn } as const;
    const next = transition(withVotes(3, BOB, CLEO), event, NOW);
    expect(next.status).toBe("open");
    expect(authorizationOf(next).votes.map(({ by }) => by)).toEqual([CLEO, ANA]);
    expect(transition(withVotes(2, BOB, CLEO), event, NOW).status).toBe("approved");
  });

  test("by somebody whose vote was withdrawn counts anew, once", () => {
    const event = { type: "approve", vote: VOTE, withdrawn: [ANA.principal] } as const;
    const next = transition(withVotes(3, ANA, BOB), event, NOW);
    expect(authorizationOf(next).votes.map(({ by }) => by)).toEqual([BOB, ANA]);
  });

  test("keeps how it was given", () => {
    const marks = { hand: "unattended", soleOperator: true, steppedUp: true } as const;
    const approved = approve(openAuthorization, marks);
    expect(authorizationOf(approved).votes).toEqual([{ ...VOTE, ...marks, at: NOW }]);
  });

  test("after a rejection is refused, whoever gives it", () => {
    const rejected = transition(withVotes(2, ANA), { type: "reject", reason: "No.", by: BOB }, NOW);
    expect(authorizationOf(rejected).votes).toHaveLength(1);
    expect(() => approve(rejected, { by: CLEO })).toThrow(/was rejected by bob via cli/);
  });

  test("can be collected for as long as people had to decide", () => {
    const request = {
      ...openAuthorization,
      createdAt: toTimestamp(NOW_MS - 1_000),
      authorization: {
        ...openAuthorization.authorization,
        action: { ...action, expiresAt: toTimestamp(NOW_MS + 6_000) },
      },
    };
    expect(approve(request)).toMatchObject({ collectBy: toTimestamp(NOW_MS + 7_000) });
  });
});

describe("an edit", () => {
  const voteForEdit = { digest: OTHER };

  test("approves the edited action, and keeps what the agent had asked for", () => {
    const approved = approve(openAuthorization, voteForEdit, edit);
    expect(approved).toMatchObject({ status: "approved", version: 2, closedBy: ANA });
    expect(authorizationOf(approved)).toStrictEqual({
      ...openAuthorization.authorization,
      action: edit.action,
      digest: OTHER,
      edit: { by: ANA, at: NOW, args: action.args, digest: DIGEST, patch },
      votes: [{ ...VOTE, digest: OTHER, at: NOW }],
    });
  });

  test("with an approval of the action as it was is refused", () => {
    expect(() => approve(openAuthorization, { digest: DIGEST }, edit)).toThrow(
      expect.objectContaining({ code: "DIGEST_MISMATCH" }),
    );
  });

  test("makes the approvals before it void: they were for something else", () => {
    const edited = approve(withVotes(2, BOB), voteForEdit, edit);
    expect(edited).toMatchObject({ status: "open", version: 2 });
    expect(authorizationOf(edited).votes.map(({ by }) => by)).toEqual([ANA]);
    expect(approve(edited, { by: BOB, digest: OTHER }).status).toBe("approved");
  });

  test("lets those approve again who had approved before it, once", () => {
    const edited = approve(withVotes(3, ANA, BOB), voteForEdit, edit);
    expect(authorizationOf(edited).votes).toHaveLength(1);
    expect(() => approve(edited, voteForEdit)).toThrow(/It waits for 2 more/);
  });

  test("of an edit still tells from what the agent had asked for", () => {
    const edited = approve(withVotes(2), voteForEdit, edit);
    const third = "f3".repeat(32);
    const again: EditedAction = {
      action: { ...action, args: { user_id: "user125" } },
      digest: third,
      patch: [{ op: "replace", path: "/user_id", value: "user125" }],
    };
    const twice = approve(edited, { by: BOB, digest: third }, again);
    expect(twice.status).toBe("open");
    expect(authorizationOf(twice)).toMatchObject({
      digest: third,
      action: again.action,
      edit: { by: BOB, args: action.args, digest: DIGEST, patch: again.patch },
    });
  });

  test("with the former digest is told which digest its arguments have", () => {
    const stale = { by: BOB, digest: DIGEST };
    expect(() => approve(withVotes(2), stale, edit)).toThrow(
      `with these arguments ${openAuthorization.id} would run at digest ${edit.digest}, not ${DIGEST}.`,
    );
  });

  test("leaves an approval of the former digest behind", () => {
    const edited = approve(withVotes(2), voteForEdit, edit);
    expect(() => approve(edited, { by: BOB, digest: DIGEST })).toThrow(/stands at digest e2e2/);
  });
});

describe("an edit that is put to others", () => {
  const terms = { demand: withVotes(2).authorization.demand, to: [] };
  const vote = { ...VOTE, digest: OTHER, key: "key_01k00000000000000000000001" } as const;
  const put = { type: "edit", edit, vote, terms } as const;

  test("leaves it open without any vote, and says who made it by which key", () => {
    const next = transition(withVotes(2, BOB), put, NOW);
    expect(next).toMatchObject({ status: "open", to: [], version: 2 });
    expect(authorizationOf(next)).toMatchObject({
      votes: [],
      digest: OTHER,
      edit: { by: ANA, key: vote.key, others: true, digest: DIGEST, args: action.args },
    });
  });

  test("is refused with the digest of another action", () => {
    const stale = { ...put, vote: { ...vote, digest: DIGEST } };
    expect(() => transition(openAuthorization, stale, NOW)).toThrow(
      expect.objectContaining({ code: "DIGEST_MISMATCH" }),
    );
  });

  test("is one of the approver who edits it next, and no longer put to others", () => {
    const next = approve(transition(openAuthorization, put, NOW), { by: BOB, digest: OTHER }, edit);
    const { edit: last } = authorizationOf(next);
    expect(last).toMatchObject({ by: BOB, digest: DIGEST });
    expect(last).not.toHaveProperty("others");
  });
});

describe("a rule or a permission", () => {
  const permission = "per_01k00000000000000000000001";

  test("approves in the name of who gave it, without a vote", () => {
    const basis = { kind: "permission", permission } as const;
    const settled = transition(
      openAuthorization,
      { type: "settle", outcome: "approved", basis, by: BOB, reason: "kept out" },
      NOW,
    );
    expect(settled).toMatchObject({ status: "approved", basis, closedBy: BOB, closedAt: NOW });
    expect(settled).not.toHaveProperty("reason");
    expect(authorizationOf(settled).votes).toEqual([]);
  });

  test("rejects without a reason where it gives none, and without a name", () => {
    const basis = { kind: "rule", rule: "never" } as const;
    const settled = transition(
      openAuthorization,
      { type: "settle", outcome: "rejected", basis },
      NOW,
    );
    expect(settled).toMatchObject({ status: "rejected", basis });
    expect(settled).not.toHaveProperty("reason");
    expect(settled).not.toHaveProperty("closedBy");
    expect(settled).not.toHaveProperty("collectBy");
  });

  test("rejects in the name of somebody where there is one", () => {
    const basis = { kind: "rule", rule: "never" } as const;
    const event = { type: "settle", outcome: "rejected", basis, by: BOB } as const;
    expect(transition(openAuthorization, event, NOW)).toMatchObject({ closedBy: BOB });
  });
});

test("what was asked is not changed by any of it", () => {
  const before = structuredClone(openAuthorization);
  approve(openAuthorization, { digest: OTHER }, edit);
  expect(openAuthorization).toEqual(before);
  expect([EARLIER, LATER]).toEqual([before.createdAt, before.expiresAt]);
});
