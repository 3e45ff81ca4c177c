import "../../styles/charts.css";
import { api } from "../../api.ts";
import { ReliabilityChart } from "../../charts/reliability-chart.tsx";
import { Loading } from "../parts/loading.tsx";
import { ensureFollowing } from "../parts/use-events.ts";
import { useLoad } from "../parts/use-load.ts";
import { useReload } from "../parts/use-reload.ts";
import { FitnessTable } from "./fitness-table.tsx";

/** What is learned from conversations: how far confidence can be relied on, and how good work was. */
export function LiaisonFitness() {
  const figures = useLoad(async () => {
    await ensureFollowing();
    const [report, fitness] = await Promise.all([api.liaisonReport(), api.fitness()]);
    return { report, agents: fitness.items };
  });
  useReload(/^(?:liaison|task)\./, figures.reload);
  return (
    <Loading from={figures} what="the figures">
      {({ report, agents }) => (
        <>
          <ReliabilityChart report={report} />
          <FitnessTable agents={agents} />
        </>
      )}
    </Loading>
  );
}
