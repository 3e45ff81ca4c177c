import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type AuthorizationRequest, asAuthorization } from "../../domain/requests/request.ts";
import type { PinnedTool, PinToolInput } from "../../ports/earshot/authority.ts";
import { actorOf, findRequest } from "../call/access.ts";
import { commitOnce } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import { inTurn } from "../call/one-at-a-time.ts";
import type { Given } from "../call/use-case.ts";
import { assertMayDecide } from "../deciders/may-decide.ts";
import { proveManager } from "../sign-in/prove-manager.ts";

/**
 * Accepts a changed tool as the known one, so rules and permissions apply to it again. This is not
 * part of approving a call. It changes which rules apply to the agent, so it needs the same proof
 * as they do.
 */
export async function pinTool(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<PinToolInput>,
): Promise<PinnedTool> {
  requireRight(caller, "permit");
  const { id, hash, passphrase } = input;
  const request = asAuthorization(await findRequest(ctx, caller, id));
  assertShown(request, hash);
  await assertMayDecide(ctx, request, caller.principal);
  await proveManager(ctx, caller, {
    passphrase,
    tried: { does: "pinTool", via: options?.via },
    what: "The tool is not pinned",
    command: `npx earshot pin ${id}`,
  });
  const { workspace, agent, authorization } = request;
  const { tool } = authorization.action;
  const pinned = { agent, tool, hash };
  return await inTurn(ctx, { workspace, name: `pin ${agent} ${tool}` }, async () => {
    const former = await ctx.store.findToolPin({ workspace, agent, tool });
    if (former === hash) return pinned;
    if (former !== (authorization.toolChange?.formerHash ?? former)) throw pinnedOtherwise(request);
    const call = { caller, operation: "pinTool", input: { id, hash }, options };
    await commitOnce(ctx, call, {
      result: id,
      change: {
        workspace,
        writes: [{ type: "tool.pin", ...pinned, ...present({ former }) }],
        events: [
          {
            type: "tool.pinned",
            at: nowOf(ctx),
            actor: caller.principal.id,
            subject: id,
            agent,
            data: { digest: hash, via: actorOf(caller, options?.via).via, name: tool },
          },
        ],
      },
    });
    return pinned;
  });
}

/** Only the definition that was shown is pinned, nothing that came later. */
function assertShown({ id, authorization, erasedAt }: AuthorizationRequest, hash: string): void {
  const { action, toolChanged } = authorization;
  if (toolChanged !== true || erasedAt !== undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${id} shows no tool that has changed, so there is nothing to pin by it.`,
      { details: { id } },
    );
  }
  if (action.toolSchemaHash === hash) return;
  throw new EarshotError(
    "DIGEST_MISMATCH",
    action.toolSchemaHash === null
      ? `${id} does not say what the tool ${action.tool} is now, so it cannot be pinned.`
      : `${id} shows another definition than the one to pin. Look at it again: npx earshot show ${id}`,
    { details: { id } },
  );
}

function pinnedOtherwise({ id, authorization }: AuthorizationRequest): EarshotError {
  const { tool } = authorization.action;
  return new EarshotError(
    "CONFLICT",
    `Another definition of ${tool} was pinned since ${id} was sought, so it does not show what would change. Look at a newer request of the tool.`,
    { details: { id, tool } },
  );
}
