import { notice } from "../../channels/console/agent-lines.ts";
import {
  createLineReader,
  type LineReader,
  type Typed,
} from "../../channels/console/line-reader.ts";
import type { Terminal } from "../../channels/console/terminal.ts";
import { PERSON_SIGN } from "./said-lines.ts";

/** Reads what the person says: lines that come at once, as by a paste, are one message. */
export interface PersonWords {
  read(signal: AbortSignal): Promise<Typed>;
  readonly reader: LineReader;
  /** Resolves where they end the dialogue while nothing is read. */
  readonly left: Promise<"end" | "interrupt">;
}

export function createPersonWords(terminal: Terminal): PersonWords {
  const left = Promise.withResolvers<"end" | "interrupt">();
  let pasted: string[] | undefined;
  let keys = "";
  const reader = createLineReader(terminal, (typed) => {
    if (typed.kind !== "line") left.resolve(typed.kind);
    else if (pasted !== undefined) pasted.push(typed.text);
    // It cannot answer what nobody had seen.
    else if (typed.text !== "") {
      notice(reader, `Not sent, since the liaison had not replied yet: ${typed.text}`);
    }
  });
  // Before the editor's own listener: whoever reads a line knows with what it came.
  terminal.input.prependListener("data", (chunk: Buffer | string) => {
    keys = chunk.toString();
  });

  /** The line and whatever came with it, once the hands rest: the last may have no end. */
  async function whole(first: string, rest: string[], signal: AbortSignal): Promise<string> {
    const isPaste = rest.length > 0 || /[\r\n][^\r\n]/.test(keys);
    if (isPaste) await reader.untilRested(signal);
    return [first, ...rest].join("\n");
  }

  return {
    reader,
    left: left.promise,
    async read(signal) {
      const rest: string[] = [];
      pasted = rest;
      try {
        const typed = await reader.read(PERSON_SIGN, signal);
        if (typed.kind !== "line") return typed;
        return { kind: "line", text: await whole(typed.text, rest, signal) };
      } finally {
        pasted = undefined;
      }
    },
  };
}
