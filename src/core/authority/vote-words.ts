import type { Demand, Vote } from "../../domain/authority/authorization.ts";
import { lackOf, wantsNote } from "../../domain/authority/vote-words.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { OpenAuthorization } from "../../domain/requests/request.ts";
import type { Context } from "../call/context.ts";

type Said = Pick<Vote, "note">;

/** Whether a vote says what is demanded of it. */
export async function saysEnough(ctx: Context, demand: Demand, { note }: Said): Promise<boolean> {
  return (await lacking(ctx, demand, note)) === undefined;
}

/** Throws INVALID_INPUT where the rule wants a note that the approval lacks. */
export async function assertSaid(
  ctx: Context,
  { request: { id, authorization } }: { readonly request: OpenAuthorization },
  { note }: Said,
): Promise<void> {
  const { demand } = authorization;
  const lack = await lacking(ctx, demand, note);
  if (lack === undefined) return;
  const rule = `The rule "${demand.rule}" wants`;
  const ticket = (demand.tickets ?? []).join(", ");
  throw lack === "note"
    ? new EarshotError(
        "INVALID_INPUT",
        `${rule} a note with each approval of ${id}: say in it why you approve. Nothing was approved.`,
        { details: { id, reason: "note_wanted" } },
      )
    : new EarshotError(
        "INVALID_INPUT",
        `${rule} a note that names a ticket with each approval of ${id}, as ${ticket}. Nothing was approved.`,
        { details: { id, reason: "ticket_wanted", ticket } },
      );
}

async function lacking(
  ctx: Context,
  demand: Demand,
  note: string | undefined,
): Promise<ReturnType<typeof lackOf>> {
  if (!wantsNote(demand)) return undefined;
  const { wholePattern } = demand.tickets === undefined ? NO_TICKETS : await ctx.expressions();
  return lackOf(demand, note, (pattern, word) => wholePattern(pattern)(word));
}

const NO_TICKETS = { wholePattern: () => () => false };
