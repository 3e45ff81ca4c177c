import { z } from "zod";
import { EarshotError } from "../../domain/errors.ts";
import { isId, type SessionId } from "../../domain/id.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import { fenced } from "../../domain/sessions/starting-prompt.ts";
import { defineTool } from "../registry/define-tool.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";

const NAME = "read_session";
const MAX_CHARACTERS = 24_000;
const PAGE = 100;

export const readSession = defineTool({
  name: NAME,
  title: "Read an earlier session",
  description:
    "Returns the log of an earlier session of yours: what it was started with, what it said, every tool call with its result, what it asked, how it ended. It is the ground truth of what was done, whatever your notes say. Read it first when you go on from another session, and before you do again what may have been done already. A long log comes in pages.",
  topics: "log transcript history audit continuation earlier previous",
  input: z.object({
    session_id: z
      .string()
      .optional()
      .describe("The session; the one that this one continues where absent."),
    after: z
      .int()
      .min(0)
      .default(0)
      .describe("Where to go on: the number of the last entry of the page before."),
  }),
  output: z.string(),
  annotations: { readOnly: true, repeatable: true },
  async execute({ session_id, after }, context) {
    const id = idOf(session_id, context);
    const { items, session } = await context.earshot.sessionEntries({ id, after, limit: PAGE });
    const parts = after === 0 ? [sessionHead(session)] : [];
    let left = MAX_CHARACTERS;
    let last = after;
    for (const entry of items) {
      const text = entryText(entry);
      if (text.length > left && last > after) break;
      parts.push(text.slice(0, MAX_CHARACTERS));
      left -= text.length;
      last = entry.seq;
    }
    const isWhole = last >= session.entries || items.length === 0;
    parts.push(
      isWhole
        ? "That is all of it."
        : `More follows, up to ${session.entries}: call ${NAME} with after ${last}.`,
    );
    return parts.join("\n\n");
  },
});

function idOf(given: string | undefined, { session }: ToolExecutionContext): SessionId {
  const id = given ?? session?.continues;
  if (id !== undefined && isId("ses", id)) return id;
  throw new EarshotError(
    "INVALID_INPUT",
    id === undefined
      ? "This session continues no other. Give session_id to read another one of yours."
      : `${JSON.stringify(id)} is not the id of a session. It looks like ses_….`,
  );
}

/** An entry as a model reads it. */
function entryText({ seq, at, body }: SessionEntry): string {
  return `[${seq}] ${at} ${bodyText(body)}`;
}

/** The facts of a session, before its entries. */
function sessionHead(session: Session): string {
  const { id, status, cause, from, task, continues, reason } = session;
  const lines = [
    `Session ${id}: ${status}, begun by ${cause}${from === undefined ? "" : ` of ${from}`}.`,
    ...(continues === undefined ? [] : [`It continues ${continues}.`]),
    ...(reason === undefined ? [] : [said("It ended because", reason)]),
    said("Its task", task),
  ];
  return lines.join("\n");
}

function bodyText(body: SessionEntry["body"]): string {
  switch (body.kind) {
    case "prompt":
      return said("it was started with", body.text);
    case "told":
      return said(`${body.from ?? "the host"} said`, body.text);
    case "reply": {
      const calls = body.calls.map(
        ({ id, name, args }) => `\n  call ${id}: ${name}(${JSON.stringify(args)})`,
      );
      return `${said("it said", body.text)}${calls.join("")}`;
    }
    case "begun":
      return `${body.tool} began (call ${body.call})`;
    case "done": {
      const what = body.isError ? "failed" : "returned";
      return said(`${body.tool} ${what} (call ${body.call})`, body.text);
    }
    case "checked":
      return said(`${body.check} told before call ${body.call}`, body.text);
    case "note":
      return said("the host noted", body.text);
    case "end":
      return said(`it ended as ${body.status}`, body.text);
    default:
      throw new Error(`Unknown entry ${String(body satisfies never)}`);
  }
}

/**
 * One line of words stands beside its speaker. Longer words stand between lines of ~, so that
 * nothing in them can look like another entry.
 */
function said(label: string, text: string): string {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? fenced(label, text) : `${label}: ${text}`;
}
