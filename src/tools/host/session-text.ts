import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import { fenced } from "../../domain/sessions/starting-prompt.ts";

/** An entry as a model reads it. */
export function entryText({ seq, at, body }: SessionEntry): string {
  return `[${seq}] ${at} ${bodyText(body)}`;
}

/** What a session is, before its entries. */
export function sessionHead(session: Session): string {
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
 * Words that are one line stand beside who said them; others between lines of ~, so that nothing in them
 * can look like another entry.
 */
function said(label: string, text: string): string {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? fenced(label, text) : `${label}: ${text}`;
}
