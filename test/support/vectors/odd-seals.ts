import type { JsonObject } from "../../../src/domain/json.ts";
import type { ActionProof, PlacedEvent, ProofFault } from "../../../src/domain/log/action-proof.ts";
import { toHex } from "../../../src/domain/log/chain-check.ts";
import { type Event, eventBody } from "../../../src/domain/log/event.ts";
import { toMs, toTimestamp } from "../../../src/domain/timestamp.ts";
import { merkleHashes } from "../../../src/store/events/hash-chain.ts";
import { type GoodProofs, THEN } from "./good-proofs.ts";
import type { ProofVector } from "./proofs.ts";

const OF = "a question";
const ZEROS = "0".repeat(64);

/** What the key of the deployment signs as no server does: bad, but for those that are expected to hold. */
export async function oddSeals({ proofs, sign }: GoodProofs): Promise<readonly ProofVector[]> {
  const proof = proofs[OF] as ActionProof;
  const claims = claimsOf(proof.checkpoints.at(-1) ?? "");
  const at = proof.checkpoints.length - 1;
  const workspace = String(claims["workspace"]);
  const events = proof.events.map(({ event }) => event.seq);

  async function sealed(
    name: string,
    over: JsonObject,
    { fault, by = "own" }: { readonly fault?: ProofFault; readonly by?: string },
  ): Promise<ProofVector> {
    const token = await sign({ ...claims, ...over });
    const expected = fault === undefined ? { workspace, events } : { fault };
    const changes = [{ path: ["checkpoints", at], to: token }];
    return { name: `sealed ${name}`, proof: OF, keys: by, changes, expected };
  }
  const unsigned = (name: string, over: JsonObject) => sealed(name, over, { fault: "not_signed" });
  const iss = `dep_${"b2".repeat(16)}`;

  /** One event alone in a tree of its own. */
  async function alone(event: Event, over: JsonObject = {}): Promise<Alone> {
    const root = toHex(merkleHashes.leaf(eventBody(event)));
    const previous = event.seq === 1 ? {} : { previous: `${event.seq - 1}:${ZEROS}` };
    const own = { ...claims, seq: event.seq, hash: ZEROS, root };
    const { previous: _, ...bare } = own as JsonObject;
    return { event, token: await sign({ ...bare, ...previous, ...over }) };
  }
  const asked: Event = {
    ...(proof.events.find(({ event }) => event.type === "request.created") as PlacedEvent).event,
    seq: 1,
  };
  const of = (
    name: string,
    all: readonly Alone[],
    expected: ProofVector["expected"],
  ): ProofVector => ({
    name,
    proof: OF,
    keys: "unnamed",
    changes: [
      { path: ["checkpoints"], to: all.map(({ token }) => token) },
      {
        path: ["events"],
        to: all.map(({ event }, checkpoint) => ({ event, checkpoint, path: [] })),
      },
      { path: ["said"], to: [] },
    ],
    expected,
  });
  const answered: Event = { ...asked, seq: 2, type: "request.answered" };
  const first = await alone(asked);
  const timed = async (
    name: string,
    keys: string,
    { ms, fault }: { readonly ms: number; readonly fault?: ProofFault },
  ) => {
    const sealedAt = { at: toTimestamp(toMs(THEN) + ms) };
    const expected = fault === undefined ? { workspace, events: [1] } : { fault };
    return { ...of(`sealed ${name}`, [await alone(asked, sealedAt)], expected), keys };
  };
  return [
    await unsigned("by a former version", { iss: "earshot", aud: undefined as never }),
    await unsigned("with two names of the deployment", { aud: iss }),
    await unsigned("by a deployment of another form", { iss: "dep_1", aud: "dep_1" }),
    await unsigned("with a hash of another form", { hash: "ab" }),
    await unsigned("with a root in capitals", { root: "A".repeat(64) }),
    await unsigned("with a number as a text", { seq: String(claims["seq"]) }),
    await unsigned("with a number below 0", { seq: -1 }),
    await unsigned("with a head before it of another form", { previous: `x:${ZEROS}` }),
    await unsigned("with a head before it without a hash", { previous: "1" }),
    await unsigned("without a time", { at: undefined as never }),
    await unsigned("without a workspace", { workspace: undefined as never }),
    await unsigned("with more than 16,384 units", { note: "x".repeat(16_384) }),
    await sealed("with a claim more", { note: "seen" }, {}),
    await sealed("without a root", { root: undefined as never }, { fault: "not_in_log" }),
    await sealed("over another workspace", { workspace: "abroad" }, { fault: "elsewhere" }),
    await sealed(
      "by another deployment with the same key",
      { iss, aud: iss },
      { fault: "elsewhere" },
    ),
    await timed("305 seconds before its key was made", "made then", { ms: -305_000 }),
    await timed("a moment earlier", "made then", { ms: -305_001, fault: "not_signed" }),
    await timed("five seconds after its key had ended", "ended then", { ms: 5_000 }),
    await timed("a moment later", "ended then", { ms: 5_001, fault: "not_signed" }),
    await timed("five seconds after its key was replaced", "replaced then", { ms: 5_000 }),
    await timed("later than its key was replaced", "replaced then", {
      ms: 5_001,
      fault: "not_signed",
    }),
    of("one event under one checkpoint", [first], { workspace, events: [1] }),
    of("two checkpoints, one after the other", [first, await alone(answered)], {
      workspace,
      events: [1, 2],
    }),
    of("two checkpoints with a gap between", [first, await alone({ ...answered, seq: 5 })], {
      workspace,
      events: [1, 5],
    }),
    of(
      "two checkpoints of which the later begins elsewhere",
      [first, await alone(answered, { previous: `1:${"1".repeat(64)}` })],
      { fault: "elsewhere" },
    ),
    of(
      "two checkpoints over the same event",
      [first, await alone(answered, { seq: 2, previous: undefined as never })],
      { fault: "elsewhere" },
    ),
    of(
      "two checkpoints of two deployments with one key",
      [first, await alone(answered, { iss, aud: iss })],
      { fault: "elsewhere" },
    ),
    of(
      "two checkpoints of two workspaces",
      [first, await alone({ ...answered, workspace: "abroad" }, { workspace: "abroad" })],
      { fault: "elsewhere" },
    ),
    of("one checkpoint twice", [first, { ...first, event: answered }], { fault: "elsewhere" }),
    of("an event before its tree", [await alone(asked, { seq: 3, previous: `2:${ZEROS}` })], {
      fault: "not_in_log",
    }),
    of(
      "an event behind its tree",
      [await alone({ ...asked, seq: 3 }, { seq: 2, previous: `1:${ZEROS}` })],
      {
        fault: "not_in_log",
      },
    ),
  ];
}

interface Alone {
  readonly event: Event;
  readonly token: string;
}

function claimsOf(token: string): JsonObject {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
