import { randomBytes } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";

/*
 * Who says what. A model reads the words of the server and those of Earshot in the same results, and the
 * server can write anything. So Earshot's begin with a mark that is made for this proxy, told with its
 * instructions, and taken out of whatever the server says.
 */

const OWN = "earshot/";
/** The field of `_meta` on a text that Earshot says. */
const SAYS = `${OWN}says`;

type Text = Extract<CallToolResult["content"][number], { type: "text" }>;

export interface Voice {
  /** Such as `[earshot 4be1c09a]`. */
  readonly mark: string;
  /** What a server says, without anything that is Earshot's. */
  ofServer<T>(said: T): T;
  /** A result in which each text that is Earshot's begins with the mark, or names it inside. */
  marked(result: CallToolResult): CallToolResult;
}

export function createVoice(): Voice {
  const digits = randomBytes(4).toString("hex");
  const mark = `[earshot ${digits}]`;
  // A server that was sent the digits, in an argument, may write them in another form.
  const [known, once] = [new RegExp(digits, "gi"), new RegExp(digits, "i")];
  const others = "*".repeat(digits.length);

  function cleaned(value: unknown, isMeta: boolean): unknown {
    if (typeof value === "string") return value.replaceAll(known, others);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => cleaned(one, false));
    const entries = Object.entries(value).filter(([key]) => !isMeta || !key.startsWith(OWN));
    return Object.fromEntries(
      entries.map(([key, one]) => [key.replaceAll(known, others), cleaned(one, key === "_meta")]),
    );
  }

  return {
    mark,
    ofServer<T>(said: T): T {
      const text = JSON.stringify(said) ?? "";
      const isClean = !text.includes(`"${OWN}`) && !once.test(text);
      return isClean ? said : (cleaned(said, false) as T);
    },
    marked(result) {
      const content = result.content.map((block) =>
        block.type === "text" && isOwn(block) && !block.text.startsWith("{")
          ? { ...block, text: `${mark} ${block.text}` }
          : block,
      );
      return { ...result, content };
    },
  };
}

/** What Earshot says in a result. */
export function ownText(text: string): Text {
  return { type: "text", text, _meta: { [SAYS]: true } };
}

function isOwn({ _meta }: Text): boolean {
  return _meta?.[SAYS] === true;
}
