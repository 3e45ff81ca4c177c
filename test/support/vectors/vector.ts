import { hash } from "node:crypto";
import { toMs, toTimestamp } from "../../../src/domain/timestamp.ts";

import type { SignedStatement } from "../../../src/domain/votes/statement.ts";
import {
  type Assertion,
  deviceOf,
  NOW,
  passkeyOf,
  signedWith,
  TestChain,
  type TestSigner,
} from "./signing.ts";

/** What is checked, and what comes of it: docs/specification/signed-statements.md. */
export interface Vector {
  readonly name: string;
  readonly input: VectorInput;
  readonly expected: Expected;
}

interface VectorInput {
  readonly entries: readonly unknown[];
  readonly pin?: string;
  /** The newest entry that was seen before, and when. */
  readonly seen?: { readonly head: string; readonly at: string };
  readonly now: string;
  readonly votes?: readonly unknown[];
  readonly wanted?: Wanted;
}

export interface Wanted {
  readonly request: string;
  readonly action: string;
  readonly grade: "device" | "passkey";
  readonly count: number;
  readonly at: string;
}

export type Expected =
  | { readonly fault: string; readonly seq?: number }
  | {
      readonly head: string;
      readonly signers: readonly string[];
      readonly voters?: readonly string[];
    };

export const digestOf = (text: string) => hash("sha256", text, "hex");
const ACTION = digestOf("what runs");
const REQUEST = "req_01k0000000000000000000pay1";

/** Three people with every kind of signer: Ann is the root, Ben an owner, too, and Cem is none. */
export function team() {
  const signers = {
    ann: passkeyOf("prn_ann"),
    ben: passkeyOf("prn_ben", "OKP"),
    cem: deviceOf("prn_cem"),
  };
  const { ann, ben, cem } = signers;
  const chain = new TestChain()
    .add("root", [new TestChain().enrol(ann, "root")])
    .introduce(ben, [ann])
    .introduce(cem, [ann, ben]);
  chain.add("owner", [owns(chain, ann, { person: "prn_ben", owner: true })]);
  return { ...signers, chain };
}

export function alone(signer: TestSigner = passkeyOf("prn_ann")) {
  const chain = new TestChain();
  return { ann: signer, chain: chain.add("root", [chain.enrol(signer, "root")]) };
}

export function owns(
  chain: TestChain,
  by: TestSigner,
  said: { readonly person: string; readonly owner: boolean },
): SignedStatement {
  return signedWith(by, {
    purpose: "earshot.owner",
    head: chain.head,
    at: chain.at,
    ...said,
  } as never);
}

export function ends(chain: TestChain, by: TestSigner, of: TestSigner): SignedStatement {
  return signedWith(by, {
    purpose: "earshot.end",
    head: chain.head,
    at: chain.at,
    person: of.person,
    ended: of.id,
  } as never);
}

/** A vote for the action that is wanted, unless `said` is something else. */
export function vote(chain: TestChain, by: TestSigner, said: object = {}): SignedStatement {
  return signedWith(by, voteOf(chain, said));
}

/** The same by a browser that says something else of itself. */
export function oddVote(chain: TestChain, by: TestSigner, said: Assertion): SignedStatement {
  return signedWith(by, voteOf(chain), said);
}

function voteOf(chain: TestChain, said: object = {}) {
  return {
    purpose: "earshot.vote",
    head: chain.head,
    at: chain.at,
    request: REQUEST,
    verdict: "approve",
    action: ACTION,
    shown: { blocks: digestOf("blocks"), renderer: "page/1", language: "en" },
    revision: "pol_1",
    rule: "payments over 50",
    ...said,
  } as never;
}

export function wantedOf(chain: TestChain, said: Partial<Wanted> = {}): Wanted {
  return { request: REQUEST, action: ACTION, grade: "device", count: 1, at: chain.at, ...said };
}

/** The same JSON with one part changed; without a value the part is taken away. */
export function changed<T>(value: T, path: readonly (string | number)[], to?: unknown): T {
  const copy = structuredClone(value);
  const [last, ...way] = [...path].reverse();
  let part = copy as Record<string | number, unknown>;
  for (const step of way.reverse()) part = part[step] as typeof part;
  if (to === undefined && Array.isArray(part)) part.splice(Number(last), 1);
  else if (to === undefined) delete part[last ?? ""];
  else part[last ?? ""] = to;
  return copy;
}

export function later(at: string, ms: number): string {
  return toTimestamp(toMs(at) + ms);
}

/** The input of a vector about a chain. */
export function chainInput({ entries }: TestChain): VectorInput {
  return { entries, now: NOW };
}
