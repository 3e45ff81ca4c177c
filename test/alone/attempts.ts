import { createAuthenticateWeb } from "../../src/core/callers/authenticate-web.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { Power } from "../../src/domain/alone/world.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { compilePolicy, decide } from "../../src/domain/policy/decide.ts";
import type { PolicyVerdict } from "../../src/domain/policy/policy.ts";
import { readPolicy } from "../../src/domain/policy/read-policy.ts";
import { asAuthorization, type ShownRequest } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { type Opened, openWorld, type Secret } from "./world-of-three.ts";

/* What the attacker tries in a state: each call, by each agent, with every vote that they can give. */

/** A call that somebody may want to bring about. */
export interface Wanted {
  readonly tool: string;
  readonly args: JsonObject;
  /** What the rules say of it, as things are in the beginning. */
  readonly verdict: PolicyVerdict;
}

type Call = Pick<Wanted, "tool" | "args">;

/** What the attacker holds in a state of the world, and how they came to it. */
export interface State {
  readonly bytes: Uint8Array;
  readonly held: readonly Held[];
  /** Passphrases that the attacker knows, by the person's name. */
  readonly known: ReadonlyMap<string, string>;
  readonly path: readonly string[];
}

export interface Held {
  readonly kind: "person" | "agent" | "web";
  readonly name: string;
  readonly secret: string;
}

/** The most that was reached for a call, and the way there. */
export interface Found {
  readonly power: Exclude<Power, "nothing" | "unasked">;
  readonly path: readonly string[];
}

/** The argument by which what an agent seeks differs from what the attacker makes of it. */
const OTHER = { copy: true };

export function keyOf({ tool, args, verdict }: Wanted): string {
  return `${verdict.demand.rule}: ${tool} ${JSON.stringify(args)}`;
}

/** Whether the rule in question decides the call of this agent. */
function isDecidedSo({ tool, args, verdict }: Wanted, policy: JsonObject, agentName: string) {
  const found = decide(compilePolicy(readPolicy(policy)), { tool, args, agentName }, () => false);
  return found.demand.rule === verdict.demand.rule;
}

export interface Trying {
  readonly policy: JsonObject;
  readonly wanted: readonly Wanted[];
  /** Of agents that are not the attacker's, which seek whatever they like. */
  readonly others: readonly Secret[];
  readonly found: Map<string, Found>;
}

/** Adds to `found` what is reached in a state without another move. */
export async function tryAll(state: State, trying: Trying): Promise<void> {
  const { wanted, found } = trying;
  const world = await openWorld(state.bytes);
  try {
    for (const call of wanted) {
      const before = found.get(keyOf(call))?.power;
      if (before === "authors") continue;
      const reached = await triedBest(world, state, { ...trying, call });
      if (reached === undefined || reached.power === before) continue;
      found.set(keyOf(call), { ...reached, path: [...state.path, ...reached.path] });
    }
  } finally {
    await world.close();
  }
}

async function triedBest(
  world: Opened,
  state: State,
  { call, policy, others }: Trying & { readonly call: Wanted },
): Promise<Found | undefined> {
  const isSo = ({ name }: { readonly name: string }) => isDecidedSo(call, policy, name);
  const mine = state.held.filter(({ kind }) => kind === "agent");
  for (const { name, secret } of mine.filter(isSo)) {
    const how = await tried(world, state, { call, secret });
    if (how !== undefined) return { power: "authors", path: [`seeks as ${name}${how}`] };
  }
  let decided: Found | undefined;
  for (const { name, secret } of others.filter(isSo)) {
    const edited = await triedByEdit(world, state, { call, secret });
    if (edited !== undefined) return { power: "authors", path: [`${name} seeks${edited}, edited`] };
    const how = decided === undefined ? await tried(world, state, { call, secret }) : undefined;
    // Where nobody was asked, it was not the attacker who decided.
    if (how) decided = { power: "decides", path: [`${name} seeks${how}`] };
  }
  return decided;
}

interface Trial {
  readonly call: Call;
  readonly secret: string;
  /** The agent seeks it with other arguments, and the attacker changes them. */
  readonly isEdited?: boolean;
}

/** Anybody may be the one who changes it, and then needs others. */
async function triedByEdit(world: Opened, state: State, trial: Trial): Promise<string | undefined> {
  const editors = new Set(state.held.filter(({ kind }) => kind !== "agent"));
  for (const editor of editors) {
    const held = [editor, ...state.held.filter((one) => one !== editor)];
    const how = await tried(world, { ...state, held }, { ...trial, isEdited: true });
    if (how !== undefined) return how;
  }
  return undefined;
}

/** How it ran; empty if nobody was asked, undefined if it did not run. */
async function tried(
  world: Opened,
  state: State,
  { call, secret, isEdited = false }: Trial,
): Promise<string | undefined> {
  const agent = await world.as(secret);
  if (agent === undefined) return undefined;
  const { tool } = call;
  const args = isEdited ? { ...call.args, ...OTHER } : call.args;
  try {
    const { request } = await agent.authorize({ tool, args, reason: "Because." });
    if (isEdited && request.status !== "open") return undefined;
    const votes = request.status === "approved" ? [] : await voted(world, state, { request, call });
    if (votes === undefined) return undefined;
    const { grant } = await agent.collect({ id: request.id });
    await agent.redeem({ grant, tool, args: call.args });
    return votes.length === 0 ? "" : `, approved as ${votes.join(" and ")}`;
  } catch (error) {
    if (isEarshotError(error)) return undefined;
    throw error;
  }
}

/** Whose votes closed it; undefined if it stays open. */
async function voted(
  world: Opened,
  state: State,
  { request, call }: { readonly request: ShownRequest; readonly call: Call },
): Promise<readonly string[] | undefined> {
  const { id } = request;
  const names: string[] = [];
  for (const hand of state.held.filter(({ kind }) => kind !== "agent")) {
    const earshot = await enter(world, hand);
    const status = await vote(world, { earshot, id, call, passphrase: state.known.get(hand.name) });
    if (status !== undefined) names.push(hand.name);
    if (status === "approved") return names;
  }
  return undefined;
}

/** The status of the request after the vote; undefined if it was refused. */
export async function vote(
  world: Opened,
  {
    earshot,
    id,
    call,
    passphrase,
  }: {
    readonly earshot: Earshot | undefined;
    readonly id: RequestId;
    readonly call: Call;
    readonly passphrase: string | undefined;
  },
): Promise<string | undefined> {
  if (earshot === undefined) return undefined;
  const stored = await world.ctx.store.findRequest("default", id);
  if (stored === undefined) return undefined;
  const { digest, action } = asAuthorization(stored).authorization;
  const isSame = JSON.stringify(action.args) === JSON.stringify(call.args);
  const edited = isSame ? {} : { args: call.args };
  const proofs = [{}, ...(passphrase === undefined ? [] : [{ passphrase }])];
  const changed = isSame ? digest : await digestOf(earshot, id, call);
  if (changed === undefined) return undefined;
  for (const proof of proofs.reverse()) {
    try {
      const input = { id, digest: changed, typed: changed.slice(0, 6), ...edited, ...proof };
      return (await earshot.approve(input, { via: "cli" })).status;
    } catch (error) {
      if (!isEarshotError(error)) throw error;
    }
  }
  return undefined;
}

async function digestOf(
  earshot: Earshot,
  id: RequestId,
  { args }: Call,
): Promise<string | undefined> {
  try {
    return (await earshot.previewEdit({ id, args })).digest;
  } catch (error) {
    if (isEarshotError(error)) return undefined;
    throw error;
  }
}

export async function enter(world: Opened, { kind, secret }: Held): Promise<Earshot | undefined> {
  if (kind !== "web") return await world.as(secret);
  const caller = await createAuthenticateWeb(world.ctx)(secret, "by_cookie_alone");
  return caller && createEarshot(world.ctx, caller);
}
