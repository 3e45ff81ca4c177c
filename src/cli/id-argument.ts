import { Argument, InvalidArgumentError } from "commander";
import { isId } from "../domain/id.ts";

const KINDS = {
  cnv: { prefix: "cnv", what: "a conversation", shownBy: "npx earshot liaison" },
  req: { prefix: "req", what: "a request", shownBy: "npx earshot list" },
  key: { prefix: "key", what: "a key", shownBy: "npx earshot keys list" },
  dlv: { prefix: "dlv", what: "a delivery", shownBy: "npx earshot deliveries list" },
  lnk: { prefix: "lnk", what: "a link", shownBy: "npx earshot links list" },
  ses: { prefix: "ses", what: "a session", shownBy: "npx earshot sessions" },
  web: { prefix: "key", what: "a web session", shownBy: "npx earshot web-sessions list" },
} as const;

/** An argument that is an id; `<id...>` takes several. Text of another form is wrong usage. */
export function idArgument(
  kind: keyof typeof KINDS,
  usage: "<id>" | "[id]" | "<id...>" | "[id...]" = "<id>",
) {
  const { prefix, what, shownBy } = KINDS[kind];
  const argument = new Argument(usage, `id of ${what}`);
  return argument.argParser<unknown>((text, earlier) => {
    if (!isId(prefix, text)) {
      throw new InvalidArgumentError(
        `The id of ${what} is ${prefix}_ and 26 letters and digits; ${shownBy} shows them.`,
      );
    }
    return usage.includes("...") ? [...((earlier as string[] | undefined) ?? []), text] : text;
  });
}
