import type { ConversationId } from "../../domain/id.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";

/** How to continue a conversation that is left; without an id, the newest open one. */
export function goOnText({ options }: Pick<RunContext, "options">, id?: ConversationId): string {
  const which = id === undefined ? "" : ` --id ${id}`;
  return `The conversation stays open. Go on: npx earshot liaise${which}${folderOf(options.data)}`;
}

export function completedText(
  { options }: Pick<RunContext, "options">,
  id: ConversationId,
): string {
  return `The conversation is completed; what you say in it reopens it: npx earshot liaise --id ${id}${folderOf(options.data)}`;
}
