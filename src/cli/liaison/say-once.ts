import { readOneLine } from "../../channels/console/read-one-line.ts";
import type { EarshotClient } from "../../client/client.ts";
import { newIdempotencyKey } from "../../client/idempotency-key.ts";
import { present } from "../../domain/present.ts";
import type { LiaisonReply } from "../../ports/earshot/liaison.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import type { Opening } from "./converse.ts";
import { completedText, goOnText } from "./go-on-text.ts";
import { LIAISON_SIGN, saidLines } from "./said-lines.ts";

/** Says one thing and prints the reply; undefined if there is nothing to say. */
export async function sayOnce(
  context: RunContext,
  earshot: EarshotClient,
  opening: Opening,
): Promise<LiaisonReply | undefined> {
  const call = { ...context.call, idempotencyKey: opening.key };
  if (opening.kind === "begin") {
    return printed(context, await earshot.beginConversation(opening.input, call));
  }
  if (opening.words === undefined) return undefined;
  const { id, words: message, attachments } = opening;
  const input = { conversation_id: id, message, ...present({ attachments }) };
  return printed(context, await earshot.continueConversation(input, call));
}

/**
 * Says each line of standard input, which is no terminal, until it ends or the conversation does.
 */
export async function sayLines(
  context: RunContext,
  earshot: EarshotClient,
  openingOf: (words: string) => Opening,
): Promise<number> {
  let reply: LiaisonReply | undefined;
  while (reply?.phase !== "completed") {
    const line = await readOneLine(process.stdin);
    if (line === undefined) break;
    if (line.trim() === "") continue;
    const opening: Opening =
      reply === undefined
        ? openingOf(line)
        : { kind: "go on", id: reply.conversation_id, words: line, key: newIdempotencyKey() };
    reply = await sayOnce(context, earshot, opening);
  }
  if (reply !== undefined) noteEnd(context, reply);
  return EXIT_CODES.answered;
}

function printed({ output, options }: RunContext, reply: LiaisonReply): LiaisonReply {
  if (options.json === true) output.json(reply);
  else for (const line of saidLines(LIAISON_SIGN, reply.response, output)) output.line(line);
  return reply;
}

/** How to continue; not part of the data. */
export function noteEnd(context: RunContext, { phase, conversation_id: id }: LiaisonReply): void {
  const text = phase === "completed" ? completedText(context, id) : goOnText(context, id);
  context.output.note(context.output.style.dim(text));
}
