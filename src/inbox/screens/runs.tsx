import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import { useEffect } from "preact/hooks";
import { isId } from "../../domain/id.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { Loading } from "../parts/loading.tsx";
import { useLoad } from "../parts/use-load.ts";
import { RunList } from "../runs/run-list.tsx";
import { RunView } from "../runs/run-view.tsx";
import { isRunning } from "../runs/run-words.ts";
import { api } from "../server/api.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";

/** How a run gets on is in no event: it is asked for while one runs. */
const POLL_MS = 5_000;

/** Experiments on this machine: the list, and the run that is open. */
export function RunsScreen() {
  const [, open] = place.value.parts;
  const runs = useLoad(() => api.listRuns(), open ?? "");
  const isAnyRunning = open === undefined && runs.value?.items.some(isRunning) === true;
  useEffect(() => {
    if (!isAnyRunning) return;
    const timer = setInterval(() => document.hidden || runs.reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isAnyRunning, runs.reload]);
  useKeys("runs", open === undefined ? {} : { Escape: () => go("/runs") });
  return (
    <Screen title="Runs">
      {open === undefined ? (
        <Loading from={runs} what="runs">
          {({ items }) => <RunList runs={items} />}
        </Loading>
      ) : isId("run", open) ? (
        <RunView key={open} id={open} />
      ) : (
        <Empty title="There is no run of this id">Go back to Runs for those that there are.</Empty>
      )}
    </Screen>
  );
}
