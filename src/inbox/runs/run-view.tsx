import { useState } from "preact/hooks";
import type { RunId } from "../../domain/id.ts";
import type { ListedRun, RunEntry } from "../../ports/earshot/runs.ts";
import { visibleText } from "../../render/visible-text.ts";
import { grouped } from "../charts/words.ts";
import { errorText } from "../parts/error-text.ts";
import { Fact } from "../parts/fact.tsx";
import { Name } from "../parts/said.tsx";
import { Transcript } from "../parts/transcript.tsx";
import { type Step, useGrowing } from "../parts/use-growing.ts";
import { api } from "../server/api.ts";
import { nowMs } from "../ui/clock.ts";
import { Notice } from "../ui/notice.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Time } from "../ui/time.tsx";
import { say } from "./messages/messages.ts";
import { RunState } from "./run-state.tsx";
import { cyclesText, isRunning, tookText } from "./run-words.ts";

const VIEWS = [
  { id: "transcript", label: say("transcript") },
  { id: "report", label: say("report") },
] as const;
type View = (typeof VIEWS)[number]["id"];

export function RunView({ id }: { readonly id: RunId }) {
  const { entries, latest, error } = useGrowing(id, (after) => readRun(id, after));
  const run = latest?.run;
  const [view, setView] = useState<View>("transcript");
  return (
    <article
      class="run"
      aria-label={run === undefined ? say("run") : say("run-of", { name: run.name })}
    >
      <p class="crumbs">
        <a href="/runs">{say("all")}</a>
      </p>
      {error === undefined ? null : <Notice kind="error">{errorText(error)}</Notice>}
      {run === undefined ? null : <RunHead run={run} />}
      <div class="run-views">
        <Tabs items={VIEWS} selected={view} onSelect={setView} label={say("views")} />
        <a href={reportOf(id)} target="_blank" rel="noopener noreferrer">
          {say("report.new-tab")}
        </a>
      </div>
      {view === "report" ? (
        <iframe class="report" title={say("report.title")} sandbox="" src={reportOf(id)} />
      ) : (
        <Transcript
          steps={entries}
          isLive={latest?.isLive === true}
          nothing={{ live: say("nothing-yet"), over: say("nothing") }}
          live={say("live")}
        />
      )}
    </article>
  );
}

async function readRun(id: RunId, after: number) {
  const { run, entries } = await api.showRun({ id, after });
  return { run, entries: entries.map(stepOf), isLive: isRunning(run) };
}

function stepOf({ index, at, kind, title, text, data }: RunEntry): Step {
  return {
    place: index,
    at,
    kind,
    kindText: say(`kind.${kind}`),
    head: visibleText(title, { keepLines: false }),
    text,
    data: data === undefined ? [] : [{ name: say("data"), value: data }],
  };
}

function reportOf(id: RunId): string {
  return `/v1/runs/${encodeURIComponent(id)}/report`;
}

function RunHead({ run }: { readonly run: ListedRun }) {
  return (
    <header class="run-head">
      <h2>
        <Name text={run.name} />
      </h2>
      <dl class="run-facts">
        <Fact name={say("state")}>
          <RunState run={run} />
        </Fact>
        <Fact name={say("started")}>
          <Time at={run.startedAt} />
        </Fact>
        <Fact name={say("took")}>{tookText(run, nowMs.value)}</Fact>
        <Fact name={say("cycles")}>{cyclesText(run)}</Fact>
        <Fact name={say("questions")}>{grouped(run.questions)}</Fact>
        <Fact name={say("tokens")}>{grouped(run.tokens)}</Fact>
      </dl>
    </header>
  );
}
