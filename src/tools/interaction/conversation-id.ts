import { z } from "zod";

/** The conversation with the liaison that a task was agreed in. */
export const conversationId = z
  .string()
  .describe("The conversation_id of the task, as task.created and get_task give it.");
