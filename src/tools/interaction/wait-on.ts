import type { RequestId } from "../../domain/id.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Waited } from "../../domain/requests/request.ts";
import type { WaitedMany } from "../../ports/earshot/requests.ts";
import type { Envelope } from "../../ports/earshot/tool-door.ts";
import { reportMany } from "./await-response.ts";
import { holdForMany, holdForOne, type Waiting } from "./hold.ts";
import { reportWithGrant } from "./report-request.ts";

/*
 * A call waits for a person here, after the tool has done its work and returned what is pending.
 * Thousands wait at once, so nothing of the dispatch is kept that long.
 */

/** The statuses of a request that people still have to close. */
const OPEN = new Set(["human_input_requested", "authorization_requested"]);

/** What a result reports as still open, and how long its call would wait for it. */
export interface Pending {
  readonly ids: readonly RequestId[];
  /** Absent if the result is about one request. */
  readonly until?: "any" | "all";
  readonly holdMs: number;
  /** The call has joined an identical request. */
  readonly joined?: true;
}

/** Undefined if the result is final, or the call does not wait. */
export function pendingOf(
  { status, data }: Envelope,
  { args, holdMs }: { readonly args: Json; readonly holdMs: number },
): Pending | undefined {
  const { until, max_wait_s } = (args ?? {}) as JsonObject;
  const bound = typeof max_wait_s === "number" ? Math.min(holdMs, max_wait_s * 1_000) : holdMs;
  if (bound <= 0) return undefined;
  if (OPEN.has(status)) {
    const joined = data["joined"] === true ? { joined: true as const } : {};
    return { ids: [idOf(data)], holdMs: bound, ...joined };
  }
  if (status !== "pending") return undefined;
  const responses = data["responses"] as unknown as readonly Envelope[];
  const ids = responses.map((response) => idOf(response.data));
  return { ids, until: until === "all" ? "all" : "any", holdMs: bound };
}

function idOf({ request_id }: JsonObject): RequestId {
  return request_id as RequestId;
}

/** Waits for what is pending; returns its state at the end of the hold. */
export function waitOn(pending: Pending, context: Waiting): Promise<Waited | WaitedMany> {
  const { ids, until, holdMs } = pending;
  const [only] = ids;
  return until === undefined && only !== undefined
    ? holdForOne(only, context, holdMs)
    : holdForMany({ ids, until: until ?? "any" }, context, holdMs);
}

/** The result after the wait. */
export async function reportAfter(
  { joined }: Pending,
  waited: Waited | WaitedMany,
  context: Waiting,
): Promise<Envelope> {
  const after =
    "request" in waited
      ? await reportWithGrant({ ...waited, ...present({ joined }) }, context)
      : await reportMany(waited, context);
  // Plain JSON: ids, names and words.
  return after as unknown as Envelope;
}
