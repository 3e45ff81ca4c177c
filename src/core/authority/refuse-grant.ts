import { isToolName } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { GrantId, PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { Surface } from "../../domain/surface.ts";
import type { GrantRefusal } from "../../ports/earshot/authority.ts";
import { type Context, nowOf } from "../call/context.ts";

/** Why a grant is refused, in words. */
const REFUSALS: Readonly<Record<GrantRefusal, string>> = {
  not_ours: "it was not signed by this server as a grant, or for another workspace",
  unknown: "it belongs to no approval that stands",
  other_agent: "it was minted for another agent",
  expired: "it has expired. Collect a new one",
  used: "it has been used before: the action may have run, and runs once",
  replaced: "a later one was collected in its place",
  revoked: "its approval was taken back. Seek the approval again",
  other_action: "what is about to run is not what was approved",
  denied_now: "the policy of today denies the action",
  demands_more: "the policy of today demands more than was given. Seek the approval again",
  approver_gone: "the people who approved it may no longer decide. Seek the approval again",
  permission_over: "the standing permission that it rests on has ended. Seek the approval again",
  agent_halted:
    "its agent was halted by an operator: nothing of it runs until an operator resumes it",
};

/** Only a forgery, a replay or a swap causes these; time and people cause the others. */
const VIOLATIONS: ReadonlySet<GrantRefusal> = new Set([
  "not_ours",
  "unknown",
  "other_agent",
  "used",
  "other_action",
  "approver_gone",
]);

/** What somebody attempted: an investigation begins with it. */
export interface Tried {
  /** Of the action that was about to run. */
  readonly digest: string;
  readonly tool: string;
  readonly via: Surface;
  /** Absent if nothing was presented that this server has signed. */
  readonly grant?: GrantId | undefined;
  /** Whose approval it is. */
  readonly agent?: PrincipalId | undefined;
}

interface Refused {
  readonly refusal: GrantRefusal;
  readonly subject: string;
  readonly tried: Tried;
}

/** Whoever presents a forgery may call a tool by any text, and the log holds no content. */
const NO_TOOL = "(not the name of a tool)";

/** Logs the refusal and returns the error for it. */
export async function refuseGrant(
  ctx: Context,
  caller: Caller,
  { refusal, subject, tried }: Refused,
): Promise<EarshotError> {
  if (VIOLATIONS.has(refusal)) ctx.tally.count("refused_grant", caller.principal.workspace);
  await logRefusedGrant(ctx, caller, { error: refusal, subject, tried });
  return new EarshotError("GRANT_REFUSED", `The grant is refused: ${REFUSALS[refusal]}.`, {
    details: { reason: refusal, subject },
  });
}

export async function logRefusedGrant(
  ctx: Context,
  { principal }: Caller,
  { error, subject, tried }: Omit<Refused, "refusal"> & { readonly error: string },
): Promise<void> {
  const { digest, tool, via, grant, agent } = tried;
  await ctx.commit({
    workspace: principal.workspace,
    writes: [],
    events: [
      {
        type: "grant.refused",
        at: nowOf(ctx),
        actor: principal.id,
        subject,
        ...present({ agent }),
        data: {
          digest,
          via,
          name: isToolName(tool) ? tool : NO_TOOL,
          error,
          ...present({ grant }),
        },
      },
    ],
  });
}
