import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { asEndUser } from "../../src/core/callers/end-users.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import { HOUR_MS } from "../../src/domain/time.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { EndUserTokenInput } from "../../src/ports/earshot/operators.ts";
import type { Attack, Family } from "./attack.ts";
import type { Part, Scene } from "./scene.ts";

const LIKE = "a program that says yes for the person it talks with";
const WORDS = "I need a report of the sales.";
const TOKEN = "NOT_ALLOWED end_user_token";

async function callerOf({ ctx, keys }: Scene, part: Part) {
  const caller = await createAuthenticate(ctx)(keys[part].secret);
  if (caller === undefined) throw new Error(`${part} has no key.`);
  return caller;
}

/** A service speaks with a token, its own or one that it has come by. */
async function speaking(scene: Scene, token: string, part: Part = "service"): Promise<Earshot> {
  const { ctx } = scene;
  return createEarshot(ctx, await asEndUser(ctx, await callerOf(scene, part), token));
}

async function tokenFor(scene: Scene, input: EndUserTokenInput): Promise<string> {
  return (await (await scene.as("service")).createEndUserToken(input)).token;
}

async function begunBy(earshot: Earshot): Promise<ConversationId> {
  return (await earshot.beginConversation({ initial_message: WORDS })).conversation_id;
}

/** Alice's conversation with the liaison, and what Mallory holds. */
interface Held {
  readonly alices: ConversationId;
  readonly mallorys: ConversationId;
  readonly token: string;
  /** What `first` has made. */
  readonly made: string;
}

interface Case {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  readonly like?: string;
  readonly first?: (scene: Scene) => Promise<string>;
  readonly attack: (scene: Scene, held: Held) => Promise<unknown>;
}

function forUsers({ id, does, refusal, like = LIKE, first, attack }: Case): Attack {
  return {
    id: `speaking-for/${id}`,
    does,
    like,
    refusal,
    async prepare(scene) {
      const token = await tokenFor(scene, { user_id: "mallory" });
      const alice = await speaking(scene, await tokenFor(scene, { user_id: "alice" }));
      const alices = await begunBy(alice);
      const mallorys = await begunBy(await speaking(scene, token));
      const made = (await first?.(scene)) ?? "";
      return () => attack(scene, { alices, mallorys, token, made });
    },
  };
}

/** The token with other claims, or another signature. */
function forged(token: string, change: (claims: Record<string, unknown>) => object): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const other = Buffer.from(JSON.stringify(change(claims))).toString("base64url");
  return `${header}.${other}.${signature}`;
}

const message = "Yes, go ahead.";

export const speakingFor: Family = {
  name: "speaking for a person",
  attacks: [
    forUsers({
      id: "agent",
      does: "an agent begins a conversation as if it were a person",
      refusal: "NOT_ALLOWED not_a_person",
      attack: async (scene) => {
        const agent = await scene.as("scout");
        return await agent.beginConversation({ initial_message: WORDS });
      },
    }),
    forUsers({
      id: "agent-token",
      does: "an agent asks for the token of somebody else's user",
      refusal: TOKEN,
      attack: async (scene) => (await scene.as("scout")).createEndUserToken({ user_id: "alice" }),
    }),
    forUsers({
      id: "agent-carries",
      does: "an agent sends the token of a user with its own key",
      refusal: TOKEN,
      attack: (scene, { token }) => speaking(scene, token, "scout"),
    }),
    forUsers({
      id: "operator-carries",
      does: "an operator sends the token of a user with their own key",
      refusal: TOKEN,
      attack: (scene, { token }) => speaking(scene, token, "owner"),
    }),
    forUsers({
      id: "no-token",
      does: "a service answers for its user without a token",
      refusal: "NOT_ALLOWED not_a_person",
      attack: async (scene, { alices: conversation_id }) =>
        (await scene.as("service")).continueConversation({ conversation_id, message }),
    }),
    forUsers({
      id: "anothers-token",
      does: "one user's token says yes in another user's conversation",
      refusal: "NOT_FOUND",
      attack: async (scene, { alices: conversation_id, token }) =>
        (await speaking(scene, token)).continueConversation({ conversation_id, message }),
    }),
    forUsers({
      id: "anothers-words",
      does: "one user's token reads another user's conversation",
      refusal: "NOT_FOUND",
      attack: async (scene, { alices: conversation_id, token }) =>
        (await speaking(scene, token)).showLiaison({ conversation_id }),
    }),
    forUsers({
      id: "expired",
      does: "a token is sent after its hour",
      refusal: TOKEN,
      attack: async (scene, { token }) => {
        await scene.clock.advance(HOUR_MS);
        return await speaking(scene, token);
      },
    }),
    forUsers({
      id: "prolonged",
      does: "a token is given a later end",
      refusal: TOKEN,
      attack: (scene, { token }) =>
        speaking(
          scene,
          forged(token, (claims) => ({ ...claims, exp: 9_999_999_999 })),
        ),
    }),
    forUsers({
      id: "renamed",
      does: "a token is given the name of another user",
      refusal: TOKEN,
      attack: (scene, { token }) =>
        speaking(
          scene,
          forged(token, (claims) => ({ ...claims, sub: "alice" })),
        ),
    }),
    forUsers({
      id: "other-workspace",
      does: "a service sends the token of another workspace's user",
      refusal: TOKEN,
      first: async (scene) => {
        const abroad = await scene.as("outsider");
        const { secret } = await abroad.createKey({ kind: "service", name: "service" });
        const there = await scene.bySecret(secret);
        return (await there.createEndUserToken({ user_id: "alice" })).token;
      },
      attack: (scene, { made }) => speaking(scene, made),
    }),
    forUsers({
      id: "replayed",
      does: "the token of one conversation is sent for another",
      refusal: TOKEN,
      attack: async (scene, { alices, mallorys: conversation_id }) => {
        const bound = await tokenFor(scene, { user_id: "mallory", conversation_id: alices });
        return await begunBy(await speaking(scene, bound)).then(() => conversation_id);
      },
    }),
    forUsers({
      id: "replayed-words",
      does: "the token of one conversation says yes in another of the same user",
      refusal: "NOT_FOUND",
      attack: async (scene, { alices, mallorys: conversation_id }) => {
        const bound = await tokenFor(scene, { user_id: "mallory", conversation_id: alices });
        return await (await speaking(scene, bound)).continueConversation({
          conversation_id,
          message,
        });
      },
    }),
    forUsers({
      id: "grant",
      does: "another statement that the server signed passes for a token",
      refusal: TOKEN,
      first: async (scene) => (await scene.granted()).collected.grant,
      attack: (scene, { made }) => speaking(scene, made),
    }),
    forUsers({
      id: "operator-by-token",
      does: "a user of a service approves what an agent seeks",
      refusal: "NOT_ALLOWED end_user",
      attack: async (scene, { token }) => {
        const { id, authorization } = await scene.seek();
        return await (await speaking(scene, token)).approve({ id, digest: authorization.digest });
      },
    }),
    forUsers({
      id: "reads-by-token",
      does: "a user of a service reads what is asked of operators",
      refusal: "NOT_ALLOWED end_user",
      attack: async (scene, { token }) => (await speaking(scene, token)).list({}),
    }),
  ],
};
