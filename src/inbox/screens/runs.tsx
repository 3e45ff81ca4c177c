import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import { useEffect } from "preact/hooks";
import type { ListedRun } from "../../ports/earshot/runs.ts";
import { grouped } from "../charts/words.ts";
import { LinkTable, List } from "../parts/list.tsx";
import { ListScreen } from "../parts/list-screen.tsx";
import { Name } from "../parts/said.tsx";
import { useLoad } from "../parts/use-load.ts";
import { RunState } from "../runs/run-state.tsx";
import { RunView } from "../runs/run-view.tsx";
import { cyclesText, isRunning, tookText } from "../runs/run-words.ts";
import { api } from "../server/api.ts";
import { nowMs } from "../ui/clock.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { say, sayWith } from "./messages/messages.ts";

/** Experiments on this machine: the list, and the run that is open. */
export function RunsScreen() {
  return (
    <ListScreen
      title={say("runs")}
      none={say("run.none")}
      prefix="run"
      list={() => <RunList />}
      one={(id) => <RunView key={id} id={id} />}
    />
  );
}

/** No event reports the progress of a run, so it is polled while one runs. */
const POLL_MS = 5_000;

function RunList() {
  const runs = useLoad(() => api.listRuns());
  const isAnyRunning = runs.value?.items.some(isRunning) === true;
  useEffect(() => {
    if (!isAnyRunning) return;
    const timer = setInterval(() => document.hidden || runs.reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isAnyRunning, runs.reload]);
  return (
    <List
      from={runs}
      what={say("runs.what")}
      empty={
        <Empty title={say("runs.none")}>
          {sayWith("runs.none.about", { command: <code>npx earshot run experiment.yaml</code> })}
        </Empty>
      }
    >
      {(items) => <RunTable runs={items} />}
    </List>
  );
}

function RunTable({ runs }: { readonly runs: readonly ListedRun[] }) {
  return (
    <LinkTable
      caption={say("runs.caption")}
      head={[
        say("run"),
        say("state"),
        say("runs.started"),
        say("runs.took"),
        say("runs.cycles"),
        say("runs.questions"),
        say("runs.tokens"),
      ]}
      rows={runs.map((run) => [
        <a key={run.run} href={`/runs/${run.run}`}>
          <Name text={run.name} />
        </a>,
        <RunState key={run.run} run={run} />,
        <Time key={run.run} at={run.startedAt} />,
        <Figure key={run.run} text={tookText(run, nowMs.value)} />,
        <Figure key={run.run} text={cyclesText(run)} />,
        <Figure key={run.run} text={grouped(run.questions)} />,
        <Figure key={run.run} text={grouped(run.tokens)} />,
      ])}
    />
  );
}

function Figure({ text }: { readonly text: string }) {
  return <span class="figure">{text}</span>;
}
