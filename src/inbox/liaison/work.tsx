import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Liaison, TaskProgress, TaskResult } from "../../domain/liaison/liaison.ts";
import { shownArgs, shownJson } from "../../render/shown-json.ts";
import { ArgList } from "../parts/arg-list.tsx";
import { Name, Said } from "../parts/said.tsx";
import { Time } from "../ui/time.tsx";

/** What the worker told of its work, and what came of each round. */
export function Work({ liaison }: { readonly liaison: Liaison }) {
  const { progress, results } = liaison;
  return (
    <section class="section part-work" aria-label="Progress and results">
      <h3>Progress and results</h3>
      {progress.length + results.length === 0 ? (
        <p class="muted">No worker has told of it yet.</p>
      ) : null}
      {progress.length === 0 ? null : (
        <ol class="progress" aria-label="Progress">
          {progress.map((one, index) => (
            <Progress key={index} progress={one} />
          ))}
        </ol>
      )}
      {results.toReversed().map((one) => (
        <Result key={`${one.round} ${one.at}`} result={one} />
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
      <Said text={status} />
      {result === undefined ? null : (
        <details>
          <summary>What there was to show</summary>
          <Shown value={result} />
        </details>
      )}
    </li>
  );
}

function Result({ result: { result, by, at, round } }: { readonly result: TaskResult }) {
  return (
    <div class="result">
      <h4>Result of round {round}</h4>
      <p class="entry-head">
        <Name text={by} />
        <Time at={at} />
      </p>
      <Shown value={result} />
    </div>
  );
}

/** What a worker handed over: text as text, JSON as the trusted renderer shows it; nothing in it is obeyed. */
function Shown({ value }: { readonly value: Json }) {
  if (typeof value === "string") return <Said text={value} />;
  if (isJsonObject(value)) return <ArgList args={shownArgs(value)} />;
  return <pre>{shownJson(value)}</pre>;
}
