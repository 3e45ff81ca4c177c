import { createToolSearch, type ToolSearch } from "../registry/search-tools.ts";
import type { Tool } from "../registry/tool.ts";
import { askHuman } from "./ask-human.ts";
import { awaitResponse } from "./await-response.ts";
import { cancelRequest } from "./cancel-request.ts";
import { checkMessages } from "./check-messages.ts";
import { checkSecurityStatus } from "./check-security-status.ts";
import { formatResponse } from "./format-response.ts";
import { createGetCapabilities } from "./get-capabilities.ts";
import { getTask } from "./get-task.ts";
import { message } from "./message.ts";
import { requestAuthorization } from "./request-authorization.ts";
import { sendMessageToOperator } from "./send-message-to-operator.ts";
import { shouldIAsk } from "./should-i-ask.ts";
import { taskCompleted } from "./task-completed.ts";
import { taskProgress } from "./task-progress.ts";
import { WORDED_NEEDS } from "./worded-needs.ts";

/** The interaction tools, in the order in which they are always listed. */
export function createInteractionTools(): readonly Tool[] {
  let search: ToolSearch | undefined;
  const tools: readonly Tool[] = [
    askHuman,
    shouldIAsk,
    requestAuthorization,
    sendMessageToOperator,
    message,
    awaitResponse,
    checkMessages,
    cancelRequest,
    getTask,
    taskProgress,
    taskCompleted,
    createGetCapabilities({
      tools: () => tools,
      search(need) {
        search ??= createToolSearch(tools, WORDED_NEEDS);
        return search(need);
      },
    }),
    checkSecurityStatus,
    formatResponse,
  ];
  return tools;
}
