import { at, listAt, objectOf, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json, JsonObject } from "../../../src/domain/json.ts";

/** What Slack would refuse of a call and the emulator takes, each in words. */
export function faultsOf(method: string, args: JsonObject): string[] {
  if (method === "views.open") return viewFaults(at(args, "view"));
  if (!method.startsWith("chat.")) return [];
  const blocks = listAt(args, "blocks");
  const text = textAt(args, "text") ?? "";
  return [
    ...limit("blocks", blocks.length, 50),
    ...limit("text", text.length, 40_000),
    ...escapingFaults(text),
    // It knows no `mrkdwn: false`: without blocks, addresses and emphasis in the text come alive.
    ...(method === "chat.postEphemeral" && blocks.length === 0 ? ["a text that is markup"] : []),
    ...blocks.flatMap(blockFaults),
    ...doubled(blocks),
  ];
}

function viewFaults(view: Json | undefined): string[] {
  const blocks = listAt(view, "blocks");
  return [
    ...limit("view.blocks", blocks.length, 100),
    ...textFaults("view.title", at(view, "title"), 24),
    ...textFaults("view.submit", at(view, "submit"), 24),
    ...limit("private_metadata", (textAt(view, "private_metadata") ?? "").length, 3_000),
    ...blocks.flatMap(blockFaults),
  ];
}

function blockFaults(block: Json): string[] {
  const id = limit("block_id", (textAt(block, "block_id") ?? "").length, 255);
  switch (textAt(block, "type")) {
    case "header":
      return [...id, ...textFaults("header", at(block, "text"), 150)];
    case "section":
      return [...id, ...textFaults("section", at(block, "text"), 3_000)];
    case "context": {
      const elements = listAt(block, "elements");
      const texts = elements.flatMap((element) => textFaults("context", element, 3_000));
      return [...id, ...limit("context", elements.length, 10), ...texts];
    }
    case "actions": {
      const elements = listAt(block, "elements");
      return [...id, ...limit("actions", elements.length, 25), ...elements.flatMap(elementFaults)];
    }
    case "input":
      return [
        ...id,
        ...textFaults("label", at(block, "label"), 2_000),
        ...elementFaults(at(block, "element") ?? null),
      ];
    case "rich_text":
      return [...id, ...richFaults(block)];
    default:
      return [`a block of type ${textAt(block, "type")}`];
  }
}

function richFaults(block: Json): string[] {
  return listAt(block, "elements")
    .flatMap((element) => listAt(element, "elements"))
    .flatMap((leaf) => [
      ...(textAt(leaf, "type") === "text" ? [] : ["rich text that is not text"]),
      ...limit("rich text", (textAt(leaf, "text") ?? "").length, [1, 3_000]),
      ...escapingFaults(textAt(leaf, "text") ?? ""),
    ]);
}

function elementFaults(element: Json): string[] {
  const options = listAt(element, "options");
  const isMenu = at(element, "options") !== undefined;
  const initial = [at(element, "initial_option"), ...listAt(element, "initial_options")];
  return [
    ...limit("action_id", (textAt(element, "action_id") ?? "").length, [1, 255]),
    ...(textAt(element, "type") === "button"
      ? [
          ...textFaults("button", at(element, "text"), 75),
          ...limit("value", (textAt(element, "value") ?? "").length, 2_000),
        ]
      : []),
    ...(isMenu ? limit("options", options.length, [1, 100]) : []),
    ...options.flatMap(optionFaults),
    ...initial
      .filter((one) => one !== undefined)
      .filter((one) => !options.some((option) => JSON.stringify(option) === JSON.stringify(one)))
      .map(() => "an initial option that is none of the options"),
    ...(at(element, "placeholder") === undefined
      ? []
      : textFaults("placeholder", at(element, "placeholder"), 150)),
  ];
}

function optionFaults(option: Json): string[] {
  const more = at(option, "description");
  return [
    ...textFaults("option", at(option, "text"), 75),
    ...(more === undefined ? [] : textFaults("option description", more, 75)),
    ...limit("option value", (textAt(option, "value") ?? "").length, [1, 150]),
  ];
}

function textFaults(what: string, text: Json | undefined, most: number): string[] {
  const escaped = textAt(text, "text") ?? "";
  const isMarkup = textAt(text, "type") === "mrkdwn";
  return [
    ...limit(what, escaped.length, [1, most]),
    ...(isMarkup ? linkFaults(escaped) : escapingFaults(escaped)),
    ...(!isMarkup && at(text, "verbatim") !== undefined ? [`${what}: verbatim on plain text`] : []),
  ];
}

/** Markup is one link to a page, and nothing else. */
function linkFaults(text: string): string[] {
  const found = /^<(https?:\/\/[^\s<>|]+)\|([^<>|*_~`]*)>$/.exec(text);
  if (found === null) return ["markup that is not one link"];
  return [...escapingFaults(found[1] ?? ""), ...escapingFaults(found[2] ?? "")];
}

function escapingFaults(text: string): string[] {
  return /[<>]|&(?!(?:amp|lt|gt);)/.test(text) ? ["text that is not escaped"] : [];
}

function limit(
  what: string,
  length: number,
  range: number | readonly [least: number, most: number],
): string[] {
  const [least, most] = typeof range === "number" ? [0, range] : range;
  return length > most || length < least ? [`${what}: ${length} of ${least} to ${most}`] : [];
}

function doubled(blocks: readonly Json[]): string[] {
  const ids = blocks
    .flatMap((block) => [at(block, "element") ?? null, ...listAt(block, "elements")])
    .map((element) => textAt(objectOf(element), "action_id"))
    .filter((id) => id !== undefined);
  return new Set(ids).size === ids.length ? [] : ["an action_id that is there twice"];
}
