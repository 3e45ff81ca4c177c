import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { ownKey } from "../support/own-key.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION, type Part, type Scene } from "./scene.ts";

const LIKE = "separation of duties: an approver who changes the action is its author";
const OWN = "NOT_ALLOWED own_edit";
const THEIRS = { to: "mallory@example.org" };

interface Played {
  readonly id: string;
  readonly does: string;
  readonly refusal?: string;
  readonly rules?: readonly JsonObject[];
  readonly asked?: Partial<AuthorizeInput>;
  /** A third approver is there. */
  readonly withCarl?: true;
  /** What ana puts in place of the agent's arguments. */
  readonly changes: JsonObject;
  /** Between the edit and the approval of it. */
  readonly between?: (scene: Scene, edited: Edited) => Promise<unknown>;
  /** By whose key the edit is approved; ana's own if absent. */
  readonly by?: Part;
}

interface Edited {
  readonly id: RequestId;
  readonly digest: string;
}

/** Ana changes what scout seeks, and gives the approval of it herself. */
function edit({ id, does, refusal = OWN, ...played }: Played): Attack {
  const { rules, asked, withCarl, changes, between, by } = played;
  return {
    id: `own-edit/${id}`,
    does,
    like: LIKE,
    refusal,
    async prepare(scene) {
      if (rules !== undefined) await scene.rules(...rules);
      if (withCarl) await ownKey(await scene.as("owner"), { kind: "person", name: "carl" });
      const request = await scene.seek(asked);
      const { action } = request.authorization;
      const args = { ...action.args, ...changes };
      const edited = { id: request.id, digest: scene.ctx.digest.action({ ...action, args }) };
      const change = async () => (await scene.as("ana")).approve({ ...edited, args });
      if (between === undefined) {
        return async () => {
          await change();
          return await (await scene.as(by ?? "ana")).approve(edited);
        };
      }
      await change();
      await between(scene, edited);
      return async () => await (await scene.as(by ?? "ana")).approve(edited);
    },
  };
}

/** A key in ana's name that this owner made, as she said yes to. */
async function keyOfAna(scene: Scene, by: Earshot): Promise<string> {
  const make = () => by.createKey({ kind: "person", name: "ana" });
  const id = await make().then(
    () => "",
    (error) => (isEarshotError(error) ? String(error.details?.["id"]) : ""),
  );
  const ana = await scene.as("ana");
  const { request } = await ana.show({ id: id as RequestId });
  const { digest } = asAuthorization(request).authorization;
  const typed = digest.slice(0, 6);
  await ana.approve({ id: request.id, digest, typed }, { via: "cli" });
  return (await make()).secret;
}

const mail = (over: JsonObject): JsonObject => ({ name: "mail", tools: ["send_*"], ...over });
const lowerCopies = { edits: { narrow: { "/copies": "lower, at least 1" } } };
const MANY = { args: { ...ACTION.args, copies: 50 } };

export const ownEdits: Family = {
  name: "approving one's own changes",
  attacks: [
    edit({ id: "target", does: "puts in another receiver and approves that", changes: THEIRS }),
    edit({ id: "more", does: "puts in a higher number and approves it", changes: { copies: 9 } }),
    edit({ id: "added", does: "adds an argument and approves it", changes: { force: true } }),
    edit({
      id: "script",
      does: "approves it by their key for scripts",
      changes: THEIRS,
      by: "script",
    }),
    edit({
      id: "quorum",
      does: "counts as one of two for their own change",
      rules: [mail({ quorum: 2 })],
      withCarl: true,
      changes: THEIRS,
      async between(scene, edited) {
        await (await scene.as("ben")).approve(edited);
      },
    }),
    edit({
      id: "second",
      does: "does so where the rule says second",
      rules: [mail({ edits: "second" })],
      changes: THEIRS,
    }),
    edit({
      id: "beside-narrow",
      does: "changes the receiver beside what the rule lets them lower",
      rules: [mail(lowerCopies)],
      asked: MANY,
      changes: { copies: 2, ...THEIRS },
    }),
    edit({
      id: "below",
      does: "lowers a number below what the rule says",
      rules: [mail(lowerCopies)],
      asked: MANY,
      changes: { copies: -50 },
    }),
    edit({
      id: "other-type",
      does: "puts text where the rule lets them lower a number",
      rules: [mail(lowerCopies)],
      asked: MANY,
      changes: { copies: "2" },
    }),
    edit({
      id: "nobody-left",
      does: "leaves an empty list, which a tool may take for everybody",
      rules: [mail({ edits: { narrow: { "/list": "subset" } } })],
      changes: { list: [] },
    }),
    edit({
      id: "other-rule",
      does: "changes the action to one of a rule with narrow edits",
      rules: [
        mail({ name: "few", args: { "/copies": { under: 5 } }, ...lowerCopies }),
        mail({ name: "many", edits: "second" }),
      ],
      asked: MANY,
      changes: { copies: 2 },
    }),
    edit({
      id: "asked-alone",
      does: "is the only one whom the agent asked",
      asked: { to: ["ana"] },
      changes: THEIRS,
    }),
    edit({
      id: "took-back",
      does: "approves it after another has taken their approval back",
      rules: [mail({ quorum: 2 })],
      withCarl: true,
      changes: THEIRS,
      async between(scene, edited) {
        const ben = await scene.as("ben");
        await ben.approve(edited);
        await ben.revoke({ id: edited.id });
      },
    }),
    edit({
      id: "none",
      does: "changes what the rule lets nobody change",
      refusal: "INVALID_INPUT",
      rules: [mail({ edits: "none" })],
      changes: { copies: 0 },
    }),
    edit({
      id: "nobody-else",
      does: "changes what only they may decide on",
      refusal: "INVALID_INPUT",
      rules: [mail({ approvers: { names: ["ana"] } })],
      changes: THEIRS,
    }),
    edit({
      id: "forbidden-since",
      does: "approves a change that a new policy forbids",
      refusal: "NOT_ALLOWED edited",
      changes: THEIRS,
      between: (scene) => scene.rules(mail({ edits: "none" })),
      by: "ben",
    }),
    {
      id: "own-edit/by-a-made-key",
      does: "approves what they changed by a key that they made in another's name",
      like: LIKE,
      refusal: OWN,
      async prepare(scene) {
        const input = { kind: "person", name: "carl", role: "owner" } as const;
        const { secret } = await ownKey(await scene.as("owner"), input);
        const carl = await scene.bySecret(secret);
        const hand = await scene.bySecret(await keyOfAna(scene, carl));
        const { id, authorization } = await scene.seek();
        const { action } = authorization;
        const args = { ...action.args, ...THEIRS };
        const edited = { id, digest: scene.ctx.digest.action({ ...action, args }) };
        await hand.approve({ ...edited, args });
        return () => carl.approve(edited);
      },
    },
    {
      id: "own-edit/narrowed-since",
      does: "has a change of their own redeemed that a new policy leaves to others",
      like: LIKE,
      refusal: "GRANT_REFUSED demands_more",
      async prepare(scene) {
        await scene.rules(mail(lowerCopies));
        const { id, authorization } = await scene.seek(MANY);
        const { action } = authorization;
        const args = { ...action.args, copies: 2 };
        const digest = scene.ctx.digest.action({ ...action, args });
        await (await scene.as("ana")).approve({ id, digest, args });
        const scout = await scene.as("scout");
        const { grant, tool } = await scout.collect({ id });
        await scene.rules(mail({ edits: "second" }));
        return () => scout.redeem({ grant, tool, args });
      },
    },
  ],
};
