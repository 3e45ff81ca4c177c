import { beforeAll, describe, expect, test } from "vitest";
import { createAuthenticateWeb } from "../../src/core/callers/authenticate-web.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createSignIn } from "../../src/core/sign-in/sign-in.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { EventType } from "../../src/domain/log/event.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { approveAs, invite, type Opened, openWorld, passphraseOf } from "./world-of-three.ts";

/*
 * Olga and otto are owners, and ana, ben and cleo approve. The policy wants two owners for what gives
 * power, and two people for a payment. Olga has every right that one owner has, and a key, an agent and
 * a terminal. She tries all of it, while nobody else does anything.
 */

const PEOPLE = ["olga", "otto", "ana", "ben", "cleo"] as const;
type Name = (typeof PEOPLE)[number];

const PAY = { tool: "pay", args: { to: "olga", amount: 5 }, reason: "It is due." };
const DEPLOY = { tool: "deploy", args: { version: 2 }, reason: "It is ready." };
const RULES: readonly JsonObject[] = [
  { name: "pays", tools: ["pay"], level: "HIGH", quorum: 2 },
  { name: "deploys", tools: ["deploy"] },
];
const POLICY: JsonObject = { version: 1, owners: 2, rules: [...RULES] };
const passphrase = passphraseOf("olga");

interface Cast {
  readonly world: Opened;
  readonly as: Readonly<Record<Name | "scout" | "rival", Earshot>>;
}

let bytes: Uint8Array;
let secrets: Readonly<Record<keyof Cast["as"], string>>;

beforeAll(async () => {
  const world = await openWorld();
  const { owner, agent } = await found(world.ctx, { owner: "olga", agent: "scout" });
  const olga = await known(world, owner.secret);
  const made: Partial<Record<keyof Cast["as"], string>> = {
    olga: owner.secret,
    scout: agent.secret,
  };
  for (const name of PEOPLE.slice(1)) {
    const role = name === "otto" ? "owner" : "approver";
    made[name] = (await invite(olga, { name, role })).secret;
  }
  const otto = await known(world, made.otto ?? "");
  made.rival = (await otto.createKey({ kind: "agent", name: "rival" })).secret;
  secrets = made as Record<keyof Cast["as"], string>;
  for (const name of PEOPLE) {
    const person = await known(world, secrets[name]);
    await person.setPassphrase({ passphrase: passphraseOf(name) }, { via: "cli" });
  }
  await olga.applyPolicy({ source: POLICY, passphrase });
  bytes = world.database.serialize();
  await world.close();
});

async function known(world: Opened, secret: string): Promise<Earshot> {
  const earshot = await world.as(secret);
  if (earshot === undefined) throw new Error("A key lets nobody in.");
  return earshot;
}

async function inCast(use: (cast: Cast) => Promise<void>): Promise<void> {
  const world = await openWorld(bytes);
  try {
    const entries = Object.entries(secrets).map(
      async ([name, secret]) => [name, await known(world, secret)] as const,
    );
    await use({ world, as: Object.fromEntries(await Promise.all(entries)) as Cast["as"] });
  } finally {
    await world.close();
  }
}

async function idOf(agent: Earshot, call: typeof PAY | typeof DEPLOY): Promise<RequestId> {
  return (await agent.authorize(call)).request.id;
}

/** The request by which what olga wants waits for otto. */
async function sought(act: Promise<unknown>): Promise<RequestId> {
  const refused = await act.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isEarshotError(refused, "SECOND_OWNER_NEEDED")) throw refused;
  return refused.details?.["id"] as RequestId;
}

const sock = ({ olga }: Cast["as"]) => olga.createKey({ kind: "person", name: "sock", passphrase });
const asOlga = ({ olga }: Cast["as"], id: RequestId) => approveAs(olga, id, passphrase);

/** Olga ends every key of all these people, which waits for nobody: it takes power away. */
async function revokeAll({ olga }: Cast["as"], names: readonly string[]): Promise<void> {
  const { items } = await olga.listKeys();
  for (const { key, principal } of items) {
    if (names.includes(principal.name)) await olga.revokeKey({ id: key.id });
  }
}

interface Tried {
  readonly does: string;
  readonly act: (as: Cast["as"]) => Promise<unknown>;
  readonly refusal: string;
}

const SECOND = "SECOND_OWNER_NEEDED";

const TRIED: readonly Tried[] = [
  { does: "invites a person who approves", act: sock, refusal: SECOND },
  {
    does: "invites a person who is to be owner",
    act: ({ olga }) =>
      olga.createKey({ kind: "person", name: "sock", role: "owner", scopes: ["read"], passphrase }),
    refusal: SECOND,
  },
  {
    does: "adds an owner",
    act: ({ olga }) => olga.addOperator({ name: "sock", role: "owner", passphrase }),
    refusal: SECOND,
  },
  {
    does: "makes a key in the other owner's name",
    act: ({ olga }) => olga.createKey({ kind: "person", name: "otto", passphrase }),
    refusal: SECOND,
  },
  {
    does: "makes a key for scripts in an approver's name",
    act: ({ olga }) =>
      olga.createKey({ kind: "person", name: "ana", unattended: true, passphrase }),
    refusal: SECOND,
  },
  {
    does: "makes a link that signs in as an approver",
    act: ({ olga }) => olga.createSignInLink({ operator: "ana", passphrase }),
    refusal: SECOND,
  },
  {
    does: "shuts an approver out, to invite them again and accept",
    async act(as) {
      await revokeAll(as, ["ana"]);
      return await as.olga.createKey({ kind: "person", name: "ana", passphrase });
    },
    refusal: SECOND,
  },
  {
    does: "removes an approver, to invite them again and accept",
    async act(as) {
      const { items } = await as.olga.listOperators();
      const ana = items.find(({ principal }) => principal.name === "ana")?.principal;
      await as.olga.removeOperator({ id: ana?.id ?? "prn_none", passphrase });
      return await as.olga.createKey({ kind: "person", name: "ana", passphrase });
    },
    refusal: SECOND,
  },
  {
    does: "removes the other owner",
    async act({ olga }) {
      const { items } = await olga.listOperators();
      const otto = items.find(({ principal }) => principal.name === "otto")?.principal;
      return await olga.removeOperator({ id: otto?.id ?? "prn_none", passphrase });
    },
    refusal: "NOT_ALLOWED second_to_last_owner",
  },
  {
    does: "applies a policy by which payments are allowed",
    act: ({ olga }) =>
      olga.applyPolicy({
        source: { ...POLICY, rules: [{ name: "all", decision: "allow" }] },
        passphrase,
      }),
    refusal: SECOND,
  },
  {
    does: "applies the same policy without owners: 2",
    act: ({ olga }) => olga.applyPolicy({ source: { version: 1, rules: [...RULES] }, passphrase }),
    refusal: SECOND,
  },
  {
    does: "applies one by which one person is enough for a payment",
    act: ({ olga }) =>
      olga.applyPolicy({
        source: { ...POLICY, rules: [{ ...RULES[0], quorum: 1 }, RULES[1] ?? {}] as JsonObject[] },
        passphrase,
      }),
    refusal: SECOND,
  },
  {
    does: "applies one that counts a vote by any hand",
    act: ({ olga }) =>
      olga.applyPolicy({
        source: {
          ...POLICY,
          rules: [{ ...RULES[0], hands: "any" }, RULES[1] ?? {}] as JsonObject[],
        },
        passphrase,
      }),
    refusal: SECOND,
  },
  {
    does: "applies one by which an approver may change a payment alone",
    act: ({ olga }) =>
      olga.applyPolicy({
        source: {
          ...POLICY,
          rules: [
            { ...RULES[0], edits: { narrow: { "/amount": "higher, at most 900" } } },
            RULES[1] ?? {},
          ] as JsonObject[],
        },
        passphrase,
      }),
    refusal: SECOND,
  },
  {
    does: "erases what was decided",
    async act(as) {
      const id = await idOf(as.rival, DEPLOY);
      await as.olga.reject({ id, reason: "No." });
      return await as.olga.erase({ id });
    },
    refusal: SECOND,
  },
  {
    does: "approves what she wants of the other owner",
    act: async (as) => asOlga(as, await sought(sock(as))),
    refusal: "NOT_ALLOWED own_change",
  },
  {
    does: "has that put to herself, and approves it",
    async act(as) {
      const id = await sought(sock(as));
      await as.olga.review({ id, outcome: { do: "reroute", to: ["olga"] } });
      return await asOlga(as, id);
    },
    refusal: "NOT_ALLOWED own_change",
  },
  {
    does: "approves what her own agent seeks",
    act: async (as) => asOlga(as, await idOf(as.scout, DEPLOY)),
    refusal: "NOT_ALLOWED own_agent",
  },
  {
    does: "makes a key of the other owner's agent, seeks with it, and approves that",
    async act(as) {
      const { secret } = await as.olga.createKey({ kind: "agent", name: "rival" });
      const rival = await (await openCast(as)).as(secret);
      return await asOlga(as, await idOf(rival as Earshot, DEPLOY));
    },
    refusal: "NOT_ALLOWED own_agent",
  },
  {
    does: "ends the keys of everybody else, to decide alone for her own agent",
    async act(as) {
      await revokeAll(as, PEOPLE.slice(1));
      return await asOlga(as, await idOf(as.scout, DEPLOY));
    },
    refusal: "NOT_ALLOWED own_agent",
  },
  {
    does: "makes herself a second key, to vote twice",
    act: ({ olga }) => olga.createKey({ kind: "person", name: "olga", passphrase }),
    refusal: SECOND,
  },
  {
    does: "votes on a payment by her key and in a browser",
    async act(as) {
      const id = await idOf(as.rival, PAY);
      await asOlga(as, id);
      const { ctx } = await openCast(as);
      const { token } = await as.olga.createSignInLink({ atTerminal: true });
      const { secret } = await createSignIn(ctx).withLink({ token, browser: "any" });
      const caller = await createAuthenticateWeb(ctx)(secret, "by_cookie_alone");
      if (caller === undefined) throw new Error("The session lets nobody in.");
      return await approveAs(createEarshot(ctx, caller), id, passphrase);
    },
    refusal: "ALREADY_VOTED",
  },
  {
    does: "gives her own agent a standing permission",
    act: ({ olga }) =>
      olga.permit(
        { scope: "pattern", agent: "scout", tool: "deploy", level: "HIGH", typed: "deploy" },
        { via: "cli" },
      ),
    refusal: "INVALID_INPUT covers_nothing",
  },
  {
    does: "gives a standing permission for payments",
    act: ({ olga }) =>
      olga.permit(
        { scope: "pattern", agent: "rival", tool: "pay", level: "HIGH", typed: "pay" },
        { via: "cli" },
      ),
    refusal: "INVALID_INPUT covers_nothing",
  },
  {
    does: "makes a key of the server's own agent",
    act: ({ olga }) => olga.createKey({ kind: "agent", name: "earshot" }),
    refusal: "INVALID_INPUT",
  },
];

const worlds = new WeakMap<Cast["as"], Opened>();
async function openCast(as: Cast["as"]): Promise<Opened> {
  const world = worlds.get(as);
  if (world === undefined) throw new Error("The cast is in no world.");
  return world;
}

/** What only two bring about: none of it may have happened. */
const OF_TWO: ReadonlySet<EventType> = new Set([
  "request.approved",
  "grant.minted",
  "grant.redeemed",
  "policy.changed",
  "permission.given",
  "principal.created",
  "request.erased",
]);

async function doneByTwo({ ctx }: Opened): Promise<readonly string[]> {
  const events = await ctx.store.readEvents({ workspace: "default", after: 0, limit: 10_000 });
  return events
    .filter(({ type }) => OF_TWO.has(type))
    .map(({ type, subject }) => `${type} ${subject}`);
}

async function refusalOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    const { code, details } = error;
    const isTold = code === "NOT_ALLOWED" || code === "INVALID_INPUT";
    return isTold ? `${code} ${details?.["reason"] ?? ""}`.trimEnd() : code;
  }
  return "it is done";
}

describe("one of two owners", () => {
  test.each(TRIED)("$does, and nothing comes of it", async ({ act, refusal }) => {
    await inCast(async ({ world, as }) => {
      worlds.set(as, world);
      // The server's own agent is there from its first question on.
      await sought(as.olga.createKey({ kind: "person", name: "first", passphrase }));
      const before = await doneByTwo(world);
      expect(await refusalOf(act(as))).toBe(refusal);
      expect(await doneByTwo(world)).toEqual(before);
    });
  });

  test("changes a payment and approves that, and it waits for two others", async () => {
    await inCast(async ({ as }) => {
      const id = await idOf(as.rival, PAY);
      const args = { to: "olga", amount: 900 };
      const { digest } = await as.olga.previewEdit({ id, args });
      const proof = { typed: digest.slice(0, 6), passphrase };
      await as.olga.approve({ id, digest, args, ...proof }, { via: "cli" });
      expect(await refusalOf(asOlga(as, id))).not.toBe("it is done");
      expect((await approveAs(as.ana, id, passphraseOf("ana"))).status).toBe("open");
      expect((await approveAs(as.ben, id, passphraseOf("ben"))).status).toBe("approved");
    });
  });

  test("does with the other what she could not do alone", async () => {
    await inCast(async ({ world, as }) => {
      const loosen = () =>
        as.olga.applyPolicy({ source: { version: 1, rules: [...RULES] }, passphrase });
      await approveAs(as.otto, await sought(loosen()), passphraseOf("otto"));
      await loosen();
      expect((await as.otto.policy()).source?.["owners"]).toBeUndefined();
      expect(await doneByTwo(world)).not.toEqual([]);
    });
  });

  test("is told by the command that she brings about alone nothing that two are wanted for", async () => {
    await inCast(async ({ as }) => {
      const { items } = await as.ana.reachAlone({ person: "olga" });
      const powers = items[0]?.reach.map(({ verdict, power }) => [verdict.demand.rule, power]);
      expect(powers).toEqual([
        ["pays", "nothing"],
        ["deploys", "decides"],
        ["default", "decides"],
        ["default", "decides"],
        ["default", "decides"],
      ]);
    });
  });
});
