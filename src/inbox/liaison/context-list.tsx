import type { Json } from "../../domain/json.ts";
import type { SpecificationContext } from "../../domain/liaison/task-specification.ts";
import { shownJson } from "../../render/shown-json.ts";
import { visibleText } from "../../render/visible-text.ts";
import { plainWords } from "./words.ts";

/** What holds of the task beside requirements. */
export function ContextList({ context }: { readonly context: SpecificationContext }) {
  const facts = Object.entries(context);
  if (facts.length === 0) return null;
  return (
    <div class="specification-part">
      <h4>Context</h4>
      <dl class="context">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{visibleText(plainWords(name))}</bdi>
            </dt>
            <dd>
              <bdi>{valueText(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A value in the words of people where it is words, else as JSON. */
function valueText(value: Json): string {
  if (typeof value === "string") return visibleText(value);
  const isWords = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isWords ? visibleText(value.join(", ")) : shownJson(value);
}
