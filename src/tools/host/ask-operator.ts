import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { defineTool } from "../registry/define-tool.ts";

const NAME = "ask_operator";

/** The host's loop makes this call itself, because it ends the session, which no tool can do. */
export const askOperator = defineTool({
  name: NAME,
  title: "Ask the operator",
  description:
    "Asks the operator a question in the chat that this session belongs to, and ends the session. Their reply, hours or days later, begins another session that goes on from here with the answer. Use it for genuine unknown unknowns only: what you need, cannot find out by your other tools, and must not guess. Do not ask for permission, to confirm a plan, or what the task already says. Do everything else first, since nothing runs after it. Ask one question, complete in itself, for somebody who has not seen your work.",
  topics: "question clarify unknown pause wait human person",
  input: z.object({
    question: z
      .string()
      .min(1)
      .max(16_000)
      .describe("One question with all that is needed to answer it."),
  }),
  output: z.string(),
  annotations: { readOnly: false, repeatable: true, openWorld: true },
  heldBy: ["agent"],
  execute: () =>
    Promise.reject(
      new EarshotError(
        "INVALID_INPUT",
        `${NAME} works within a session of an agent host alone. Elsewhere a question is asked by ask_human or send_message_to_operator.`,
        { details: { tool: NAME } },
      ),
    ),
});
