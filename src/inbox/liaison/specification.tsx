import { useState } from "preact/hooks";
import type { Json } from "../../domain/json.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import {
  importanceWord,
  type Requirement,
  type SpecificationContext,
  type TaskSpecification,
} from "../../domain/liaison/task-specification.ts";
import { shownJson } from "../../render/shown-json.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Said } from "../parts/said.tsx";
import { Select } from "../ui/select.tsx";
import { ShareMeter } from "../ui/share-meter.tsx";
import { Changes } from "./changes.tsx";
import { Confidence } from "./confidence.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { OpenPoints } from "./open-points.tsx";
import { type Version, versionsOf } from "./versions.ts";
import { plainWords } from "./words.ts";

/** What the conversation has led to so far, in any of its versions. */
export function Specification({ liaison }: { readonly liaison: Liaison }) {
  const versions = versionsOf(liaison);
  // Counted from the first, so that the version on screen stays when a newer one comes.
  const [chosen, choose] = useState<number>();
  const at = chosen === undefined ? 0 : versions.length - 1 - chosen;
  const version = versions[at] ?? versions[0];
  return (
    <section class="section part-task" aria-label={say("specification")}>
      <div class="specification-head">
        <h3>{say("specification")}</h3>
        {versions.length < 2 ? null : (
          <Select
            aria-label={say("version")}
            value={String(versions.length - 1 - at)}
            options={versions.map(({ label }, index) => ({
              value: String(versions.length - 1 - index),
              label,
            }))}
            onChange={(value) =>
              choose(Number(value) === versions.length - 1 ? undefined : Number(value))
            }
          />
        )}
      </div>
      {version === undefined ? (
        <p class="muted">{say("specification.none")}</p>
      ) : (
        <Whole version={version} history={liaison.confidence_history} />
      )}
      <OpenPoints clarifications={liaison.clarifications} />
    </section>
  );
}

interface WholeProps {
  readonly version: Version;
  readonly history: Liaison["confidence_history"];
}

function Whole({ version, history }: WholeProps) {
  const { specification, former, isPublished } = version;
  const { title, description, requirements } = specification;
  return (
    <>
      <p class="specification-title">
        <strong>
          <bdi>{visibleText(title, { keepLines: false })}</bdi>
        </strong>
        <span class="muted">
          {say(isPublished ? "version-of.inside-published" : "version-of.inside", {
            version: specification.version,
          })}
        </span>
      </p>
      {description === "" || description === title ? null : <Said text={description} />}
      <Requirements requirements={requirements} />
      <Lists specification={specification} />
      <ContextList context={specification.context} />
      <Confidence confidence={specification.confidence} history={history} />
      {former === undefined ? null : <Changes former={former} now={specification} />}
    </>
  );
}

function Lists({ specification }: { readonly specification: TaskSpecification }) {
  const { constraints, success_criteria, required_capabilities, assumptions } = specification;
  return (
    <>
      <Words title={say("specification.constraints")} items={constraints} />
      <Words title={say("specification.done-when")} items={success_criteria} />
      <Words title={say("specification.takes")} items={required_capabilities} />
      <Words title={say("specification.assumed")} items={assumptions} isAssumed={true} />
    </>
  );
}

interface WordsProps {
  readonly title: string;
  readonly items: readonly string[];
  readonly isAssumed?: boolean;
}

function Words({ title, items, isAssumed = false }: WordsProps) {
  if (items.length === 0) return null;
  return (
    <div class="specification-part">
      <h4>{title}</h4>
      <ul class={isAssumed ? "words-list is-assumed" : "words-list"}>
        {items.map((item, index) => (
          <li key={index}>
            <bdi>{visibleText(item)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What else holds for the task besides requirements. */
function ContextList({ context }: { readonly context: SpecificationContext }) {
  const facts = Object.entries(context);
  if (facts.length === 0) return null;
  return (
    <div class="specification-part">
      <h4>{say("specification.context")}</h4>
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

/** A value in plain words if it has any, otherwise as JSON. */
function valueText(value: Json): string {
  if (typeof value === "string") return visibleText(value);
  const isWords = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isWords ? visibleText(value.join(", ")) : shownJson(value);
}

interface Props {
  readonly requirements: readonly Requirement[];
}

/** What is asked for, the most important first. */
function Requirements({ requirements }: Props) {
  if (requirements.length === 0) return null;
  const ranked = requirements.toSorted((a, b) => b.importance - a.importance);
  return (
    <div class="specification-part">
      <h4>{say("specification.requirements")}</h4>
      <ul class="requirements">
        {ranked.map((requirement) => (
          <One key={requirement.id} requirement={requirement} />
        ))}
      </ul>
    </div>
  );
}

function One({ requirement }: { readonly requirement: Requirement }) {
  const { description, importance, constraints, examples, extracted_from } = requirement;
  const word = say(`importance.${importanceWord(importance)}`);
  return (
    <li>
      <span class="requirement-rank">
        <ShareMeter label={say("importance")} share={importance} text={word} />
        <span class="requirement-word">{word}</span>
      </span>
      <span class="requirement-words">
        <bdi>{visibleText(description)}</bdi>
        {extracted_from.length === 0 ? (
          <span class="assumed-mark">{say("specification.assumed-mark")}</span>
        ) : null}
        <More isWithin={true} items={constraints} />
        <More isWithin={false} items={examples} />
      </span>
    </li>
  );
}

interface MoreProps {
  readonly isWithin: boolean;
  readonly items: readonly string[];
}

function More({ isWithin, items }: MoreProps) {
  if (items.length === 0) return null;
  const words = <bdi>{visibleText(items.join("; "))}</bdi>;
  return (
    <span class="row-note">
      {isWithin
        ? sayWith("specification.within", { items: words })
        : sayWith("specification.such-as", { items: words })}
    </span>
  );
}
