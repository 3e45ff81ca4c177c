import { noticeAgent } from "../../src/core/notices/owner-notices.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Right } from "../../src/domain/people/principal.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { DAY_MS } from "../../src/domain/time.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "an owner who votes in the names of others, by keys that they made for them";

interface Case {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  readonly prepare?: (owner: Earshot, scene: Scene) => Promise<string>;
  readonly attack: (owner: Earshot, prepared: string, scene: Scene) => Promise<unknown>;
}

function byOwner({ id, does, refusal, ...act }: Case): Attack {
  return {
    id: `anothers-name/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      const owner = await scene.as("owner");
      // The server's own agent, by which people are asked, is no win of the attacker.
      await noticeAgent(scene.ctx, "default");
      const prepared = (await act.prepare?.(owner, scene)) ?? "";
      return () => act.attack(owner, prepared, scene);
    },
  };
}

const forAna = (owner: Earshot) => owner.createKey({ kind: "person", name: "ana" });

/** The request by which ana is asked for her yes. */
async function asked(owner: Earshot): Promise<RequestId> {
  try {
    await forAna(owner);
  } catch (error) {
    if (isEarshotError(error, "PERSONS_YES_NEEDED")) return error.details?.["id"] as RequestId;
    throw error;
  }
  throw new Error("Nobody was asked.");
}

async function approve(by: Earshot, id: RequestId) {
  const { digest } = asAuthorization((await by.show({ id })).request).authorization;
  return await by.approve({ id, digest, typed: digest.slice(0, 6) }, { via: "cli" });
}

const invited = async (owner: Earshot) =>
  (await owner.createKey({ kind: "person", name: "cleo" })).secret;

interface Narrowed {
  readonly id: string;
  readonly does: string;
  readonly scopes: readonly Right[];
  readonly first?: (owner: Earshot) => Promise<unknown>;
  readonly attack: (narrowed: Earshot) => Promise<unknown>;
}

/** What the holder of an owner's key for one task makes of it. */
const narrow = ({ id, does, scopes, first, attack }: Narrowed): Attack =>
  byOwner({
    id: `narrow-${id}`,
    does,
    refusal: scopes.includes("people") ? "NOT_ALLOWED partial_key" : "NOT_ALLOWED",
    async prepare(owner) {
      await first?.(owner);
      return (await owner.createKey({ kind: "person", name: "owner", scopes })).secret;
    },
    attack: async (_, secret, scene) => attack(await scene.bySecret(secret)),
  });

export const anothersName: Family = {
  name: "in another's name",
  attacks: [
    byOwner({
      id: "key",
      does: "makes a key in the name of an approver, to vote with",
      refusal: "PERSONS_YES_NEEDED",
      attack: forAna,
    }),
    byOwner({
      id: "script",
      does: "makes a key for scripts in the name of an approver",
      refusal: "PERSONS_YES_NEEDED",
      attack: (owner) => owner.createKey({ kind: "person", name: "ben", unattended: true }),
    }),
    byOwner({
      id: "link",
      does: "makes a link that signs in as an approver",
      refusal: "PERSONS_YES_NEEDED",
      attack: (owner) => owner.createSignInLink({ operator: "ana" }),
    }),
    byOwner({
      id: "viewer",
      does: "makes a key in the name of somebody who may not say yes",
      refusal: "NOT_ALLOWED theirs_to_make",
      attack: (owner) => owner.createKey({ kind: "person", name: "viewer" }),
    }),
    byOwner({
      id: "own-yes",
      does: "says yes for the approver",
      refusal: "NOT_ALLOWED own_change",
      prepare: asked,
      attack: (owner, id) => approve(owner, id as RequestId),
    }),
    byOwner({
      id: "others-yes",
      does: "has another approver say yes for the approver",
      refusal: "NOT_ALLOWED not_an_approver",
      prepare: asked,
      attack: async (_, id, scene) => approve(await scene.as("ben"), id as RequestId),
    }),
    byOwner({
      id: "swapped",
      does: "makes a key for scripts with the yes for another key",
      refusal: "PERSONS_YES_NEEDED",
      async prepare(owner, scene) {
        const id = await asked(owner);
        await approve(await scene.as("ana"), id);
        return id;
      },
      attack: (owner) => owner.createKey({ kind: "person", name: "ana", unattended: true }),
    }),
    byOwner({
      id: "first-passphrase",
      does: "sets the first passphrase of an approver, by a key that this one agreed to",
      refusal: "NOT_ALLOWED not_own_hand",
      async prepare(owner, scene) {
        await approve(await scene.as("ana"), await asked(owner));
        return (await forAna(owner)).secret;
      },
      attack: async (_, secret, scene) =>
        (await scene.bySecret(secret)).setPassphrase(
          { passphrase: "a long one, never told" },
          { via: "cli" },
        ),
    }),
    byOwner({
      id: "twice",
      does: "makes two keys with one yes",
      refusal: "PERSONS_YES_NEEDED",
      async prepare(owner, scene) {
        const id = await asked(owner);
        await approve(await scene.as("ana"), id);
        await forAna(owner);
        return id;
      },
      attack: forAna,
    }),
    byOwner({
      id: "unheard",
      does: "closes the message that tells the approver of the key",
      refusal: "NOT_ALLOWED their_notice",
      async prepare(owner, scene) {
        await approve(await scene.as("ana"), await asked(owner));
        await forAna(owner);
        const { items } = await owner.list({ status: "open" });
        return items.find(({ to }) => to.includes("ana"))?.id ?? "req_none";
      },
      attack: (owner, id) => owner.cancel({ id: id as RequestId, reason: "Never mind." }),
    }),
    byOwner({
      id: "edited",
      does: "is given a key in their own name, by an edit of what they wanted in another's",
      refusal: "INVALID_INPUT",
      prepare: asked,
      async attack(_, id, scene) {
        const ana = await scene.as("ana");
        const { request } = await ana.show({ id: id as RequestId });
        const { action, digest } = asAuthorization(request).authorization;
        const input = { id: request.id, digest, args: { ...action.args, operator: "owner" } };
        return await ana.approve({ ...input, typed: digest.slice(0, 6) }, { via: "cli" });
      },
    }),
    byOwner({
      id: "invitation-as-key",
      does: "votes with an invitation",
      refusal: "NOT_SIGNED_IN",
      prepare: invited,
      attack: (_, secret, scene) => scene.bySecret(secret),
    }),
    byOwner({
      id: "invitation-twice",
      does: "makes a key with an invitation that its person has accepted",
      refusal: "NOT_SIGNED_IN",
      async prepare(owner) {
        const invitation = await invited(owner);
        await owner.acceptInvitation({ invitation });
        return invitation;
      },
      attack: (owner, invitation) => owner.acceptInvitation({ invitation }),
    }),
    byOwner({
      id: "invitation-late",
      does: "makes a key with an invitation that is too old",
      refusal: "NOT_SIGNED_IN",
      async prepare(owner, { clock }) {
        const invitation = await invited(owner);
        await clock.advance(7 * DAY_MS);
        return invitation;
      },
      attack: (owner, invitation) => owner.acceptInvitation({ invitation }),
    }),
    byOwner({
      id: "invitation-of-removed",
      does: "makes a key with the invitation of an owner who was shut out",
      refusal: "NOT_SIGNED_IN",
      async prepare(owner, scene) {
        const input = { kind: "person", name: "carl", role: "owner" } as const;
        const { key, secret } = await ownKey(owner, input);
        const invitation = await invited(await scene.bySecret(secret));
        await owner.revokeKey({ id: key.id });
        return invitation;
      },
      attack: (owner, invitation) => owner.acceptInvitation({ invitation }),
    }),
    narrow({
      id: "keys",
      does: "makes an owner's whole key with one that makes agents' keys",
      scopes: ["keys"],
      attack: (narrowed) => narrowed.createKey({ kind: "person", name: "sock", role: "owner" }),
    }),
    narrow({
      id: "own",
      does: "makes themselves a whole key with one that lets people in",
      scopes: ["people"],
      attack: (narrowed) => narrowed.createKey({ kind: "person", name: "owner" }),
    }),
    narrow({
      id: "invites",
      does: "invites an owner with a key that lets people in",
      scopes: ["people"],
      attack: (narrowed) => narrowed.createKey({ kind: "person", name: "sock", role: "owner" }),
    }),
    narrow({
      id: "link",
      does: "makes a link for a new owner with a key that lets people in",
      scopes: ["people"],
      first: (owner) => owner.addOperator({ name: "sock", role: "owner" }),
      attack: (narrowed) => narrowed.createSignInLink({ operator: "sock" }),
    }),
    narrow({
      id: "service",
      does: "makes a service that stops the server with a key that lets people in",
      scopes: ["keys", "people"],
      attack: (narrowed) => narrowed.createKey({ kind: "service", name: "sock" }),
    }),
  ],
};
