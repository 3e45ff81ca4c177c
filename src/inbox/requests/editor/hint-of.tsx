import type { ComponentChildren } from "preact";
import { fileWords } from "../../../render/file-words.ts";
import { formatWords } from "../../../render/format-words.ts";
import { shownJson } from "../../../render/shown-json.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { mayHaveMarkup } from "../../../render/words/may-have-markup.ts";
import { words } from "../../parts/render-words.ts";
import { AgentText } from "../../words/agent-text.tsx";
import type { EditField } from "./fields.ts";
import { say } from "./messages/messages.ts";

/** The agent's description and its proposed value, also after somebody has typed something else. */
export function hintOf({ schema, kind }: EditField): ComponentChildren {
  const { description, format, default: proposed } = schema;
  const written = formatWords(format, words);
  const hints = [
    ...(kind === "lines" ? [say("hint.lines")] : []),
    ...(kind === "file" || kind === "files" ? [`${fileWords(schema, words)}.`] : []),
    ...(written === undefined ? [] : [`${written}.`]),
    ...(proposed === undefined ? [] : [say("hint.proposed", { value: shownJson(proposed) })]),
  ];
  if (typeof description !== "string") return hints.length === 0 ? undefined : hints.join(" ");
  if (!mayHaveMarkup(description)) return [visibleText(description), ...hints].join(" ");
  return (
    <>
      <AgentText text={description} />
      {hints.join(" ")}
    </>
  );
}
