import type { Insights } from "../../ports/earshot/inbox.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { type DwellBar, dwellBars, dwellSentence } from "./dwell-model.ts";
import { say } from "./messages/messages.ts";
import { linearScale } from "./scale.ts";
import { grouped, percent } from "./words.ts";

const ROW = 34;
const BAR = 18;
const NAME = 104;
const RIGHT = 84;

interface Props {
  readonly dwell: Insights["dwell"];
}

/** How long people looked before they decided. */
export function DwellChart({ dwell }: Props) {
  const bars = dwell.decided === 0 ? [] : dwellBars(dwell);
  return (
    <ChartFrame
      title={say("dwell.title")}
      sentence={dwellSentence(dwell)}
      table={{
        head: [say("head.looked"), say("head.decisions"), say("head.share")],
        rows: bars.map(({ text, count }) => [text, grouped(count), percent(count, dwell.decided)]),
      }}
      draw={(width) => <Bars bars={bars} decided={dwell.decided} width={width} />}
    />
  );
}

interface BarsProps {
  readonly bars: readonly DwellBar[];
  readonly decided: number;
  readonly width: number;
}

function Bars({ bars, decided, width }: BarsProps) {
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const x = linearScale({ from: 0, to: most }, { from: 0, to: width - NAME - RIGHT });
  return (
    <svg class="plot" width={width} height={bars.length * ROW} aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hasty" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" class="hasty" />
          <path d="M-1,7L7,-1M-1,1L1,-1M5,7L7,5" class="pattern-marks" />
        </pattern>
      </defs>
      {bars.map(({ text, count, isHasty }, index) => (
        <g key={text} transform={`translate(0 ${index * ROW})`}>
          <text class="bar-name" x={NAME - 10} y={BAR / 2 + 6} dy="0.35em" text-anchor="end">
            {text}
          </text>
          <rect
            class={isHasty ? "" : "dwell-bar"}
            fill={isHasty ? "url(#hasty)" : undefined}
            x={NAME}
            y={6}
            width={Math.max(x(count), count > 0 ? 2 : 0)}
            height={BAR}
          />
          <text class="bar-total" x={NAME + x(count) + 8} y={BAR / 2 + 6} dy="0.35em">
            {grouped(count)}
            <tspan class="bar-level" dx="6">
              {percent(count, decided)}
            </tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
