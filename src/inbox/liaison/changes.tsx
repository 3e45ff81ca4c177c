import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import {
  importanceWord,
  type SpecificationChange,
  type TaskSpecification,
} from "../../domain/liaison/task-specification.ts";
import { shownJson } from "../../render/shown-json.ts";
import { visibleText } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";
import { plainWords } from "./words.ts";

interface Props {
  readonly former: TaskSpecification;
  readonly now: TaskSpecification;
}

const SIGNS: Readonly<Record<SpecificationChange["kind"], string>> = {
  added: "+",
  removed: "−",
  changed: "~",
};

/** What a version changed compared with the one before. */
export function Changes({ former, now }: Props) {
  const changes = diffSpecifications(former, now);
  return (
    <div class="specification-part">
      <h4>{say("changes", { version: former.version })}</h4>
      {changes.length === 0 ? (
        <p class="muted">{say("unchanged")}</p>
      ) : (
        <ul class="changes">
          {changes.map((change, index) => (
            <One key={index} change={change} />
          ))}
        </ul>
      )}
    </div>
  );
}

function One({ change }: { readonly change: SpecificationChange }) {
  const { kind, field, before, after } = change;
  return (
    <li class={`change change-${kind}`}>
      <span class="change-sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>
        <span class="muted">
          {say(`changes.${kind}`, {
            field: visibleText(plainWords(field.replace("context.", ""))),
          })}
        </span>
        {before === undefined ? null : (
          <del>
            <bdi>{changedText(before)}</bdi>
          </del>
        )}
        {after === undefined ? null : (
          <ins>
            <bdi>{changedText(after)}</bdi>
          </ins>
        )}
      </span>
    </li>
  );
}

/** The old or new value: of a requirement its words and importance, otherwise the value itself. */
function changedText(value: Json): string {
  if (typeof value === "string") return visibleText(value);
  if (!isJsonObject(value)) return shownJson(value);
  const { description, importance } = value;
  if (typeof description !== "string") return shownJson(value);
  const rank =
    typeof importance === "number" ? ` (${say(`importance.${importanceWord(importance)}`)})` : "";
  return `${visibleText(description)}${rank}`;
}
