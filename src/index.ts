/** Earshot in process. Whatever is exported here is public; adding to it is a promise. */
import "./system/needs-node.ts";

export {
  type SendMessageOptions,
  sendMessageToOperator,
} from "./channels/console/send-message.ts";
export * from "./client/index.ts";
export type { RunningServer, ServerOptions } from "./compose/server.ts";
export { startServer } from "./compose/start-server.ts";
export type { DialogueFeedback, UnderstandingPlugIn } from "./ports/model/understanding.ts";
export type { Digest } from "./ports/system/digest.ts";
export { digest } from "./system/digest.ts";
export { realPaths } from "./system/paths/real-paths.ts";
