import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import { deviceOf, passkeyOf } from "./signing.ts";
import {
  chainInput,
  changed,
  digestOf,
  ends,
  later,
  oddVote,
  team,
  type Vector,
  vote,
  type Wanted,
  wantedOf,
} from "./vector.ts";

type Team = ReturnType<typeof team>;

/** Votes that open nothing. */
export function forgedVotes(): readonly Vector[] {
  return [...matters(), ...signers(), ...counts()];
}

type Refused = (
  votes: (all: Team) => readonly unknown[],
  wanted?: (all: Team) => Partial<Wanted>,
) => Vector;

function refused(name: string, fault: string): Refused {
  return (votes, wanted = () => ({})) => {
    const all = team();
    const list = votes(all);
    const { root } = all.chain;
    const expected = wantedOf(all.chain, wanted(all));
    const input = { ...chainInput(all.chain), pin: root, votes: list, wanted: expected };
    return { name, input, expected: { fault } };
  };
}

function matters(): readonly Vector[] {
  const one = (name: string, fault: string, said: object) =>
    refused(name, fault)(({ chain, cem }) => [vote(chain, cem, said)]);
  return [
    one("a vote for another deployment", "elsewhere", { deployment: `dep_${"b2".repeat(16)}` }),
    one("a vote for another workspace", "elsewhere", { workspace: "other" }),
    one("a vote for another request", "other_action", { request: "req_2" }),
    one("a vote for another action", "other_action", { action: digestOf("something else") }),
    one("a rejection", "rejected", { verdict: "reject" }),
    one("a verdict that there is not", "malformed", { verdict: "maybe" }),
    one("a vote that does not say what was shown", "malformed", { shown: {} }),
    one("a vote of another version", "malformed", { v: 2 }),
    one("a vote that has seen another chain", "elsewhere", { head: digestOf("other") }),
    one("a vote that has seen nothing", "malformed", { head: undefined }),
    one("a rejection for something else", "other_action", { verdict: "reject", request: "req_2" }),
    refused(
      "a rejection that nobody signed",
      "not_signed",
    )(({ chain, cem }) => [changed(vote(chain, cem), ["statement", "verdict"], "reject")]),
    refused(
      "two people with different arguments",
      "other_action",
    )(({ chain, ann, cem }) => [vote(chain, ann, { args: digestOf("args") }), vote(chain, cem)]),
    refused("no vote but an ending", "malformed")(({ chain, ann, cem }) => [ends(chain, ann, cem)]),
    refused("a vote from later", "not_in_force")(
      ({ chain, cem }) => [vote(chain, cem)],
      ({ chain }) => ({ at: later(chain.at, -1) }),
    ),
    refused("a vote whose time is over", "not_in_force")(
      ({ chain, cem }) => [vote(chain, cem, { until: later(chain.at, 1_000) })],
      ({ chain }) => ({ at: later(chain.at, 1_001) }),
    ),
  ];
}

function signers(): readonly Vector[] {
  return [
    refused(
      "a vote by a signer of nobody",
      "not_in_force",
    )(({ chain }) => [vote(chain, deviceOf("prn_cem"))]),
    refused(
      "a vote by another's signer",
      "not_in_force",
    )(({ chain, cem }) => [vote(chain, cem, { voter: "prn_ann" })]),
    refused(
      "a vote by a signer that has ended since",
      "not_in_force",
    )(({ chain, ann, cem }) => {
      const given = vote(chain, cem);
      chain.wait().add("end", [ends(chain, ann, cem)]);
      return [given];
    }),
    refused(
      "a vote that a recovery has voided",
      "not_in_force",
    )(({ chain, ann, ben, cem }) => {
      const given = vote(chain, cem);
      chain.introduce(passkeyOf("prn_cem"), [ann, ben], "recovery");
      return [given];
    }),
    refused(
      "a vote from before its signer came in",
      "not_in_force",
    )(({ chain, cem }) => [
      vote(chain, cem, { at: chain.entries[0]?.at ?? "", until: later(chain.at, 1_000) }),
    ]),
    refused("a device where a passkey is wanted", "weaker")(
      ({ chain, cem }) => [vote(chain, cem)],
      () => ({ grade: "passkey" }),
    ),
    refused(
      "a reason that was not signed",
      "not_signed",
    )(({ chain, cem }) => [
      changed(
        vote(chain, cem, { reason: digestOf("why") }),
        ["statement", "reason"],
        digestOf("another"),
      ),
    ]),
    refused(
      "arguments that were not signed",
      "not_signed",
    )(({ chain, ann }) => [
      changed<SignedStatement>(vote(chain, ann), ["statement", "args"], digestOf("args")),
    ]),
    refused(
      "a vote in a frame",
      "not_signed",
    )(({ chain, ann }) => [oddVote(chain, ann, { crossOrigin: true })]),
    refused(
      "a vote that nobody touched",
      "not_signed",
    )(({ chain, ann }) => [oddVote(chain, ann, { flags: 0x04 })]),
  ];
}

function counts(): readonly Vector[] {
  return [
    refused("no votes", "too_few")(() => []),
    refused("one person twice", "too_few")(
      ({ chain, ann }) => [vote(chain, ann), vote(chain, ann)],
      () => ({ count: 2 }),
    ),
    refused("one good vote and one for something else", "other_action")(
      ({ chain, ann, ben }) => [vote(chain, ann), vote(chain, ben, { request: "req_2" })],
      () => ({ count: 1 }),
    ),
  ];
}
