import type { JsonObject } from "../../domain/json.ts";
import type { AuthorizedInSession } from "../../ports/earshot/sessions.ts";
import type { RegisteredTool } from "../../tools/registry/registry.ts";
import type { KeyedCall } from "./call-context.ts";
import { isGated, isLookedUp } from "./gated.ts";
import { definitionHash, inputOf } from "./session-tools.ts";
import type { SessionWork } from "./session-work.ts";

/** Short enough for any surface, and the same for the same reply. */
const MAX_REASON = 2_000;

export interface CallToAuthorize {
  readonly entry: RegisteredTool;
  readonly args: JsonObject;
  readonly from?: "HIGH";
  readonly isProbe?: true;
}

/** Authorizes one call; see `AuthorizeInSessionInput`. */
export async function authorizeCall(
  work: SessionWork,
  { id: call, name }: KeyedCall,
  { entry, args, ...from }: CallToAuthorize,
): Promise<AuthorizedInSession> {
  const said = work.state().said.trim();
  const action = {
    tool: name,
    args,
    toolSchemaHash: definitionHash(entry),
    argsSchema: entry.parameters,
    reason:
      said === "" ? `For the task: ${taskOf(work)}` : said.slice(0, MAX_REASON).toWellFormed(),
  };
  return await work.step(() =>
    work.runtime.earshot.authorizeInSession({ ...work.held, call, action, ...from }),
  );
}

/** Whether the call needs approval first, by its name or by the policy. Requests nothing. */
export async function needsLeave(
  work: SessionWork,
  call: KeyedCall,
  entry: RegisteredTool | undefined,
): Promise<boolean> {
  if (isGated(work.runtime, call.name)) return true;
  const read = entry === undefined ? undefined : inputOf(entry, call.args);
  if (entry === undefined || read === undefined || !isLookedUp(entry)) return false;
  const probe = { entry, args: read.args, from: "HIGH", isProbe: true } as const;
  return (await authorizeCall(work, call, probe)).outcome === "needed";
}

function taskOf({ claimed }: SessionWork): string {
  return claimed.session.task.slice(0, MAX_REASON).toWellFormed();
}
