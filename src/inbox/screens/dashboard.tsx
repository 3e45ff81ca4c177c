import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/charts.css";
import { useState } from "preact/hooks";
import { AnswerTimesChart } from "../charts/answer-times-chart.tsx";
import { DwellChart } from "../charts/dwell-chart.tsx";
import { HasteChart } from "../charts/haste-chart.tsx";
import { DaysChart, HoursChart } from "../charts/interruptions-chart.tsx";
import { OutcomesChart } from "../charts/outcomes-chart.tsx";
import { Loading } from "../parts/loading.tsx";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { Screen } from "../ui/screen.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Time } from "../ui/time.tsx";

const SPANS = [
  { id: "1", label: "Last day" },
  { id: "7", label: "7 days" },
  { id: "30", label: "30 days" },
] as const;
type Span = (typeof SPANS)[number]["id"];

/** How people answered: charts, each with a sentence and a table that say the same. */
export function DashboardScreen() {
  const [span, setSpan] = useState<Span>("7");
  const insights = useLoad(async () => {
    const days = Number(span);
    return { days, ...(await api.insights({ days })) };
  }, span);
  return (
    <Screen
      title="Dashboard"
      actions={<Tabs items={SPANS} selected={span} onSelect={setSpan} label="Time" />}
    >
      <Loading from={insights} what="the figures">
        {(read) => (
          <div class="charts">
            {read.newest === undefined ? null : (
              <p>
                Of the newest {read.newest} requests, since <Time at={read.since} />: there were
                more.
              </p>
            )}
            <AnswerTimesChart times={read.answerTimes} />
            <OutcomesChart outcomes={read.outcomes} />
            <DaysChart interruptions={read.interruptions} days={read.days} />
            <HoursChart interruptions={read.interruptions} days={read.days} />
            <DwellChart dwell={read.dwell} />
            <HasteChart mine={read.mine} />
          </div>
        )}
      </Loading>
    </Screen>
  );
}
