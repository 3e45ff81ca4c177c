import type { EventDraft } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { OpenRequest, Request } from "../../domain/requests/request.ts";
import type { ReviewOutcome } from "../../domain/requests/review.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import type { ChangePlan } from "../requests/change-request.ts";
import { ownersOf } from "./owners.ts";

export interface Reviewed {
  readonly outcome: ReviewOutcome;
  /** The names that `to` resolves to, for a request that others are asked now. */
  readonly to?: readonly string[];
  readonly why?: string | undefined;
  /** Absent if the rules did it. */
  readonly by?: Actor;
}

const LOGGED: Readonly<Record<ReviewOutcome["do"], EventDraft["type"]>> = {
  keep: "request.kept",
  remind: "request.reminded",
  reroute: "request.rerouted",
  escalate: "request.escalated",
  abandon: "request.abandoned",
  assume: "request.assumed",
};

/** The change to a request for an outcome of the review. Its posts are sent again. */
export async function planOutcome(
  ctx: Context,
  request: Request,
  reviewed: Reviewed,
): Promise<ChangePlan> {
  const { outcome, why, by } = reviewed;
  const actor = by === undefined ? {} : { by };
  const logged = loggedOf(ctx, reviewed);
  switch (outcome.do) {
    case "abandon":
      return {
        event: { type: "abandon", ...actor, ...present({ reason: why }) },
        logged,
      };
    case "assume":
      return { event: { type: "assume", assumption: outcome.assumption, ...actor }, logged };
    case "keep":
      return { event: { type: "reask" }, logged };
    default: {
      const to = await askedNow(ctx, request, reviewed);
      const writes = await broughtAgain(ctx, request, to);
      return { event: { type: "reask", to }, logged, writes: () => writes };
    }
  }
}

function loggedOf(ctx: Context, { outcome, to, why, by }: Reviewed): ChangePlan["logged"] {
  const text = outcome.do === "assume" ? outcome.assumption : why;
  return ({ salt }) => ({
    type: LOGGED[outcome.do],
    data: {
      ...present({
        digest: text === undefined ? undefined : ctx.digest.content(salt, text),
        via: by?.via,
        name: to?.join(", "),
      }),
      kind: outcome.do,
    },
  });
}

/** The people asked from now on, which include the owners if anybody was named. */
async function askedNow(
  ctx: Context,
  request: Request,
  { outcome, to }: Reviewed,
): Promise<readonly string[]> {
  if (outcome.do === "reroute") return to ?? request.to;
  if (outcome.do === "remind" || request.to.length === 0) return request.to;
  const owners = await ownersOf(ctx, request.workspace);
  return [...new Set([...request.to, ...owners.map(({ name }) => name)])];
}

async function broughtAgain(
  ctx: Context,
  request: Request,
  to: readonly string[],
): Promise<readonly Write[]> {
  if (request.status !== "open") return [];
  const asked: OpenRequest = { ...request, to };
  return await requestDeliveries(ctx, asked);
}
