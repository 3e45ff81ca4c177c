import "../styles/charts.css";
import { ReliabilityChart } from "../charts/reliability-chart.tsx";
import { Loading } from "../parts/loading.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { FitnessTable } from "./fitness-table.tsx";

/** What is learned from conversations: how far confidence can be relied on, and how good work was. */
export function LiaisonFitness() {
  const figures = useLive(/^(?:liaison|task)\./, async () => {
    const [report, fitness] = await Promise.all([api.liaisonReport(), api.fitness()]);
    return { report, agents: fitness.items };
  });
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
