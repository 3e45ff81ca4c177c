import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { Attack, Family } from "./attack.ts";

const LIKE = "B11: a secret argument that says more, or less, than people could see";
const LOGIN = {
  tool: "log_in",
  args: { user: "ana", password: "hunter2", nested: { token: "t-1" } },
  reason: "To read the mail.",
  secrets: ["/password", "/nested/token"],
} satisfies AuthorizeInput;

const sought = (id: string, does: string, over: Partial<AuthorizeInput>): Attack => ({
  id: `secrets/${id}`,
  does,
  like: LIKE,
  refusal: "INVALID_INPUT",
  async prepare(scene) {
    const scout = await scene.as("scout");
    return () => scout.authorize({ ...LOGIN, ...over });
  },
});

const redeemed = (
  id: string,
  does: string,
  at: { readonly refusal?: string; live(args: JsonObject): JsonObject },
): Attack => ({
  id: `secrets/${id}`,
  does,
  like: LIKE,
  refusal: at.refusal ?? "GRANT_REFUSED other_action",
  async prepare(scene) {
    const { live, request } = await scene.granted(LOGIN);
    const scout = await scene.as("scout");
    const args = at.live(request.authorization.action.args);
    return () => scout.redeem({ ...live, args });
  },
});

const edited = (id: string, does: string, change: (args: JsonObject) => JsonObject): Attack => ({
  id: `secrets/${id}`,
  does,
  like: LIKE,
  refusal: "INVALID_INPUT",
  async prepare(scene) {
    const { id: request, authorization } = await scene.seek(LOGIN);
    const args = change(authorization.action.args);
    const digest = scene.ctx.digest.action({ ...authorization.action, args });
    const ana = await scene.as("ana");
    return () => ana.approve({ id: request, digest, args });
  },
});

export const secretArguments: Family = {
  name: "secret arguments",
  attacks: [
    redeemed("other", "redeems with another secret", {
      live: () => ({ ...LOGIN.args, password: "hunter3" }),
    }),
    redeemed("case", "redeems with the secret in capitals", {
      live: () => ({ ...LOGIN.args, password: "HUNTER2" }),
    }),
    redeemed("type", "redeems with another type of secret", {
      live: () => ({ ...LOGIN.args, password: ["hunter2"] }),
    }),
    redeemed("empty", "redeems with an empty secret", {
      live: () => ({ ...LOGIN.args, password: "" }),
    }),
    redeemed("missing", "redeems without the secret", { live: () => ({ user: "ana" }) }),
    redeemed("nested", "redeems with another secret deep inside", {
      live: () => ({ ...LOGIN.args, nested: { token: "t-2" } }),
    }),
    redeemed("exchanged", "redeems with two secrets exchanged", {
      live: () => ({ user: "ana", password: "t-1", nested: { token: "hunter2" } }),
    }),
    redeemed("commitment", "redeems with what stands for the secret", { live: (args) => args }),
    sought("forged-mark", "writes what stands for a secret itself", {
      args: { ...LOGIN.args, note: { $secret: "AAAA" } },
    }),
    sought("forged-mark-deep", "writes what stands for a secret deep inside", {
      args: { ...LOGIN.args, list: [[{ $secret: "AAAA" }]] },
    }),
    sought("forged-mark-beside", "writes the mark of a secret among other keys", {
      args: { ...LOGIN.args, note: { $secret: "AAAA", more: 1 } },
    }),
    sought("all", "makes all arguments one secret, so that nothing is shown", { secrets: [""] }),
    sought("nowhere", "names a secret that is not there", { secrets: ["/nothing"] }),
    sought("overlap", "names a secret inside of another", {
      secrets: ["/nested", "/nested/token"],
    }),
    sought("twice", "names a secret twice", { secrets: ["/password", "/password"] }),
    sought("no-pointer", "names a secret without a slash", { secrets: ["password"] }),
    sought("too-many", "names more secrets than people can count", {
      args: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`s${n}`, "x"])),
      secrets: Array.from({ length: 51 }, (_, n) => `/s${n}`),
    }),
    edited("edit-secret", "edits a secret, as somebody who does not know it", (args) => ({
      ...args,
      password: "known",
    })),
    edited("edit-commitment", "edits what stands for a secret", (args) => ({
      ...args,
      password: { $secret: "AAAA" },
    })),
    edited("edit-exchanged", "exchanges what stands for two secrets", (args) => ({
      ...args,
      password: (args["nested"] as JsonObject)["token"] ?? null,
    })),
    edited("edit-away", "edits a secret away", ({ user = null }) => ({ user })),
    edited("edit-adds-mark", "adds the mark of a secret elsewhere", (args) => ({
      ...args,
      user: args["password"] ?? null,
    })),
  ],
};
