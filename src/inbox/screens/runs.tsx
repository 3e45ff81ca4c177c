import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import { ListScreen } from "../parts/list-screen.tsx";
import { RunList } from "../runs/run-list.tsx";
import { RunView } from "../runs/run-view.tsx";

/** Experiments on this machine: the list, and the run that is open. */
export function RunsScreen() {
  return (
    <ListScreen
      title="Runs"
      what="run"
      prefix="run"
      list={() => <RunList />}
      one={(id) => <RunView key={id} id={id} />}
    />
  );
}
