import { createSignIn } from "../../src/core/sign-in/sign-in.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { enter, type Held, type State, vote } from "./attempts.ts";
import { invite, type Name, type Opened, openWorld, passphraseOf } from "./world-of-three.ts";

/* The moves that change what the attacker holds. */

interface MoveOf {
  readonly move: string;
  readonly name: string;
  /** What is held afterwards, besides. Rejects where it is refused. */
  run(by: Hands): Promise<readonly Held[]>;
}

interface Hands {
  readonly world: Opened;
  readonly state: State;
  readonly earshot: Earshot;
  /** The passphrase of whoever makes the move, if the attacker knows it. */
  readonly proof: { readonly passphrase?: string };
  /** Does it, and gives the yes that it waits for with whatever is held. */
  agreed<T>(act: () => Promise<T>): Promise<T>;
}

const INVENTED = [
  ["newcomer", "approver"],
  ["newcomer 2", "approver"],
  ["newcomer, owner", "owner"],
  ["dora", "approver"],
] as const;

function menuOf({ held }: State, who: Name): readonly MoveOf[] {
  const people = ["ana", "ben", "cleo"].filter((name) => name !== who);
  return [
    ...INVENTED.map(
      ([name, role]): MoveOf => ({
        move: "invite",
        name,
        run: inviting(name.split(",")[0] ?? "", role),
      }),
    ),
    ...people.flatMap((name): MoveOf[] => [
      { move: "borrow", name, run: borrowing(name) },
      { move: "link", name, run: linking(name) },
      { move: "take_over", name, run: takingOver(name) },
      { move: "revoke", name, run: revoking([name]) },
    ]),
    { move: "shut_out", name: "others", run: shuttingOut(people) },
    { move: "revoke", name: "others", run: revoking(people) },
    ...["mole", "newcomer", "scout", "rival"].map(
      (name): MoveOf => ({ move: "agent", name, run: makingAgent(name) }),
    ),
    { move: "policy", name: "all", run: applying(() => ({ version: 1, rules: [ALLOW_ALL] })) },
    { move: "policy", name: "stricter", run: applying(stricter) },
    { move: "permit", name: "all", run: permitting },
    ...[
      who,
      ...new Set(held.filter(({ kind }) => kind === "person").map(({ name }) => name)),
    ].flatMap((name): MoveOf[] => [
      { move: "own_key", name, run: ownKey(name) },
      { move: "passphrase", name, run: settingPassphrase(name) },
    ]),
  ];
}

const ALLOW_ALL = { name: "all", decision: "allow" };

/** Nobody else is named, which is as strict as before or stricter where the attacker was named. */
function stricter(policy: JsonObject): JsonObject {
  const rules = (policy["rules"] as JsonObject[]).map((rule) =>
    rule["decision"] === undefined ? { ...rule, approvers: { names: ["ana"] }, why: "Hm." } : rule,
  );
  return { ...policy, rules };
}

function inviting(name: string, role: "owner" | "approver"): MoveOf["run"] {
  return async ({ earshot, proof, agreed }) => {
    const made = await agreed(() => invite(earshot, { name, role, ...proof }));
    return [{ kind: "person", name, secret: made.secret }];
  };
}

/** A key in the name of somebody who is known. */
function borrowing(name: string): MoveOf["run"] {
  return async ({ earshot, proof, agreed }) => {
    const { secret } = await agreed(() => earshot.createKey({ kind: "person", name, ...proof }));
    return [{ kind: "person", name, secret }, ...(await acceptedBy(earshot, name, secret))];
  };
}

async function acceptedBy(by: Earshot, name: string, secret: string): Promise<readonly Held[]> {
  if (!secret.startsWith("ear_invite_")) return [];
  const own = await by.acceptInvitation({ invitation: secret });
  return [{ kind: "person", name, secret: own.secret }];
}

function linking(operator: string): MoveOf["run"] {
  return async ({ world, earshot, proof, agreed }) => {
    const input = { operator, atTerminal: true, ...proof };
    const { token } = await agreed(() => earshot.createSignInLink(input));
    const { secret } = await createSignIn(world.ctx).withLink({ token, browser: "any" });
    return [{ kind: "web", name: operator, secret }];
  };
}

function takingOver(name: string): MoveOf["run"] {
  return async (hands) => {
    await removing(hands, [name]);
    return await borrowing(name)(hands);
  };
}

function shuttingOut(names: readonly string[]): MoveOf["run"] {
  return async (hands) => {
    await removing(hands, names);
    return [];
  };
}

async function removing({ earshot, proof }: Hands, names: readonly string[]): Promise<void> {
  const { items } = await earshot.listOperators();
  for (const { principal } of items) {
    if (!names.includes(principal.name)) continue;
    await earshot.removeOperator({ id: principal.id, ...proof });
  }
}

function revoking(names: readonly string[]): MoveOf["run"] {
  return async ({ earshot }) => {
    const keys = (await earshot.listKeys()).items.filter(
      ({ key, principal }) => names.includes(principal.name) && key.revokedAt === undefined,
    );
    for (const { key } of keys) await earshot.revokeKey({ id: key.id });
    const sessions = (await earshot.listWebSessions()).items;
    for (const { id, name } of sessions) {
      if (names.includes(name)) await earshot.revokeWebSession({ id });
    }
    return [];
  };
}

function makingAgent(name: string): MoveOf["run"] {
  return async ({ earshot }) => {
    const { secret } = await earshot.createKey({ kind: "agent", name });
    return [{ kind: "agent", name, secret }];
  };
}

function applying(next: (policy: JsonObject) => JsonObject): MoveOf["run"] {
  return async ({ earshot, proof, agreed }) => {
    const source = next((await earshot.policy()).source ?? {});
    await agreed(() => earshot.applyPolicy({ source, ...proof }));
    return [];
  };
}

/** A yes in advance for every agent and tool. */
async function permitting({ world, earshot }: Hands): Promise<readonly Held[]> {
  const agents = await world.ctx.store.listPrincipals("default", "agent");
  let given = 0;
  for (const { name: agent } of agents) {
    for (const tool of ["pay", "send"]) {
      const input = { scope: "pattern", agent, tool, level: "HIGH", typed: tool } as const;
      given += await earshot.permit(input, { via: "cli" }).then(
        () => 1,
        (error) => (isEarshotError(error) ? 0 : Promise.reject(error)),
      );
    }
  }
  if (given === 0) throw new Error("Nothing was permitted.");
  return [];
}

function ownKey(name: string): MoveOf["run"] {
  return async ({ earshot, proof }) => {
    const { secret } = await earshot.createKey({ kind: "person", name, ...proof });
    return [{ kind: "person", name, secret }];
  };
}

function settingPassphrase(name: string): MoveOf["run"] {
  return async ({ earshot }) => {
    await earshot.setPassphrase({ passphrase: passphraseOf(name) }, { via: "cli" });
    return [];
  };
}

export async function movesFrom(state: State, who: Name): Promise<readonly State[]> {
  const next: State[] = [];
  for (const wanted of menuOf(state, who)) {
    // Whoever makes an agent may not decide for it, so it matters who does.
    const makers =
      wanted.move === "agent" ? new Set(state.held.map(({ name }) => name)) : [undefined];
    for (const by of makers) {
      const done = await moved(state, wanted, by);
      if (done !== undefined) next.push(done);
    }
  }
  return next;
}

/** Undefined where everybody in whose name it was tried is refused. */
async function moved(state: State, wanted: MoveOf, by?: string): Promise<State | undefined> {
  const own = ["own_key", "passphrase"].includes(wanted.move) ? wanted.name : by;
  for (const hand of state.held) {
    if (hand.kind === "agent" || (own !== undefined && hand.name !== own)) continue;
    const done = await movedBy(state, wanted, hand);
    if (done !== undefined) return done;
  }
  return undefined;
}

async function movedBy(state: State, wanted: MoveOf, hand: Held): Promise<State | undefined> {
  const world = await openWorld(state.bytes);
  try {
    const earshot = await enter(world, hand);
    if (earshot === undefined) return undefined;
    for (const proof of proofsOf(state, hand)) {
      const hands: Hands = {
        world,
        state,
        earshot,
        proof,
        agreed: (act) => afterAnyYes(world, state, act),
      };
      const gained = await triedRun(() => wanted.run(hands));
      if (gained === undefined) continue;
      const known = new Map(state.known);
      if (wanted.move === "passphrase") known.set(wanted.name, passphraseOf(wanted.name));
      for (const { name } of await proved(world, wanted, gained))
        known.set(name, passphraseOf(name));
      return {
        bytes: world.database.serialize(),
        held: [...state.held, ...gained],
        known,
        path: [...state.path, `${wanted.move} ${wanted.name} as ${hand.name}`],
      };
    }
    return undefined;
  } finally {
    await world.close();
  }
}

/** People who have none yet set a passphrase as soon as the attacker acts for them. */
async function proved(
  world: Opened,
  { move }: MoveOf,
  gained: readonly Held[],
): Promise<readonly Held[]> {
  if (move === "agent") return [];
  const set: Held[] = [];
  for (const hand of gained) {
    const earshot = await enter(world, hand);
    const passphrase = passphraseOf(hand.name);
    const done = await triedRun(async () => earshot?.setPassphrase({ passphrase }, { via: "cli" }));
    if (done !== undefined) set.push(hand);
  }
  return set;
}

function proofsOf({ known }: State, { name }: Held): readonly Hands["proof"][] {
  const passphrase = known.get(name);
  return passphrase === undefined ? [{}] : [{ passphrase }, {}];
}

async function triedRun<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isEarshotError(error) || error instanceof Error) return undefined;
    throw error;
  }
}

/** What waits for a yes is approved by whatever hand is held, and done again. */
async function afterAnyYes<T>(world: Opened, state: State, act: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await act();
    } catch (error) {
      const id = isEarshotError(error) ? error.details?.["id"] : undefined;
      const waits =
        isEarshotError(error, "SECOND_OWNER_NEEDED") || isEarshotError(error, "PERSONS_YES_NEEDED");
      if (!waits || round > 1 || !(await anyYes(world, state, id as RequestId))) throw error;
    }
  }
}

async function anyYes(world: Opened, state: State, id: RequestId): Promise<boolean> {
  const stored = await world.ctx.store.findRequest("default", id);
  if (stored === undefined) return false;
  const { tool, args } = asAuthorization(stored).authorization.action;
  const call = { tool, args };
  for (const hand of state.held.filter(({ kind }) => kind !== "agent")) {
    const earshot = await enter(world, hand);
    const passphrase = state.known.get(hand.name);
    if ((await vote(world, { earshot, id, call, passphrase })) === "approved") return true;
  }
  return false;
}

/** The state after a move by name; throws where everybody is refused. */
export async function afterMove(
  state: State,
  who: Name,
  { move, name, by }: { readonly move: string; readonly name: string; readonly by?: string },
): Promise<State> {
  const wanted = menuOf(state, who).find((one) => one.move === move && one.name === name);
  const done = wanted && (await moved(state, wanted, by));
  if (done === undefined) throw new Error(`${who} cannot ${move} ${name}.`);
  return done;
}
