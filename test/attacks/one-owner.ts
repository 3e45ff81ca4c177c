import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import { PASSPHRASE, type Scene } from "./scene.ts";

const LIKE = "one owner makes a second person or looser rules, where two owners have to agree";
const STRICT: JsonObject = {
  version: 1,
  owners: 2,
  rules: [{ name: "mail", tools: ["send_mail"], level: "CRITICAL" }],
};

interface Cast {
  readonly owner: Earshot;
  readonly carl: Earshot;
  readonly scene: Scene;
}

interface Alone {
  readonly id: string;
  readonly does: string;
  readonly refusal?: string;
  readonly prepare?: (cast: Cast) => Promise<RequestId | undefined>;
  readonly attack: (cast: Cast, id: RequestId) => Promise<unknown>;
}

/** `owner` and `carl` are the owners, and the policy wants both. */
function alone({ id, does, refusal = "SECOND_OWNER_NEEDED", ...act }: Alone): Attack {
  return {
    id: `one-owner/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const owner = await scene.as("owner");
      const { secret } = await ownKey(owner, { kind: "person", name: "carl", role: "owner" });
      const carl = await scene.bySecret(secret);
      for (const one of [owner, carl]) await one.setPassphrase({ passphrase: PASSPHRASE });
      await owner.applyPolicy({ source: STRICT, passphrase: PASSPHRASE });
      const cast = { owner, carl, scene };
      const request = await act.prepare?.(cast);
      return () => act.attack(cast, request ?? "req_none");
    },
  };
}

const passphrase = PASSPHRASE;
const sock = (owner: Earshot) => ownKey(owner, { kind: "person", name: "sock", passphrase });
const own = (owner: Earshot) => owner.createKey({ kind: "person", name: "owner", passphrase });
const loosen = (owner: Earshot) =>
  owner.applyPolicy({ source: { version: 1, rules: [] }, passphrase });

/** The request by which what the call wants waits. */
async function sought(call: Promise<unknown>): Promise<RequestId> {
  try {
    await call;
  } catch (error) {
    const isWaiting =
      isEarshotError(error, "SECOND_OWNER_NEEDED") || isEarshotError(error, "PERSONS_YES_NEEDED");
    if (!isWaiting) throw error;
    return error.details?.["id"] as RequestId;
  }
  throw new Error("One owner was enough.");
}

async function approve(by: Earshot, id: RequestId) {
  const { digest } = asAuthorization((await by.show({ id })).request).authorization;
  const proof = { typed: digest.slice(0, 6), passphrase };
  return await by.approve({ id, digest, ...proof }, { via: "cli" });
}

/** What an agent sought and somebody rejected. */
async function settled(scene: Scene): Promise<RequestId> {
  const { id } = await scene.seek();
  await (await scene.as("ana")).reject({ id, reason: "No." });
  return id;
}

/** By a key that they made in the other owner's name, with that owner's yes. */
function borrowedWish(): Attack {
  let secret = "";
  return alone({
    id: "borrowed-wish",
    does: "wants looser rules by a key in the other owner's name, to give the yes themselves",
    refusal: "NOT_ALLOWED not_own_hand",
    async prepare({ owner, carl }) {
      const lend = () => owner.createKey({ kind: "person", name: "carl", passphrase });
      await approve(carl, await sought(lend()));
      await approve(carl, await sought(lend()));
      secret = (await lend()).secret;
      return undefined;
    },
    async attack({ owner, scene }) {
      const wish = async () => loosen(await scene.bySecret(secret));
      await approve(owner, await sought(wish()));
      return await wish();
    },
  });
}

export const oneOwner: Family = {
  name: "one owner where two have to agree",
  attacks: [
    alone({ id: "key", does: "makes a key that approves", attack: ({ owner }) => sock(owner) }),
    alone({
      id: "owner",
      does: "makes another owner",
      attack: ({ owner }) => owner.addOperator({ name: "sock", role: "owner", passphrase }),
    }),
    alone({
      id: "owner-who-reads",
      does: "makes another owner by a key that only reads",
      attack: ({ owner }) =>
        owner.createKey({
          kind: "person",
          name: "sock",
          role: "owner",
          scopes: ["read"],
          passphrase,
        }),
    }),
    alone({
      id: "borrowed",
      does: "makes a key that changes the policy in the name of the other owner",
      attack: ({ owner }) =>
        ownKey(owner, { kind: "person", name: "carl", scopes: ["policy"], passphrase }),
    }),
    alone({
      id: "link",
      does: "makes a link that signs in as somebody else",
      attack: ({ owner }) => owner.createSignInLink({ operator: "ana", passphrase }),
    }),
    alone({
      id: "loosen",
      does: "puts a policy in force by which one owner is enough",
      attack: ({ owner }) => loosen(owner),
    }),
    alone({
      id: "level",
      does: "lowers a level from CRITICAL",
      attack: ({ owner }) =>
        owner.applyPolicy({
          source: { ...STRICT, rules: [{ name: "mail", tools: ["send_mail"], level: "LOW" }] },
          passphrase,
        }),
    }),
    alone({
      id: "own-yes",
      does: "approves what they themselves want",
      refusal: "NOT_ALLOWED own_change",
      prepare: ({ owner }) => sought(sock(owner)),
      attack: ({ owner }, id) => approve(owner, id),
    }),
    alone({
      id: "rerouted",
      does: "has it put to themselves, and approves it",
      refusal: "NOT_ALLOWED own_change",
      async prepare({ owner }) {
        const id = await sought(sock(owner));
        await owner.review({ id, outcome: { do: "reroute", to: ["owner"] } });
        return id;
      },
      attack: ({ owner }, id) => approve(owner, id),
    }),
    alone({
      id: "approver",
      does: "has an approver approve it",
      refusal: "NOT_ALLOWED not_an_approver",
      prepare: ({ owner }) => sought(sock(owner)),
      attack: async ({ scene }, id) => approve(await scene.as("ana"), id),
    }),
    alone({
      id: "swapped",
      does: "gets a yes for an approver, and makes an owner with it",
      async prepare({ owner, carl }) {
        const id = await sought(sock(owner));
        await approve(carl, id);
        return id;
      },
      attack: ({ owner }) =>
        ownKey(owner, { kind: "person", name: "sock", role: "owner", passphrase }),
    }),
    alone({
      id: "edited",
      does: "puts their own name into what another wants, and approves it",
      refusal: "INVALID_INPUT",
      prepare: ({ owner }) => sought(sock(owner)),
      async attack({ owner, carl }, id) {
        const { action, digest } = asAuthorization((await carl.show({ id })).request).authorization;
        const { items } = await owner.listOperators();
        const by = items.find(({ principal }) => principal.name === "carl")?.principal.id ?? "";
        const args = { ...action.args, by };
        const proof = { typed: digest.slice(0, 6), passphrase };
        return await carl.approve({ id, digest, args, ...proof }, { via: "cli" });
      },
    }),
    alone({
      id: "twice",
      does: "uses one yes for two keys",
      async prepare({ owner, carl }) {
        const id = await sought(own(owner));
        await approve(carl, id);
        await own(owner);
        return id;
      },
      attack: ({ owner }) => own(owner),
    }),
    alone({
      id: "allowed",
      does: "has a rule allow what is sought of owners",
      refusal: "NOT_ALLOWED no_second_owner",
      async prepare({ owner, carl, scene }) {
        const all = { ...STRICT, rules: [{ name: "all", decision: "allow" }] };
        const put = () => owner.applyPolicy({ source: all, passphrase });
        await approve(carl, await sought(put()));
        await put();
        // And is alone then: what is taken away waits for nobody, and gives no more power.
        const { items } = await (await scene.as("owner")).listKeys();
        for (const { key, principal } of items) {
          if (principal.name === "carl") await owner.revokeKey({ id: key.id });
        }
        return undefined;
      },
      attack: ({ owner }) => sock(owner),
    }),
    alone({
      id: "removal",
      does: "removes the other owner, to be alone",
      refusal: "NOT_ALLOWED second_to_last_owner",
      async attack({ owner, scene }) {
        const { items } = await (await scene.as("owner")).listOperators();
        const carl = items.find(({ principal }) => principal.name === "carl");
        return await owner.removeOperator({ id: carl?.principal.id ?? "prn_none", passphrase });
      },
    }),
    borrowedWish(),
    alone({
      id: "left-alone",
      does: "ends the keys of everybody else, to decide alone for an agent of their own",
      refusal: "NOT_ALLOWED own_agent",
      async prepare({ owner, scene }) {
        const { items } = await owner.listKeys();
        for (const { key, principal } of items) {
          const isOther = principal.kind === "person" && principal.name !== "owner";
          if (isOther && key.revokedAt === undefined) await owner.revokeKey({ id: key.id });
        }
        return (await scene.seek({ tool: "deploy" })).id;
      },
      attack: ({ owner }, id) => approve(owner, id),
    }),
    alone({
      id: "erase",
      does: "erases what was approved and done",
      prepare: ({ scene }) => settled(scene),
      attack: ({ owner }, id) => owner.erase({ id }),
    }),
    alone({
      id: "erase-about",
      does: "erases all that names a case, and says that it goes on with a part",
      prepare: ({ scene }) => settled(scene),
      attack: ({ owner }) =>
        owner.eraseMatter({ about: "ana@example.org", take: true, after: "requests null" }),
    }),
    alone({
      id: "in-its-name",
      does: "makes a key of the agent by which it is sought",
      refusal: "INVALID_INPUT",
      attack: ({ owner }) => owner.createKey({ kind: "agent", name: "earshot" }),
    }),
  ],
};
