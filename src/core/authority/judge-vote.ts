import { editKindOf } from "../../domain/authority/edits.ts";
import { fillingOf } from "../../domain/authority/places.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import { edited } from "../../domain/requests/request-machine.ts";
import type { Surface } from "../../domain/surface.ts";
import { actorOf } from "../call/access.ts";
import { type Context, nowOf } from "../call/context.ts";
import { assertMayDecide, type Standing, whoMayDecide } from "../deciders/may-decide.ts";
import { type EditMade, editedAction, refused } from "./edit-action.ts";
import { type Today, termsToday } from "./terms-today.ts";

/** What an approval is: a vote for the action as it stands, or for an edit of it. */
export interface JudgedVote {
  readonly standing: Standing;
  readonly edit?: EditMade;
  /** The edited request as others have to approve it. Absent if the author's own vote counts. */
  readonly put?: Today;
}

interface Judging {
  readonly today: Today;
  /** Other arguments than those that stand. */
  readonly args: JsonObject | undefined;
  readonly via?: Surface | undefined;
}

/** Throws NOT_ALLOWED if the caller may not decide so, and INVALID_INPUT for an edit that cannot be. */
export async function judgeVote(
  ctx: Context,
  caller: Caller,
  { today: { request }, args, via }: Judging,
): Promise<JudgedVote> {
  const { principal, key } = caller;
  const asItStands = async () => ({ standing: await assertMayDecide(ctx, request, principal) });
  if (args === undefined) return await asItStands();
  // Anyone who may decide on what the agent sought may change it, whatever was changed before.
  const standing = await assertMayDecide(ctx, asSought(request), principal);
  const edit = await editedAction(ctx, request, args);
  if (edit === undefined) return await asItStands();
  const author = { by: actorOf(caller, via), at: nowOf(ctx), ...present({ key }) };
  const authorization = { ...edited(request.authorization, edit, author), votes: [] };
  const put = await termsToday(ctx, { ...request, authorization });
  return { standing, edit, ...(await judgeEdit(ctx, caller, put)) };
}

async function judgeEdit(
  ctx: Context,
  { principal }: Caller,
  put: Today,
): Promise<Pick<JudgedVote, "put"> | Pick<JudgedVote, "standing">> {
  const { id, authorization } = put.request;
  const { demand } = authorization;
  const { quorum, rule } = demand;
  const kind = editKindOf(authorization);
  if (kind === "forbidden") throw refused(id, `the rule "${rule}" lets nobody change arguments.`);
  if (kind !== "wider") return {};
  const who = (await whoMayDecide(ctx, put.request)).filter((one) => one.kind === "person");
  // Only somebody who is alone may judge a wider edit of their own.
  if (who.some((person) => person.id === principal.id))
    return { standing: { isSoleOperator: true } };
  if (fillingOf(demand, who) !== undefined) return { put };
  const others = quorum === 1 ? "another person has" : `${quorum} others have`;
  const able = who.length === 0 ? "nobody else" : `only ${who.length}`;
  throw refused(id, `${others} to approve such a change, and ${able} may.`);
}

function asSought({ authorization, ...request }: OpenAuthorization): OpenAuthorization {
  const { edit: _, ...sought } = authorization;
  return { ...request, authorization: sought };
}
