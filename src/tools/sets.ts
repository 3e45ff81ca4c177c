import { deleteKey } from "./classic/delete.ts";
import { list } from "./classic/list.ts";
import { patternSearch } from "./classic/pattern-search.ts";
import { read } from "./classic/read.ts";
import { sendMessageToOperator } from "./classic/send-message-to-operator.ts";
import { write } from "./classic/write.ts";
import { askOperator } from "./host/ask-operator.ts";
import { judgeRequest } from "./host/judge-request.ts";
import { readSession } from "./host/read-session.ts";
import { readSkill } from "./host/read-skill.ts";
import { runWorker } from "./host/run-worker.ts";
import { createMessage } from "./hub/message.ts";
import { createInteractionTools } from "./interaction/interaction-tools.ts";
import type { Tool } from "./registry/tool.ts";

/** Tools that belong together, by the name of the set. */
export const TOOL_SETS = {
  /** A memory, and a person to ask. Existing agents rely on exactly these six. */
  classic: [write, read, list, deleteKey, patternSearch, sendMessageToOperator],
  /** People to tell, wherever they are. */
  hub: [createMessage()],
  /** A person to ask at any hour, for agents that call from anywhere. */
  interaction: createInteractionTools(),
  /** What an agent host gives its agents in addition to `message`. */
  host: [askOperator, readSession, readSkill, runWorker, judgeRequest],
} as const satisfies Readonly<Record<string, readonly Tool[]>>;

export type ToolSetName = keyof typeof TOOL_SETS;
