import type { ToolChange, ToolDefinition } from "../../domain/authority/tool-definition.ts";
import { renamedFrom, saysNothingMore } from "../../domain/authority/tool-offer.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { checkText } from "../../domain/text.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

const MAX_DEFINITION_BYTES = 64 * 1024;

/** A sought tool compared with what is known under its name, and the writes about it. */
export interface KnownTool {
  /** Another one than is pinned, or one that came after its server's first listing. */
  readonly is: "known" | "changed" | "new";
  readonly change?: ToolChange;
  /** What is learned of the tool, written whatever becomes of the request. */
  readonly definitions: readonly Write[];
  /** Written with the approval if nothing is pinned. */
  readonly pins: readonly Write[];
}

/** A tool of an agent, and what it says of itself, as far as that is told. */
export interface ToldTool {
  readonly tool: string;
  readonly hash?: string | undefined;
  readonly now?: ToolDefinition | undefined;
}

type Agent = { readonly workspace: WorkspaceId; readonly agent: PrincipalId };

/** Refuses a definition that does not match its digest: people would be shown the wrong one. */
export function checkDefinition(
  { digest }: Pick<Context, "digest">,
  { tool, hash, now: definition }: ToldTool,
): void {
  if (definition === undefined) return;
  checkText(digest.canonical(definition), "toolDefinition", MAX_DEFINITION_BYTES);
  const { more = {}, ...known } = definition;
  // It would be shown in the place of the other.
  const isTwice = Object.keys(more).some((part) => Object.hasOwn(known, part));
  if (!isTwice && definition.name === tool && digest.tool(definition) === hash) return;
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
  const told = { tool, hash, now };
  const definitions = await definitionsOf(ctx, workspace, [told]);
  const pins = hash === undefined ? [] : [{ type: "tool.pin", agent, tool, hash } as const];
  const pinned = await ctx.store.findToolPin({ workspace, agent, tool });
  if (pinned === undefined) {
    const change = await noveltyOf(ctx, { workspace, agent }, told);
    return change === undefined
      ? { is: "known", definitions, pins }
      : { is: "new", change, definitions, pins };
  }
  // A call without the pinned definition says nothing about the tool now.
  if (pinned === hash) return { is: "known", definitions, pins: [] };
  const renewal = renewalOf(ctx, { agent, pinned }, told);
  if (renewal !== undefined)
    return { is: "known", definitions: [...definitions, renewal], pins: [] };
  const former = await ctx.store.findToolDefinition(workspace, pinned);
  const change = { formerHash: pinned, ...present({ former, now }) };
  return { is: "changed", change, definitions, pins: [] };
}

/**
 * The pin of a whole definition in place of one by the first form of the digest, which left parts out. Only
 * if the rest is the same, and those parts say nothing: nobody has ever looked at them.
 */
export function renewalOf(
  { digest }: Pick<Context, "digest">,
  { agent, pinned }: { readonly agent: PrincipalId; readonly pinned: string },
  { tool, hash, now }: ToldTool,
): Write | undefined {
  if (hash === undefined || now?.more === undefined) return undefined;
  const { more: _, ...first } = now;
  if (digest.tool(first) !== pinned || !saysNothingMore(now)) return undefined;
  return { type: "tool.pin", agent, tool, hash, former: pinned };
}

/**
 * How a tool that nobody knows is new; undefined if its server has not listed its tools, as those of code.
 * Without a definition it may be of any server: one that is too long to be told is no way in.
 */
async function noveltyOf(
  { store }: Context,
  { workspace, agent }: Agent,
  { hash, now }: ToldTool,
): Promise<ToolChange | undefined> {
  if (hash === undefined) return undefined;
  const offers = await store.toolOffers(workspace, agent);
  if (now === undefined) return offers.length === 0 ? undefined : {};
  const offer = offers.find(({ server }) => server === now.server);
  if (offer === undefined) return undefined;
  const gone = offer.tools.filter((listed) => listed.gone === true);
  const told = await Promise.all(
    gone.map((listed) => store.findToolDefinition(workspace, listed.hash)),
  );
  const former = renamedFrom(
    now,
    told.filter((definition) => definition !== undefined),
  );
  const formerHash = former && gone[told.indexOf(former)]?.hash;
  return { ...present({ formerHash, former }), now };
}

/** The definitions that the record does not have yet, so that each tool can be shown later. */
export async function definitionsOf(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
  tools: readonly ToldTool[],
): Promise<readonly Write[]> {
  const writes = tools.map(async ({ hash, now: definition }): Promise<readonly Write[]> => {
    if (hash === undefined || definition === undefined) return [];
    const known = await store.findToolDefinition(workspace, hash);
    return known === undefined ? [{ type: "tool.define", hash, definition }] : [];
  });
  return (await Promise.all(writes)).flat();
}

/** Approving a call makes an unknown tool known, but not a changed one. */
export function firstPin({ agent, status, authorization }: AuthorizationRequest): readonly Write[] {
  const { tool, toolSchemaHash: hash } = authorization.action;
  if (status !== "approved" || hash === null || authorization.toolChanged === true) return [];
  return [{ type: "tool.pin", agent, tool, hash }];
}
