import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { preparePolicy } from "../../src/compose/found-workspace.ts";
import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { restoreKey } from "../../src/core/keys/restore-key.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { ConversationId, RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { refusalOf } from "./house.ts";
import { ownKey } from "./own-key.ts";

const PASSPHRASE = "five wet horses ran home";
const BASE = [
  { name: "pays", tools: ["pay"], level: "CRITICAL", quorum: 2 },
  { name: "reads", tools: ["read"], decision: "allow" },
] as const;

type Name = "operator" | "carl";

export interface Opened {
  readonly ctx: Context;
  /** The same record as it is found after a restart. */
  again(): Promise<Context>;
  close(): Promise<void>;
}

/** What every store must do if the policy says `owners: 2`. */
export function describeSecondOwner(openRecord: () => Promise<Opened>): void {
  let record: Opened;
  let ctx: Context;
  let secrets: Record<Name, string>;
  let count = 0;

  beforeAll(async () => {
    record = await openRecord();
    ctx = record.ctx;
    const { owner } = await found(ctx, { owner: "operator", agent: "scout" });
    secrets = { operator: owner.secret, carl: "" };
    const carl = await ownKey(await as("operator"), {
      kind: "person",
      name: "carl",
      role: "owner",
    });
    secrets.carl = carl.secret;
    for (const name of ["operator", "carl"] as const) {
      await (await as(name)).setPassphrase({ passphrase: PASSPHRASE });
    }
  });
  afterAll(() => record.close());
  // Each test begins with the same rules, whatever the last one left.
  beforeEach(async () => {
    count += 1;
    await preparePolicy(ctx, { policy: policyOf(BASE, { owners: 2 }), withoutSecondOwner: true });
  });

  const as = async (name: Name): Promise<Earshot> => {
    const caller = await createAuthenticate(ctx)(secrets[name]);
    if (caller === undefined) throw new Error(`${name} is not let in.`);
    return createEarshot(ctx, caller);
  };
  const policyOf = (rules: readonly object[], over: JsonObject = {}): JsonObject => ({
    version: 1,
    rules: rules as JsonObject[],
    ...over,
  });
  const apply = async (source: JsonObject, by: Name = "operator") =>
    (await as(by)).applyPolicy({ source, passphrase: PASSPHRASE });
  const key = async (name: string, role: "owner" | "approver", by: Name = "operator") =>
    ownKey(await as(by), { kind: "person", name, role, passphrase: PASSPHRASE });

  /** The request that a call waits for; throws if it does not wait. */
  async function waiting(call: Promise<unknown>): Promise<RequestId> {
    try {
      await call;
    } catch (error) {
      if (!isEarshotError(error, "SECOND_OWNER_NEEDED")) throw error;
      return error.details?.["id"] as RequestId;
    }
    throw new Error("It was done by one owner alone.");
  }
  async function approve(id: RequestId, by: Name = "carl") {
    const { request } = await (await as("carl")).show({ id });
    const { digest } = asAuthorization(request).authorization;
    const proof = { typed: digest.slice(0, 6), passphrase: PASSPHRASE };
    return await (await as(by)).approve({ id, digest, ...proof }, { via: "cli" });
  }
  const named = (name: string) =>
    ctx.store.findPrincipalByName({ workspace: "default", kind: "person", name });
  const revision = async () => (await ctx.store.currentPolicy("default"))?.revision;

  /** What a person could still be shown of a closed request of scout's. */
  async function closed(text: string): Promise<RequestId> {
    const scout = await ctx.store.findPrincipalByName({
      workspace: "default",
      kind: "agent",
      name: "scout",
    });
    if (scout === undefined) throw new Error("scout is not there.");
    const { request } = await createEarshot(ctx, callerWithAllRights(scout)).ask({ text });
    await (await as("carl")).answer({ id: request.id, answer: { text: `Of ${text}` } });
    return request.id;
  }
  const isErased = async (id: RequestId) =>
    (await ctx.store.findRequest("default", id))?.erasedAt !== undefined;
  const evidence = new Map<number, Promise<RequestId>>();
  const theClosed = () => {
    const known = evidence.get(count) ?? closed(`evidence-${count}`);
    evidence.set(count, known);
    return known;
  };
  const tasks = new Map<number, Promise<ConversationId>>();
  const theTask = () => {
    const known = tasks.get(count) ?? begun(`evidence-${count}: I need a dashboard`);
    tasks.set(count, known);
    return known;
  };
  const begun = async (words: string) =>
    (await (await as("operator")).beginConversation({ initial_message: words })).conversation_id;
  const isTaskErased = async () =>
    (await ctx.store.findLiaison("default", await theTask()))?.erasedAt !== undefined;
  const eraseAbout = async (after?: string, close = false) =>
    (await as("operator")).eraseMatter({
      about: `evidence-${count}`,
      take: true,
      close,
      ...present({ after }),
    });

  const kinds: readonly [string, () => Promise<unknown>, () => Promise<boolean>][] = [
    [
      "a new owner",
      async () =>
        (await as("operator")).addOperator({
          name: `owner-${count}`,
          role: "owner",
          passphrase: PASSPHRASE,
        }),
      async () => (await named(`owner-${count}`)) !== undefined,
    ],
    [
      "a key that approves",
      () => key(`sock-${count}`, "approver"),
      async () => (await named(`sock-${count}`)) !== undefined,
    ],
    [
      "a policy that allows more",
      () => apply(policyOf([{ name: "all", decision: "allow" }, ...BASE], { owners: 2 })),
      async () =>
        (await (await as("carl")).policy()).source?.["rules"]?.toString() !== undefined &&
        JSON.stringify((await (await as("carl")).policy()).source).includes('"all"'),
    ],
    [
      "a level lowered from CRITICAL",
      () => apply(policyOf([{ ...BASE[0], level: "HIGH" }, BASE[1]], { owners: 2 })),
      async () =>
        JSON.stringify((await (await as("carl")).policy()).source).includes('"level":"HIGH"'),
    ],
    [
      "a policy by which one owner is enough",
      () => apply(policyOf(BASE)),
      async () => (await (await as("carl")).policy()).source?.["owners"] === undefined,
    ],
    [
      "to erase a closed request",
      async () => (await as("operator")).erase({ id: await theClosed() }),
      async () => isErased(await theClosed()),
    ],
    [
      "to erase all that names a case",
      async () => {
        await theClosed();
        return await eraseAbout();
      },
      async () => isErased(await theClosed()),
    ],
    [
      "to erase a conversation with the liaison",
      async () => (await as("operator")).eraseLiaison({ conversation_id: await theTask() }),
      async () => isTaskErased(),
    ],
    [
      "to erase all that names a case, of a conversation with the liaison too",
      async () => {
        await theTask();
        return await eraseAbout(undefined, true);
      },
      async () => isTaskErased(),
    ],
  ];

  describe.each(kinds)("%s", (_kind, change, isDone) => {
    test("waits for another owner, and is done once when the same is wanted after their yes", async () => {
      const id = await waiting(change());
      expect(await isDone()).toBe(false);
      expect(await waiting(change())).toBe(id);
      expect(await refusalOf(approve(id, "operator"))).toBe("own_change");
      expect(await isDone()).toBe(false);
      expect(await approve(id)).toMatchObject({ status: "approved" });
      expect(await isDone()).toBe(false);
      await change();
      expect(await isDone()).toBe(true);
      const grant = await ctx.store.findGrant("default", id);
      expect(grant?.consumedAt).toBeDefined();
    });

    test("is not done where the other owner says no", async () => {
      const id = await waiting(change());
      await (await as("carl")).reject({ id, reason: "Not now." });
      expect(await refusalOf(change())).toBe("second_owner_rejected");
      expect(await isDone()).toBe(false);
    });
  });

  test("no part of an erasure is got without a yes by going on with one that was never begun", async () => {
    const id = await theClosed();
    await waiting(eraseAbout("liaisons null"));
    expect(await isErased(id)).toBe(false);
  });

  test("one yes is good for all parts of an erasure, whose name it keeps no longer than that", async () => {
    const id = await theClosed();
    const scout = await ctx.store.findPrincipalByName({
      workspace: "default",
      kind: "agent",
      name: "scout",
    });
    if (scout === undefined) throw new Error("scout is not there.");
    const agent = createEarshot(ctx, callerWithAllRights(scout));
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => agent.tell({ text: `${n} evidence-${count}` })),
    );
    // A slow machine that skips its pauses, so that one call does not finish.
    const { clock } = ctx;
    let slowMs = 0;
    ctx = {
      ...ctx,
      clock: {
        ...clock,
        now: () => {
          slowMs += 50;
          return clock.now() + slowMs;
        },
        after: (_, run) => clock.after(0, run),
      },
    };
    const yes = await waiting(eraseAbout());
    await approve(yes);
    let part = await eraseAbout();
    let parts = 1;
    expect(part.next).toBeDefined();
    for (; part.next !== undefined; parts++) part = await eraseAbout(part.next);
    expect(parts).toBeGreaterThan(1);
    expect(await isErased(id)).toBe(true);
    expect(await isErased(yes)).toBe(true);
    const left = await (await as("operator")).eraseMatter({ about: `evidence-${count}` });
    expect(left.found).toEqual([]);
    await waiting(eraseAbout());
  });

  test("a yes given before a restart is good after it, and for one change", async () => {
    const name = `late-${count}`;
    const id = await waiting(key(name, "approver"));
    ctx = await record.again();
    await approve(id);
    ctx = await record.again();
    expect((await key(name, "approver")).principal.name).toBe(name);
    const next = await waiting(key(name, "approver"));
    expect(next).not.toBe(id);
  });

  test("of two calls at the same time one uses the yes, and the other waits for another", async () => {
    const own = { kind: "person", name: "operator", passphrase: PASSPHRASE } as const;
    const change = async () => (await as("operator")).createKey(own);
    await approve(await waiting(change()));
    await change();
    await approve(await waiting(change()));
    const done = await Promise.allSettled([change(), change()]);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("another change is another one: neither role, rights nor name can be swapped", async () => {
    const id = await waiting(key(`swap-${count}`, "approver"));
    await approve(id);
    expect(await waiting(key(`swap-${count}`, "owner"))).not.toBe(id);
    expect(await waiting(key(`swop-${count}`, "approver"))).not.toBe(id);
    expect(await waiting(key(`swap-${count}`, "approver", "carl"))).not.toBe(id);
  });

  test("a policy that changed meanwhile is approved no more, and its yes is for nothing", async () => {
    const wide = policyOf([{ name: "wide", decision: "allow" }, ...BASE], { owners: 2 });
    const stricter = policyOf([{ name: "no", tools: ["x"], decision: "deny" }, ...BASE], {
      owners: 2,
    });
    const first = await waiting(apply(wide));
    const second = await waiting(
      apply(policyOf([BASE[0]], { owners: 2, messages: { allow: [] } })),
    );
    await approve(second);
    await apply(stricter, "carl");
    expect(await refusalOf(approve(first))).toBe("changed_meanwhile");
    expect(await waiting(apply(wide))).not.toBe(first);
    expect(await revision()).toBe(ctx.digest.json(stricter));
  });

  test("what is as strict or stricter is put in force by one owner", async () => {
    const stricter = [
      { name: "no", tools: ["x"], decision: "deny" },
      { ...BASE[0], quorum: 3 },
    ];
    await apply(policyOf(stricter, { owners: 2 }));
    expect(await revision()).toBe(ctx.digest.json(policyOf(stricter, { owners: 2 })));
  });

  test("an owner who approved and whose key was revoked since has approved nothing", async () => {
    const dora = await ownerWithKey(`dora-${count}`);
    const id = await waiting(key(`gone-${count}`, "approver"));
    const earshot = await bySecret(dora);
    const { authorization } = asAuthorization((await earshot.show({ id })).request);
    const { digest } = authorization;
    await earshot.setPassphrase({ passphrase: PASSPHRASE });
    const proof = { typed: digest.slice(0, 6), passphrase: PASSPHRASE };
    // Whether it was asked before dora was there or after: either of the others may approve.
    await earshot.approve({ id, digest, ...proof }, { via: "cli" });
    await (await as("carl")).revokeKey({ id: dora.key.id });
    expect(await waiting(key(`gone-${count}`, "approver"))).not.toBe(id);
  });

  test("what an owner wanted who is there no more is approved no more", async () => {
    const dora = await ownerWithKey(`lost-${count}`);
    const wanted = (await bySecret(dora)).addOperator({ name: `x-${count}`, role: "owner" });
    const id = await waiting(wanted);
    await (await as("carl")).revokeKey({ id: dora.key.id });
    expect(await refusalOf(approve(id))).toBe("owner_gone");
  });

  test("a link that signs another in waits, and one's own does not", async () => {
    const operator = await as("operator");
    await operator.addOperator({ name: `linked-${count}`, passphrase: PASSPHRASE });
    const link = () =>
      operator.createSignInLink({ operator: `linked-${count}`, passphrase: PASSPHRASE });
    await approve(await waiting(link()));
    expect((await link()).operator.name).toBe(`linked-${count}`);
    await operator.createSignInLink({ passphrase: PASSPHRASE });
  });

  test("a server puts nothing that may allow more in force at its start, nor makes an owner's key", async () => {
    const policy = policyOf([{ name: "all", decision: "allow" }]);
    expect(await refusalOf(preparePolicy(ctx, { policy }))).toBe("second_owner");
    expect(await restoreKey(ctx, "operator")).toEqual({ none: "second_owner" });
    await preparePolicy(ctx, { policy, withoutSecondOwner: true });
    expect(await revision()).toBe(ctx.digest.json(policy));
    expect(await restoreKey(ctx, "operator")).toHaveProperty("secret");
  });

  async function ownerWithKey(name: string): Promise<CreatedKey> {
    await approve(await waiting(key(name, "owner")));
    return await key(name, "owner");
  }
  async function bySecret({ secret }: CreatedKey): Promise<Earshot> {
    const caller = await createAuthenticate(ctx)(secret);
    if (caller === undefined) throw new Error("The key is not let in.");
    return createEarshot(ctx, caller);
  }
}
