import type { ToolChange, ToolDefinition } from "../../domain/authority/tool-definition.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { checkText } from "../../domain/text.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

const MAX_DEFINITION_BYTES = 64 * 1024;

/** A sought tool compared with its pin, and the writes about it. */
export interface KnownTool {
  /** Absent if it matches the pin, or nothing is pinned. */
  readonly change?: ToolChange;
  /** Written whatever becomes of the request, so the tool can be shown later. */
  readonly definitions: readonly Write[];
  /** Written with the approval if the tool is new. */
  readonly pins: readonly Write[];
}

/** Refuses a definition that does not match its digest: people would be shown the wrong one. */
export function checkDefinition(
  { digest }: Pick<Context, "digest">,
  { tool, toolSchemaHash, toolDefinition: definition }: AuthorizeInput,
): void {
  if (definition === undefined) return;
  checkText(digest.canonical(definition), "toolDefinition", MAX_DEFINITION_BYTES);
  if (definition.name === tool && digest.tool(definition) === toolSchemaHash) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The toolDefinition of ${tool} is not what its toolSchemaHash says. Give both of the same definition, as hashTool of earshot/guard makes them.`,
    { details: { what: "toolDefinition" } },
  );
}

export async function knownTool(
  ctx: Context,
  { principal: { workspace, id: agent } }: Caller,
  { tool, toolSchemaHash: hash, toolDefinition: now }: AuthorizeInput,
): Promise<KnownTool> {
  const pinned = await ctx.store.findToolPin({ workspace, agent, tool });
  const definitions = await unknownOf(ctx, workspace, { hash, now });
  const pins = hash === undefined ? [] : [{ type: "tool.pin", agent, tool, hash } as const];
  if (pinned === undefined) return { definitions, pins };
  // A call without the pinned definition says nothing about the tool now.
  if (pinned === hash) return { definitions, pins: [] };
  const former = await ctx.store.findToolDefinition(workspace, pinned);
  const change = { formerHash: pinned, ...present({ former, now }) };
  return { change, definitions, pins: [] };
}

async function unknownOf(
  ctx: Context,
  workspace: string,
  { hash, now }: { readonly hash?: string | undefined; readonly now?: ToolDefinition | undefined },
): Promise<readonly Write[]> {
  if (hash === undefined || now === undefined) return [];
  if ((await ctx.store.findToolDefinition(workspace, hash)) !== undefined) return [];
  return [{ type: "tool.define", hash, definition: now }];
}

/** Approving a call makes an unknown tool known, but not a changed one. */
export function firstPin({ agent, status, authorization }: AuthorizationRequest): readonly Write[] {
  const { tool, toolSchemaHash: hash } = authorization.action;
  if (status !== "approved" || hash === null || authorization.toolChanged === true) return [];
  return [{ type: "tool.pin", agent, tool, hash }];
}
