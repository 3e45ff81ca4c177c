import { unpackForm } from "../../../src/channels/slack/form-pack.ts";
import { unescapeText } from "../../../src/channels/slack/slack-text.ts";
import { at, listAt, textAt } from "../../../src/channels/slack/untrusted-json.ts";
import type { Json } from "../../../src/domain/json.ts";
import type {
  ShownControl,
  ShownPost,
} from "../../../src/testing/channel-contract/channel-world.ts";

/** A control with the element of the stored block that a click is made of. */
export interface StoredControl extends ShownControl {
  readonly message: Json;
  readonly block: Json;
  readonly element: Json;
  readonly option?: Json;
}

/** A message as a person sees it. */
export function shownPost(message: Json): ShownPost {
  const blocks = listAt(message, "blocks");
  const text = textAt(message, "text") ?? "";
  const thread = textAt(message, "thread_ts");
  const id = textAt(message, "ts") ?? "";
  return {
    id,
    text: blocks.length === 0 ? unescapeText(text) : readBlocks(blocks),
    raw: JSON.stringify({ text, blocks }),
    controls: controlsOf(message).map(({ label, token }) => ({ label, token })),
    ...(thread !== undefined && thread !== id && { replyTo: thread }),
  };
}

/** A text that is longer than one block goes on in the next, as if there were none. */
function readBlocks(blocks: readonly Json[]): string {
  return blocks.reduce<string>((read, block, index) => {
    const text = readBlock(block);
    const isMore = textAt(block, "type") === textAt(blocks[index - 1], "type");
    const isText = ["section", "rich_text"].includes(textAt(block, "type") ?? "");
    return index === 0 ? text : `${read}${isMore && isText ? "" : "\n"}${text}`;
  }, "");
}

function readBlock(block: Json): string {
  switch (textAt(block, "type")) {
    case "rich_text":
      return listAt(block, "elements")
        .flatMap((element) => listAt(element, "elements"))
        .map((leaf) => unescapeText(textAt(leaf, "text") ?? ""))
        .join("");
    case "context":
      return listAt(block, "elements").map(readText).join(" ");
    case "input":
      return readText(at(block, "label"));
    default:
      return readText(at(block, "text"));
  }
}

function readText(text: Json | undefined): string {
  const raw = textAt(text, "text") ?? "";
  if (textAt(text, "type") !== "mrkdwn") return unescapeText(raw);
  return unescapeText(raw.replace(/<([^<>|]+)\|([^<>]*)>/g, "$2 ($1)"));
}

/** What can be clicked in a stored message. */
export function controlsOf(message: Json): StoredControl[] {
  return listAt(message, "blocks").flatMap((block) => {
    const elements = [...listAt(block, "elements"), at(block, "element") ?? null];
    return elements.flatMap((element) => elementControls(message, block, element));
  });
}

function elementControls(message: Json, block: Json, element: Json): StoredControl[] {
  const base = { message, block, element };
  if (textAt(element, "type") === "button") {
    const value = textAt(element, "value") ?? "";
    const token = unpackForm(value)?.token ?? value;
    return [{ ...base, token, label: unescapeText(textAt(element, "text", "text") ?? "") }];
  }
  return listAt(element, "options").map((option) => ({
    ...base,
    option,
    token: textAt(option, "value") ?? "",
    label: unescapeText(textAt(option, "text", "text") ?? ""),
  }));
}
