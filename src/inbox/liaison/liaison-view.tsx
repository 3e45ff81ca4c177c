import { useState } from "preact/hooks";
import type { ConversationId } from "../../domain/id.ts";
import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Liaison, TaskProgress, TaskResult } from "../../domain/liaison/liaison.ts";
import { shownArgs, shownJson } from "../../render/shown-json.ts";
import { ArgList } from "../parts/arg-list.tsx";
import { Fact } from "../parts/fact.tsx";
import { Loading } from "../parts/loading.tsx";
import { Name } from "../parts/said.tsx";
import { Notice } from "../ui/notice.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Time } from "../ui/time.tsx";
import { AgentText } from "../words/agent-text.tsx";
import { Attachments } from "./attachments.tsx";
import { Composer } from "./composer.tsx";
import { ConfidenceFigure } from "./confidence.tsx";
import { Exchanges } from "./exchanges.tsx";
import { Feedback } from "./feedback.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { Phases } from "./phases.tsx";
import { Specification } from "./specification.tsx";
import { titleOf } from "./title-of.ts";
import { type Talk, useTalk } from "./use-talk.ts";

/** Side by side if there is room, otherwise one at a time. */
const PARTS = [
  { id: "talk", label: say("parts.talk") },
  { id: "task", label: say("parts.task") },
  { id: "work", label: say("parts.work") },
] as const;
type Part = (typeof PARTS)[number]["id"];

/** One conversation: what was said, what it led to, and what became of that. */
export function LiaisonView({ id }: { readonly id: ConversationId }) {
  const talk = useTalk(id);
  return (
    <article class="run" aria-label={say("conversation")}>
      <p class="crumbs">
        <a href="/liaison">{say("all")}</a>
      </p>
      <Loading from={talk} what={say("what")}>
        {(shown) => <Shown talk={shown} reload={talk.reload} />}
      </Loading>
    </article>
  );
}

interface ShownProps {
  readonly talk: Talk;
  readonly reload: () => void;
}

function Shown({ talk, reload }: ShownProps) {
  const [part, setPart] = useState<Part>("talk");
  const { liaison } = talk;
  return (
    <>
      <LiaisonHead liaison={liaison} />
      {liaison.erasedAt === undefined ? null : (
        <Notice kind="info">{sayWith("erased", { at: <Time at={liaison.erasedAt} /> })}</Notice>
      )}
      <Phases liaison={liaison} />
      <Tabs items={PARTS} selected={part} onSelect={setPart} label={say("parts")} />
      <div class="liaison-parts" data-part={part}>
        <div class="liaison-talk">
          <Exchanges liaison={liaison} />
          <Composer talk={talk} reload={reload} />
        </div>
        <div class="liaison-found">
          <Specification liaison={liaison} />
          <Work liaison={liaison} />
          <Feedback liaison={liaison} onChange={reload} />
        </div>
      </div>
    </>
  );
}

function LiaisonHead({ liaison }: { readonly liaison: Liaison }) {
  const { personName, worker, round, createdAt } = liaison;
  return (
    <header class="run-head">
      <h2>
        <bdi>{titleOf(liaison)}</bdi>
      </h2>
      <dl class="run-facts">
        <Fact name={say("person")}>
          <Name text={personName} />
        </Fact>
        <Fact name={say("worker")}>
          {worker === undefined ? say("nobody-yet") : <Name text={worker.name} />}
        </Fact>
        <Fact name={say("round")}>{round}</Fact>
        <Fact name={say("confidence")}>
          <ConfidenceFigure liaison={liaison} />
        </Fact>
        <Fact name={say("begun")}>
          <Time at={createdAt} />
        </Fact>
      </dl>
    </header>
  );
}

/** What the worker reported about its work, and the result of each round. */
function Work({ liaison }: { readonly liaison: Liaison }) {
  const { id, progress, results } = liaison;
  return (
    <section class="section part-work" aria-label={say("progress.results")}>
      <h3>{say("progress.results")}</h3>
      {progress.length + results.length === 0 ? <p class="muted">{say("progress.none")}</p> : null}
      {progress.length === 0 ? null : (
        <ol class="progress" aria-label={say("progress")}>
          {progress.map((one, index) => (
            <Progress key={index} progress={one} />
          ))}
        </ol>
      )}
      {results.toReversed().map((one) => (
        <Result key={`${one.round} ${one.at}`} of={id} result={one} />
      ))}
    </section>
  );
}

function Progress({ progress: { status, by, at, result } }: { readonly progress: TaskProgress }) {
  return (
    <li>
      <p class="entry-head">
        <Name text={by} />
        <Time at={at} />
      </p>
      <AgentText text={status} />
      {result === undefined ? null : (
        <details>
          <summary>{say("progress.shown")}</summary>
          <HandedOver value={result} />
        </details>
      )}
    </li>
  );
}

interface ResultProps {
  /** The conversation. */
  readonly of: ConversationId;
  readonly result: TaskResult;
}

function Result({ of, result: { result, attachments, by, at, round } }: ResultProps) {
  return (
    <div class="result">
      <h4>{say("result", { round })}</h4>
      <p class="entry-head">
        <Name text={by} />
        <Time at={at} />
      </p>
      <HandedOver value={result} />
      <Attachments of={of} files={attachments} />
    </div>
  );
}

/**
 * What a worker handed over: text with its Markdown read, JSON as the trusted renderer shows it.
 * Nothing in it is obeyed.
 */
function HandedOver({ value }: { readonly value: Json }) {
  if (typeof value === "string") return <AgentText text={value} />;
  if (isJsonObject(value)) return <ArgList args={shownArgs(value)} />;
  return <pre>{shownJson(value)}</pre>;
}
