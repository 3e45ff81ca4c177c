import type { Insights } from "../../ports/earshot/inbox.ts";
import { pageLocale } from "../browser/language.ts";
import { nowMs } from "../ui/clock.ts";
import { LeftAxis } from "./axis.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import {
  clockText,
  dayBars,
  daysSentence,
  hourBars,
  hoursSentence,
} from "./interruptions-model.ts";
import { say } from "./messages/messages.ts";
import { countTicks, linearScale } from "./scale.ts";
import { grouped, plainNumber } from "./words.ts";

const HEIGHT = 220;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 36 };
const LABEL_PX = 60;

interface Props {
  readonly interruptions: Insights["interruptions"];
  readonly days: number;
}

/** How often agents asked people on each day. */
export function DaysChart({ interruptions, days }: Props) {
  const bars = dayBars(interruptions, { days, now: nowMs.peek() });
  return (
    <ChartFrame
      title={say("days.title")}
      sentence={daysSentence(bars, (at) => dayText(at, "long"))}
      table={{
        head: [say("head.day"), say("head.requests")],
        rows: bars
          .filter(({ count }) => count > 0)
          .map(({ at, count }) => [dayText(at, "long"), grouped(count)]),
      }}
      draw={(width) => (
        <Bars
          width={width}
          bars={bars.map(({ at, count }) => ({ label: dayText(at, "short"), value: count }))}
        />
      )}
    />
  );
}

/** At which hours of the day agents ask. */
export function HoursChart({ interruptions, days }: Props) {
  const bars = hourBars(interruptions, days);
  return (
    <ChartFrame
      title={say("hours.title")}
      sentence={hoursSentence(bars)}
      table={{
        head: [say("head.hour"), say("head.requests-a-day")],
        rows: bars.flatMap((value, hour) =>
          value > 0 ? [[clockText(hour), plainNumber(value)]] : [],
        ),
      }}
      draw={(width) => (
        <Bars width={width} bars={bars.map((value, hour) => ({ label: clockText(hour), value }))} />
      )}
    />
  );
}

function dayText(at: number, style: "long" | "short"): string {
  const weekday = style === "long" ? ({ weekday: "short" } as const) : {};
  return new Date(at).toLocaleDateString(pageLocale, {
    ...weekday,
    day: "numeric",
    month: "short",
  });
}

interface BarsProps {
  readonly bars: readonly { readonly label: string; readonly value: number }[];
  readonly width: number;
}

/** Bars on an axis that begins at zero, with as many labels as there is room for. */
function Bars({ bars, width }: BarsProps) {
  const ticks = countTicks(Math.max(...bars.map(({ value }) => value)));
  const y = linearScale(
    { from: 0, to: ticks.at(-1) ?? 1 },
    { from: HEIGHT - MARGIN.bottom, to: MARGIN.top },
  );
  const across = { from: MARGIN.left, to: width - MARGIN.right };
  const slot = (across.to - across.from) / bars.length;
  const every = Math.max(Math.ceil(LABEL_PX / slot), 1);
  return (
    <svg class="plot" width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <LeftAxis
        ticks={ticks.map((at) => ({ at, text: plainNumber(at) }))}
        scale={y}
        span={across}
      />
      {bars.map(({ label, value }, index) => (
        <rect
          key={label}
          class="hour-bar"
          x={across.from + index * slot + slot * 0.12}
          y={y(value)}
          width={slot * 0.76}
          height={Math.max(y(0) - y(value), 0)}
        />
      ))}
      <g class="axis">
        {bars.map(({ label }, index) =>
          index % every === 0 ? (
            <text key={label} x={across.from + index * slot} y={HEIGHT - 10}>
              {label}
            </text>
          ) : null,
        )}
      </g>
    </svg>
  );
}
