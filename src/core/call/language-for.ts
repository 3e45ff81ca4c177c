import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Context } from "./context.ts";

export interface ReadBy {
  readonly workspace: WorkspaceId;
  /** Absent where several people read, or somebody unknown. */
  readonly operator?: PrincipalId | undefined;
  readonly channel: RemoteChannel;
}

export interface Reading {
  /** Such as `de`. */
  readonly language: string;
  readonly timeZone?: string | undefined;
}

const DEFAULT = "en";

/** In which language, and by whose clock, somebody reads what reaches them there. */
export async function languageFor(
  ctx: Pick<Context, "store" | "outlets" | "language">,
  { workspace, operator, channel }: ReadBy,
): Promise<Reading> {
  const all = operator === undefined ? [] : await ctx.store.listAttention(workspace);
  const own = all.find((one) => one.operator === operator);
  return { language: own?.language ?? defaultLanguage(ctx, channel), timeZone: own?.timeZone };
}

/** What somebody reads there who has chosen none. */
export function defaultLanguage(
  { outlets, language }: Pick<Context, "outlets" | "language">,
  channel: RemoteChannel,
): string {
  return outlets?.languageOf?.(channel) ?? language ?? DEFAULT;
}
