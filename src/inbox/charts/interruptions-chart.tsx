import { toMs } from "../../domain/timestamp.ts";
import type { Insights } from "../../ports/earshot/inbox.ts";
import { nowMs } from "../ui/clock.ts";
import { LeftAxis } from "./axis.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { type HourBar, hourBars, interruptionsSentence } from "./interruptions-model.ts";
import { countTicks, linearScale } from "./scale.ts";
import { grouped, plainNumber } from "./words.ts";

const HEIGHT = 220;
const MARGIN = { top: 12, right: 8, bottom: 28, left: 36 };
const DATE_PX = 60;

interface Props {
  readonly interruptions: Insights["interruptions"];
  readonly days: number;
}

/** How often agents asked people, over time. */
export function InterruptionsChart({ interruptions, days }: Props) {
  const aheadMinutes = -new Date().getTimezoneOffset();
  const bars = hourBars(interruptions, { days, now: nowMs.peek(), aheadMinutes });
  const label = labelOf(days);
  return (
    <ChartFrame
      title="Interruptions an hour"
      sentence={interruptionsSentence(interruptions, { days, timeOf: (at) => longTime(toMs(at)) })}
      table={{
        head: ["From", "Hours", "Requests", "An hour"],
        rows: bars
          .filter(({ count }) => count > 0)
          .map(({ at, hours, count, anHour }) => [
            longTime(at),
            grouped(hours),
            grouped(count),
            plainNumber(anHour),
          ]),
      }}
      draw={(width) => <Bars bars={bars} width={width} label={label} />}
    />
  );
}

function longTime(at: number): string {
  const options = { weekday: "short", day: "numeric", month: "short", hour: "2-digit" } as const;
  return new Date(at).toLocaleString(undefined, { ...options, minute: "2-digit" });
}

function labelOf(days: number): (at: number) => string {
  const options =
    days === 1
      ? ({ hour: "2-digit", minute: "2-digit" } as const)
      : ({ day: "numeric", month: "short" } as const);
  return (at) => new Date(at).toLocaleString(undefined, options);
}

interface BarsProps {
  readonly bars: readonly HourBar[];
  readonly width: number;
  readonly label: (at: number) => string;
}

function Bars({ bars, width, label }: BarsProps) {
  const ticks = countTicks(Math.max(...bars.map(({ anHour }) => anHour)));
  const y = linearScale(
    { from: 0, to: ticks.at(-1) ?? 1 },
    { from: HEIGHT - MARGIN.bottom, to: MARGIN.top },
  );
  const across = { from: MARGIN.left, to: width - MARGIN.right };
  const slot = (across.to - across.from) / bars.length;
  return (
    <svg class="plot" width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <LeftAxis
        ticks={ticks.map((at) => ({ at, text: plainNumber(at) }))}
        scale={y}
        span={across}
      />
      {bars.map(({ at, anHour }, index) => (
        <rect
          key={at}
          class="hour-bar"
          x={across.from + index * slot + slot * 0.12}
          y={y(anHour)}
          width={slot * 0.76}
          height={Math.max(y(0) - y(anHour), 0)}
        />
      ))}
      <g class="axis">
        {labelled(bars, slot).map((index) => (
          <text key={index} x={across.from + index * slot} y={HEIGHT - 10}>
            {label(bars[index]?.at ?? 0)}
          </text>
        ))}
      </g>
    </svg>
  );
}

/**
 * Which bars have their time below: those that begin a day, or a part of one day, as far as there
 * is room.
 */
function labelled(bars: readonly HourBar[], slot: number): readonly number[] {
  const isHourly = bars[0]?.hours === 1;
  const begins = bars.flatMap(({ at }, index) => {
    const former = bars[index - 1];
    if (isHourly) return new Date(at).getHours() % 3 === 0 ? [index] : [];
    if (former === undefined) return [];
    return new Date(at).getDate() === new Date(former.at).getDate() ? [] : [index];
  });
  const apart = ((begins[1] ?? bars.length) - (begins[0] ?? 0)) * slot;
  const every = Math.max(Math.ceil(DATE_PX / apart), 1);
  return begins
    .filter((_, position) => position % every === 0)
    .filter((index) => (bars.length - index) * slot > DATE_PX / 2);
}
