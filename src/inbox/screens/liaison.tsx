import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import "../styles/screens-liaison.css";
import "../styles/screens-exchanges.css";
import "../styles/screens-specification.css";
import "../styles/screens-feedback.css";
import { go } from "../browser/router.ts";
import { LiaisonList } from "../liaison/liaison-list.tsx";
import { LiaisonView } from "../liaison/liaison-view.tsx";
import { ListScreen } from "../parts/list-screen.tsx";
import { Tabs } from "../ui/tabs.tsx";
import "../styles/charts.css";
import { ReliabilityChart } from "../charts/reliability-chart.tsx";
import { FitnessTable } from "../liaison/fitness-table.tsx";
import { Loading } from "../parts/loading.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { say } from "./messages/messages.ts";

const VIEWS = [
  { id: "list", label: say("conversations") },
  { id: "fitness", label: say("liaison.fitness") },
] as const;
const PATHS = { list: "/liaison", fitness: "/liaison/fitness" } as const;

/** Tasks that people discuss with the liaison: all of them, one, and what is learned from them. */
export function LiaisonScreen() {
  return (
    <ListScreen
      title={say("liaison")}
      none={say("liaison.none")}
      prefix="cnv"
      views={["fitness"]}
      list={(view) => <Views view={view === "fitness" ? "fitness" : "list"} />}
      one={(id) => <LiaisonView key={id} id={id} />}
    />
  );
}

function Views({ view }: { readonly view: (typeof VIEWS)[number]["id"] }) {
  return (
    <>
      <Tabs
        items={VIEWS}
        selected={view}
        onSelect={(id) => go(PATHS[id])}
        label={say("liaison.views")}
      />
      {view === "list" ? <LiaisonList /> : <LiaisonFitness />}
    </>
  );
}

/**
 * What is learned from conversations: how far confidence can be relied on, and how good work was.
 */
function LiaisonFitness() {
  const figures = useLive(/^(?:liaison|task)\./, async () => {
    const [report, fitness] = await Promise.all([api.liaisonReport(), api.fitness()]);
    return { report, agents: fitness.items };
  });
  return (
    <Loading from={figures} what={say("figures.what")}>
      {({ report, agents }) => (
        <>
          <ReliabilityChart report={report} />
          <FitnessTable agents={agents} />
        </>
      )}
    </Loading>
  );
}
