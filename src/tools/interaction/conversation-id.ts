import { z } from "zod";

/** The conversation with the liaison in which a task was agreed. */
export const conversationId = z
  .string()
  .describe("The conversation_id of the task, as task.created and get_task give it.");
