import type { Insights } from "../../ports/earshot/inbox.ts";
import {
  type AnswerTimes,
  answered,
  answerTimesSentence,
  ecdf,
  quantile,
  reach,
  type Stake,
  stakeText,
} from "./answer-times-model.ts";
import { BottomAxis, LeftAxis } from "./axis.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { say } from "./messages/messages.ts";
import { linearScale, logScale, type Scale, timeTicks } from "./scale.ts";
import { grouped, percent, timeText } from "./words.ts";

const HEIGHT = 260;
const MARGIN = { top: 12, right: 16, bottom: 28, left: 48 };
const SHARES = [0, 0.25, 0.5, 0.75, 1];

interface Props {
  readonly times: Insights["answerTimes"];
}

/** How long people took: the share answered by each time, one curve for each level. */
export function AnswerTimesChart({ times }: Props) {
  const curves = answered(times);
  return (
    <ChartFrame
      title={say("answers.title")}
      sentence={answerTimesSentence(curves)}
      table={{
        head: [
          say("level"),
          say("head.answers"),
          say("head.quarter"),
          say("head.half"),
          say("head.nine"),
          say("head.all-within"),
        ],
        rows: curves.map((one) => [
          stakeText(one.level),
          grouped(one.count),
          ...[0.25, 0.5, 0.9, 1].map((share) => timeText(quantile(one, share))),
        ]),
      }}
      legend={<Legend curves={curves} />}
      draw={(width) => <Curves curves={curves} width={width} />}
    />
  );
}

function Legend({ curves }: { readonly curves: readonly AnswerTimes[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {curves.map((one) => (
        <li key={one.level}>
          <svg class="swatch" viewBox="0 0 36 12" aria-hidden="true" focusable="false">
            <line class={`curve stake-${one.level.toLowerCase()}`} x1="0" x2="36" y1="6" y2="6" />
            <Marker level={one.level} x={18} y={6} />
          </svg>
          {stakeText(one.level)}{" "}
          <span class="muted">{say("legend.half", { time: timeText(quantile(one, 0.5)) })}</span>
        </li>
      ))}
    </ul>
  );
}

interface CurvesProps {
  readonly curves: readonly AnswerTimes[];
  readonly width: number;
}

function Curves({ curves, width }: CurvesProps) {
  const { least, most } = reach(curves);
  const ticks = timeTicks(least, most).map(({ ms, text }) => ({ at: ms, text }));
  const across = { from: MARGIN.left, to: width - MARGIN.right };
  const down = { from: MARGIN.top, to: HEIGHT - MARGIN.bottom };
  const x = logScale({ from: ticks[0]?.at ?? 1, to: ticks.at(-1)?.at ?? 2 }, across);
  const y = linearScale({ from: 0, to: 1 }, { from: down.to, to: down.from });
  const shares = SHARES.map((at) => ({ at, text: percent(at, 1) }));
  return (
    <svg class="plot" width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <LeftAxis ticks={shares} scale={y} span={across} />
      <BottomAxis ticks={fitting(ticks, across.to - across.from)} scale={x} span={down} />
      {curves.map((one) => (
        <g key={one.level}>
          <path class={`curve stake-${one.level.toLowerCase()}`} d={pathOf(one, x, y)} />
          <Marker level={one.level} x={x(quantile(one, 0.5))} y={y(0.5)} />
        </g>
      ))}
    </svg>
  );
}

const TICK_PX = 52;

/** Every tick, or every other one if there is no room for all. */
function fitting<T>(ticks: readonly T[], width: number): readonly T[] {
  const step = Math.ceil((ticks.length * TICK_PX) / width);
  return ticks.filter((_, index) => index % step === 0);
}

function pathOf(one: AnswerTimes, x: Scale, y: Scale): string {
  const points = ecdf(one).map(({ ms, share }) => `${round(x(ms))},${round(y(share))}`);
  return `M${points.join("L")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

interface MarkerProps {
  readonly level: Stake;
  readonly x: number;
  readonly y: number;
}

const SHAPES: Readonly<Record<Stake, string>> = {
  QUESTION: "M-4.5,0a4.5,4.5 0 1 0 9,0a4.5,4.5 0 1 0 -9,0z",
  LOW: "M-4,-4h8v8h-8z",
  MEDIUM: "M0,-5.500L5,4H-5z",
  HIGH: "M0,-5.500L5.500,0L0,5.500L-5.500,0z",
  CRITICAL:
    "M-4.500,-1.500H-1.500V-4.500H1.500V-1.500H4.500V1.500H1.500V4.500H-1.500V1.500H-4.500z",
};

/** Each level has its own shape: curves are told apart without colours. */
function Marker({ level, x, y }: MarkerProps) {
  return (
    <path
      class={`marker stake-${level.toLowerCase()}`}
      d={SHAPES[level]}
      transform={`translate(${round(x)} ${round(y)})`}
    />
  );
}
