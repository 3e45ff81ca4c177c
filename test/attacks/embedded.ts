import type { ContentDigest } from "../../src/domain/content/content.ts";
import type { OpenAuthorization, Shown } from "../../src/domain/requests/request.ts";
import { MINUTE_MS } from "../../src/domain/time.ts";
import type { EndUserTokenInput } from "../../src/ports/earshot/operators.ts";
import type { Attack, Family } from "./attack.ts";
import type { Scene } from "./scene.ts";

const LIKE = "a page of an application that says yes for somebody";
const ORDERS = {
  name: "orders",
  tools: ["send_mail"],
  level: "LOW",
  approvers: { roles: ["end_user"] },
};

async function tokenFor(scene: Scene, input: Partial<EndUserTokenInput> = {}): Promise<string> {
  const scopes = ["read", "answer", "decide"] as const;
  const given = { user_id: "mallory", scopes, ...input };
  return (await (await scene.as("service")).createEndUserToken(given)).token;
}

/** What asks Mallory, and what asks Alice; both are of the same agent. */
interface Held {
  readonly token: string;
  readonly hers: Shown<OpenAuthorization>;
  readonly alices: Shown<OpenAuthorization>;
  /** What `first` has made. */
  readonly made: string;
}

interface Case {
  readonly id: string;
  readonly does: string;
  readonly refusal: string;
  readonly first?: (scene: Scene) => Promise<string | undefined>;
  readonly attack: (scene: Scene, held: Held) => Promise<unknown>;
}

function byPage({ id, does, refusal, first, attack }: Case): Attack {
  return {
    id: `embedded/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      await scene.rules(ORDERS);
      const token = await tokenFor(scene);
      const hers = await scene.seek({ to: ["service:mallory"] });
      const alices = await scene.seek({ to: ["service:alice"] });
      const made = (await first?.(scene)) ?? "";
      return () => attack(scene, { token, hers, alices, made });
    },
  };
}

const vote = ({ id, authorization: { digest } }: Shown<OpenAuthorization>) => ({ id, digest });

/** The token with other claims, and the signature that it had. */
function forged(token: string, more: object): string {
  const [header, payload = "", signature] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const other = Buffer.from(JSON.stringify({ ...claims, ...more })).toString("base64url");
  return `${header}.${other}.${signature}`;
}

export const embedded: Family = {
  name: "a page of an application",
  attacks: [
    byPage({
      id: "anothers",
      does: "one user approves what asks another user of the same application",
      refusal: "NOT_FOUND",
      attack: async (scene, { token, alices }) =>
        (await scene.bySecret(token)).approve(vote(alices)),
    }),
    byPage({
      id: "operators",
      does: "a user approves what asks operators",
      refusal: "NOT_FOUND",
      attack: async (scene, { token }) =>
        (await scene.bySecret(token)).approve(vote(await scene.seek({ tool: "deploy" }))),
    }),
    byPage({
      id: "high",
      does: "an agent has a user decide what is HIGH",
      refusal: "INVALID_INPUT",
      first: async (scene) => {
        await scene.rules({ name: "wide", approvers: { roles: ["end_user"] } });
        return undefined;
      },
      attack: (scene) => scene.seek({ tool: "delete_user_data", to: ["service:mallory"] }),
    }),
    byPage({
      id: "unnamed",
      does: "an agent has a user decide what the policy leaves to operators",
      refusal: "INVALID_INPUT",
      attack: async (scene) => await scene.seek({ tool: "deploy", to: ["service:mallory"] }),
    }),
    byPage({
      id: "quorum",
      does: "a user is one of two who have to approve",
      refusal: "INVALID_INPUT",
      attack: (scene) =>
        scene.rules({ ...ORDERS, approvers: { roles: ["owner", "end_user"] }, quorum: 2 }),
    }),
    byPage({
      id: "edited",
      does: "a user approves other arguments than those sought",
      refusal: "NOT_ALLOWED end_user",
      attack: async (scene, { token, hers }) =>
        (await scene.bySecret(token)).approve({ ...vote(hers), args: { to: "mallory@evil" } }),
    }),
    byPage({
      id: "standing",
      does: "a user gives a permission that holds for later actions",
      refusal: "NOT_ALLOWED end_user",
      attack: async (scene, { token, hers }) =>
        (await scene.bySecret(token)).permit({ request: hers.id } as never),
    }),
    byPage({
      id: "reader",
      does: "a token for reading approves",
      refusal: "NOT_ALLOWED",
      attack: async (scene, { hers }) =>
        (await scene.bySecret(await tokenFor(scene, { scopes: ["read"] }))).approve(vote(hers)),
    }),
    byPage({
      id: "widened",
      does: "a token for reading is given the scope to decide",
      refusal: "NOT_SIGNED_IN",
      attack: async (scene, { hers }) => {
        const token = await tokenFor(scene, { scopes: ["read"] });
        const wide = forged(token, { scopes: ["read", "decide"] });
        return await (await scene.bySecret(wide)).approve(vote(hers));
      },
    }),
    byPage({
      id: "beside",
      does: "a user has drawn what stands beside another user's action",
      refusal: "NOT_FOUND",
      attack: async (scene, { token, alices }) =>
        (await scene.bySecret(token)).showEvidence({ id: alices.id }),
    }),
    byPage({
      id: "bytes",
      does: "a user reads another user's evidence by its digest, as if it stood beside their own",
      refusal: "NOT_FOUND",
      first: async (scene) => {
        const content = { text: "Alice's address" };
        const evidence = [{ kind: "attachment", name: "address.txt", content }] as const;
        const { id } = await scene.seek({ to: ["service:alice"], evidence });
        const { items } = await (await scene.as("owner")).showEvidence({ id });
        return items[0]?.files[0]?.digest;
      },
      attack: async (scene, { token, hers, made }) =>
        (await scene.bySecret(token)).readFile({ id: hers.id, digest: made as ContentDigest }),
    }),
    byPage({
      id: "late",
      does: "a token is sent after its fifteen minutes",
      refusal: "NOT_SIGNED_IN",
      attack: async (scene, { token, hers }) => {
        await scene.clock.advance(15 * MINUTE_MS);
        return await (await scene.bySecret(token)).approve(vote(hers));
      },
    }),
    byPage({
      id: "ended",
      does: "a token outlives the key that it was made with",
      refusal: "NOT_SIGNED_IN",
      first: async (scene) => {
        const owner = await scene.as("owner");
        const { items } = await owner.listKeys();
        const made = items.find(({ principal: { name } }) => name === "service");
        if (made !== undefined) await owner.revokeKey({ id: made.key.id });
        return undefined;
      },
      attack: async (scene, { token, hers }) => (await scene.bySecret(token)).approve(vote(hers)),
    }),
    byPage({
      id: "abroad",
      does: "the user of another workspace's application approves here",
      refusal: "NOT_FOUND",
      first: async (scene) => {
        const abroad = await scene.as("outsider");
        const { secret } = await abroad.createKey({ kind: "service", name: "service" });
        const given = { user_id: "mallory", scopes: ["read", "decide"] } as const;
        return (await (await scene.bySecret(secret)).createEndUserToken(given)).token;
      },
      attack: async (scene, { made, hers }) => (await scene.bySecret(made)).approve(vote(hers)),
    }),
    byPage({
      id: "agent",
      does: "an agent asks for a token to approve what it seeks itself",
      refusal: "NOT_ALLOWED end_user_token",
      attack: async (scene) =>
        (await scene.as("scout")).createEndUserToken({ user_id: "mallory", scopes: ["decide"] }),
    }),
    byPage({
      id: "service",
      does: "an application approves with its own key, without a user",
      refusal: "NOT_ALLOWED",
      attack: async (scene, { hers }) => (await scene.as("service")).approve(vote(hers)),
    }),
  ],
};
