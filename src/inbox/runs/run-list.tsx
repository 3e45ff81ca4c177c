import type { ListedRun } from "../../ports/earshot/runs.ts";
import { grouped } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { useRows } from "../parts/use-rows.ts";
import { nowMs } from "../ui/clock.ts";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { RunState } from "./run-state.tsx";
import { cyclesText, tookText } from "./run-words.ts";

export function RunList({ runs }: { readonly runs: readonly ListedRun[] }) {
  const rows = useRows<HTMLDivElement>("run-list");
  if (runs.length === 0) {
    return (
      <Empty title="No runs yet">
        Write an experiment and start it: <code>npx earshot run experiment.yaml</code>. It shows up
        here while it runs.
      </Empty>
    );
  }
  return (
    <div ref={rows}>
      <RecordTable
        caption="Experiment runs, newest first"
        head={["Run", "State", "Started", "Took", "Cycles", "Questions", "Tokens"]}
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
    </div>
  );
}

function Figure({ text }: { readonly text: string }) {
  return <span class="figure">{text}</span>;
}
