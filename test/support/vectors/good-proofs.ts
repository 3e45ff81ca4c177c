import { callerWithAllRights } from "../../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../../src/core/create-earshot.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { ActionProof } from "../../../src/domain/log/action-proof.ts";
import { present } from "../../../src/domain/present.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import { DAY_MS, SECOND_MS } from "../../../src/domain/time.ts";
import type { AuthorizeInput } from "../../../src/ports/earshot/authority.ts";
import type { Earshot } from "../../../src/ports/earshot/earshot.ts";
import type { EvidenceInput } from "../../../src/ports/earshot/evidence.ts";
import type { SignedKind } from "../../../src/ports/system/signer.ts";
import { createMemorySigner } from "../../../src/system/signer.ts";
import type { Part, World } from "../../suites/earshot/world.ts";
import { ownKey } from "../own-key.ts";
import { inhabit, inProcess } from "../world.ts";
import type { ProofChange, ProofVector, ProofVectors } from "./proofs.ts";

const PAY: AuthorizeInput = { tool: "pay", args: { to: "ana", amount: 10 }, reason: "An invoice." };

/** Of every way in which a request ends, as a world of its own tells it. */
export async function goodProofs(): Promise<GoodProofs> {
  const inhabited = await inhabit();
  const { ctx } = inhabited;
  const plain = inProcess(inhabited);
  const made = await ownKey(plain.as("owner"), {
    kind: "person",
    name: "second",
    role: "approver",
  });
  const second = createEarshot(ctx, callerWithAllRights(made.principal));
  const world: Peopled = { ...plain, second };
  const { as } = world;
  const { signer } = ctx;
  const proofs: Record<string, unknown> = {};
  const prove = async (name: string, id: RequestId) => {
    proofs[name] = JSON.parse(JSON.stringify(await as("owner").proveAction({ id })));
  };
  for (const [name, tell] of Object.entries(STORIES)) {
    await world.clock.advance(SECOND_MS);
    await prove(name, await tell(world));
  }
  const own = JSON.parse(JSON.stringify(await as("owner").grantKeys()));
  return {
    keys: { own, ...keysBeside(own) },
    proofs,
    sign: (claims, kind = "checkpoint") => signer.sign(kind, claims),
    close: () => world.close(),
  };
}

export interface GoodProofs extends Pick<ProofVectors, "keys" | "proofs"> {
  /** By the key of the deployment. */
  sign(claims: JsonObject, kind?: SignedKind): Promise<string>;
  close(): Promise<void>;
}

export const THEN = "2026-06-01T00:00:00.000Z";
/** Nobody approves for an agent of their own, so that a second approver is there. */
interface Peopled extends World {
  readonly second: Earshot;
}

const LONG_AGO = "2020-01-01T00:00:00.000Z";

interface KeySet {
  readonly keys: readonly { readonly createdAt?: string }[];
  readonly deployment?: string;
}

/** Sets that are not those that have signed, or not at that time. */
function keysBeside(own: KeySet): Readonly<Record<string, unknown>> {
  const ended = own.keys.map((key) => ({ ...key, until: LONG_AGO }));
  const later = own.keys.map((key) => ({ ...key, createdAt: "2999-01-01T00:00:00.000Z" }));
  const { keys: others } = JSON.parse(JSON.stringify(createMemorySigner().publicKeys()));
  return {
    unnamed: { keys: own.keys },
    abroad: { keys: own.keys, deployment: `dep_${"0".repeat(32)}` },
    others: { keys: others, deployment: own.deployment },
    both: { keys: [...others, ...own.keys], deployment: own.deployment },
    replaced: { keys: [{ ...others[0], createdAt: LONG_AGO }, ...own.keys] },
    "made then": { keys: own.keys.map((key) => ({ ...key, createdAt: THEN })) },
    "ended then": { keys: own.keys.map((key) => ({ ...key, until: THEN })) },
    "replaced then": { keys: [{ ...others[0], createdAt: THEN }, ...own.keys] },
    noted: { keys: own.keys.map((key) => ({ ...key, note: "ours" })), note: "of the office" },
    foreign: { keys: [...own.keys, { kty: "RSA", n: "AQAB", e: "AQAB" }] },
    ended: { keys: ended, deployment: own.deployment },
    later: { keys: later, deployment: own.deployment },
    none: { keys: [], deployment: own.deployment },
    misnamed: { keys: own.keys.map((key) => ({ ...key, kid: "k1" })), deployment: own.deployment },
  };
}

/** Proofs that hold although less is said in them, or by other sets with the same keys. */
export function goodVariants({ proofs }: Pick<ProofVectors, "proofs">): readonly Unexpected[] {
  const proof = "approved and run";
  const { events } = proofs[proof] as ActionProof;
  const beside = events.findIndex(({ event }) => event.type === "principal.created");
  const less = (name: string, ...paths: readonly ProofChange["path"][]): Unexpected => ({
    name,
    proof,
    keys: "own",
    changes: paths.map((path) => ({ path })),
  });
  return [
    { name: "checked by keys that name no deployment", proof, keys: "unnamed" },
    { name: "checked by keys among which are others", proof, keys: "both" },
    { name: "checked by keys beside which more stands", proof, keys: "noted" },
    less("without its keys", ["keys"]),
    less("without some of its words", ["said", 0]),
    less("without a person's name", ["events", beside]),
    less("without the event that it ran", ["events", events.length - 1]),
  ];
}

type Unexpected = Omit<ProofVector, "expected">;

const seek = async ({ as }: World, over: Partial<AuthorizeInput> = {}, part: Part = "scout") =>
  asAuthorization((await as(part).authorize({ ...PAY, ...over })).request);

const rule = (over: object) => ({ version: 1, rules: [{ name: "pay", tools: ["pay"], ...over }] });

async function approved(world: World, over: Partial<AuthorizeInput> = {}, note?: string) {
  const { id, authorization } = await seek(world, over);
  const { digest } = authorization;
  await world.as("approver").approve({ id, digest, ...present({ note }) });
  return id;
}

const STORIES: Readonly<Record<string, (world: Peopled) => Promise<RequestId>>> = {
  async open(world) {
    return (await seek(world, { args: { to: "ana", note: 'Ünïcödé 😀 \u2028 "<&>" \u007f' } })).id;
  },
  async "approved and run"(world) {
    const id = await approved(world, { args: { to: "ben" } }, "As agreed, line one.\nLine two.");
    const { grant, args } = await world.as("scout").collect({ id });
    await world.as("scout").redeem({ grant, tool: "pay", args });
    return id;
  },
  async "approved and not run"(world) {
    return await approved(world, { args: { to: "cem", amounts: [1, 2.5, 1e21, -0.001] } });
  },
  async "shown with evidence"(world) {
    const evidence: readonly EvidenceInput[] = [
      { kind: "file", name: "a.ts", before: { text: "one\n" }, after: { text: "two\n" } },
    ];
    return await approved(world, { args: { to: "ada" }, evidence });
  },
  async "names of members in the order of UTF-16"(world) {
    return await approved(world, { args: { "😀": 1, "\ufb33": 2, "10": 3, "9": 4, a: 5 } });
  },
  async "voted by two"(world) {
    await world.as("owner").applyPolicy({ source: rule({ decision: "ask", quorum: 2 }) });
    const { id, authorization } = await seek(world, { args: { to: "bo" } });
    const { digest } = authorization;
    await world.as("approver").approve({ id, digest });
    await world.second.approve({ id, digest, note: "Seen." });
    return id;
  },
  async "edited for others"(world) {
    await world.as("owner").applyPolicy({ source: rule({ decision: "ask" }) });
    const { id } = await seek(world, { args: { to: "cy", amount: 10 } });
    const args = { to: "cy", amount: 99 };
    const { digest } = await world.as("approver").previewEdit({ id, args });
    await world.as("approver").approve({ id, digest, args, note: "More." });
    await world.second.approve({ id, digest });
    await world.as("owner").applyPolicy({ source: { version: 1, rules: [] } });
    return id;
  },
  async "answered by a person"(world) {
    const { id } = await seek(world, { args: { to: "di" } });
    await world.as("approver").respond({ id, text: "It was paid." });
    return id;
  },
  async rejected(world) {
    const { id } = await seek(world, { args: { to: "dora" }, onBehalfOf: "maria" });
    await world.as("approver").reject({ id, reason: "Not this month." });
    return id;
  },
  async revoked(world) {
    const id = await approved(world, { args: { to: "emil" } });
    await world.as("owner").revoke({ id, reason: "A mistake." });
    return id;
  },
  async "answered back"(world) {
    const { id, authorization } = await seek(world, { args: { to: "finn" } });
    await world.as("approver").askBack({ id, text: "Which invoice?" });
    await world.as("scout").answerBack({ id, text: "The one of May." });
    await world.as("approver").approve({ id, digest: authorization.digest });
    return id;
  },
  async "with a secret"(world) {
    return await approved(world, { args: { to: "gus", pin: "1234" }, secrets: ["/pin"] });
  },
  async expired(world) {
    const { id } = await seek(world, { args: { to: "hana" } });
    await world.clock.advance(40 * DAY_MS);
    return id;
  },
  async erased(world) {
    const { id } = await seek(world, { args: { to: "ida" } });
    await world.as("approver").reject({ id, reason: "No." });
    await world.as("owner").erase({ id });
    return id;
  },
  async "a question"(world) {
    const { request } = await world.as("scout").ask({ text: "Which region?" });
    await world.as("approver").answer({ id: request.id, answer: { text: "The north." } });
    return request.id;
  },
  async "by a permission"(world) {
    const like = await seek(world, { args: { to: "jo" } });
    await world.as("approver").permit({ like: like.id, scope: "target", forMs: DAY_MS });
    return (await seek(world, { args: { to: "jo" }, joinKey: "again" })).id;
  },
  async "edited under a rule"(world) {
    const source = rule({ decision: "ask", edits: { narrow: { "/amount": "lower" } } });
    await world.as("owner").applyPolicy({ source });
    const { id } = await seek(world, { args: { to: "kim", amount: 10 } });
    const args = { to: "kim", amount: 5 };
    const { digest } = await world.as("approver").previewEdit({ id, args });
    await world.as("approver").approve({ id, digest, args });
    return id;
  },
  async "allowed by a rule"(world) {
    await world.as("owner").applyPolicy({ source: rule({ decision: "allow", level: "LOW" }) });
    return (await seek(world, { args: { to: "lea" } })).id;
  },
  async "denied by a rule"(world) {
    const source = rule({ decision: "deny", why: "Nothing is paid in June." });
    await world.as("owner").applyPolicy({ source });
    return (await seek(world, { args: { to: "mo" } })).id;
  },
};
