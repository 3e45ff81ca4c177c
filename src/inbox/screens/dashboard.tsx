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
import { say, sayWith } from "./messages/messages.ts";

const SPANS = [
  { id: "1", label: say("span.1") },
  { id: "7", label: say("span.7") },
  { id: "30", label: say("span.30") },
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
      title={say("dashboard")}
      actions={<Tabs items={SPANS} selected={span} onSelect={setSpan} label={say("time")} />}
    >
      <Loading from={insights} what={say("figures.what")}>
        {(read) => (
          <div class="charts">
            {read.newest === undefined ? null : (
              <p>
                {sayWith("dashboard.newest", {
                  count: read.newest,
                  when: <Time at={read.since} />,
                })}
              </p>
            )}
            <AnswerTimesChart times={read.answerTimes} />
            <OutcomesChart outcomes={read.outcomes} />
            <DaysChart interruptions={read.interruptions} days={read.days} />
            <HoursChart interruptions={read.interruptions} days={read.days} />
            <DwellChart dwell={read.dwell} />
            <HasteChart mine={read.mine} tests={read.tests} />
          </div>
        )}
      </Loading>
    </Screen>
  );
}
