import type { ToolOutcomes } from "../../ports/earshot/inbox.ts";
import { stakeText } from "./answer-times-model.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { say } from "./messages/messages.ts";
import {
  OUTCOMES,
  type Outcome,
  outcomesSentence,
  type Segment,
  type Stack,
  stacks,
} from "./outcomes-model.ts";
import { linearScale, type Scale } from "./scale.ts";
import { grouped } from "./words.ts";

const ROW = 44;
const BAR = 16;
const RIGHT = 44;
const MOST = 12;
/** Below this width no figure fits into a part. */
const LABEL_PX = 26;

interface Props {
  readonly outcomes: readonly ToolOutcomes[];
}

/** What became of requests, one bar for each tool and level. */
export function OutcomesChart({ outcomes }: Props) {
  const all = stacks(outcomes);
  return (
    <ChartFrame
      title={say("outcomes.title")}
      sentence={outcomesSentence(all)}
      table={{
        head: [
          say("tool"),
          say("level"),
          say("head.all"),
          ...OUTCOMES.map((outcome) => say(`outcome.${outcome}`)),
        ],
        rows: all.map(({ name, level, total, counts }) => [
          name,
          stakeText(level),
          grouped(total),
          ...OUTCOMES.map((outcome) => grouped(counts[outcome])),
        ]),
      }}
      legend={<Legend stacks={all} />}
      draw={(width) => <Bars stacks={all.slice(0, MOST)} more={all.length - MOST} width={width} />}
    />
  );
}

function Legend({ stacks: all }: { readonly stacks: readonly Stack[] }) {
  const used = OUTCOMES.filter((outcome) => all.some(({ counts }) => counts[outcome] > 0));
  return (
    <ul class="legend" aria-hidden="true">
      {used.map((outcome) => (
        <li key={outcome}>
          <svg class="swatch swatch-box" viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <PatternDefs id="swatch" outcomes={[outcome]} />
            <rect width="14" height="14" rx="2" fill={patternOf("swatch", outcome)} />
          </svg>
          {say(`outcome.${outcome}`)}
        </li>
      ))}
    </ul>
  );
}

interface BarsProps {
  readonly stacks: readonly Stack[];
  readonly more: number;
  readonly width: number;
}

function Bars({ stacks: shown, more, width }: BarsProps) {
  const most = Math.max(...shown.map(({ total }) => total));
  const x = linearScale({ from: 0, to: most }, { from: 0, to: width - RIGHT });
  return (
    <>
      <svg
        class="plot"
        width={width}
        height={shown.length * ROW}
        aria-hidden="true"
        focusable="false"
      >
        <PatternDefs id="outcome" />
        {shown.map((stack, index) => (
          <Bar key={`${stack.name} ${stack.level}`} stack={stack} x={x} top={index * ROW} />
        ))}
      </svg>
      {more > 0 ? <p class="muted">{say("more", { count: more })}</p> : null}
    </>
  );
}

interface BarProps {
  readonly stack: Stack;
  readonly x: Scale;
  readonly top: number;
}

function Bar({ stack, x, top }: BarProps) {
  const { name, level, total, segments } = stack;
  return (
    <g transform={`translate(0 ${top})`}>
      <text class="bar-name" x="0" y="14">
        {name}
        {level === "QUESTION" ? null : (
          <tspan class="bar-level" dx="8">
            {level}
          </tspan>
        )}
      </text>
      {segments.map((segment) => (
        <Part key={segment.outcome} segment={segment} x={x} />
      ))}
      <text class="bar-total" x={x(total) + 8} y={20 + BAR / 2} dy="0.35em">
        {grouped(total)}
      </text>
    </g>
  );
}

function Part({ segment, x }: { readonly segment: Segment; readonly x: Scale }) {
  const { outcome, from, to, count } = segment;
  const width = Math.max(x(to) - x(from) - 1, 1);
  return (
    <g>
      <rect x={x(from)} y={20} width={width} height={BAR} fill={patternOf("outcome", outcome)} />
      {width < LABEL_PX ? null : (
        <text
          class={`part-count on-${outcome}`}
          x={x(from) + width / 2}
          y={20 + BAR / 2}
          dy="0.35em"
        >
          {grouped(count)}
        </text>
      )}
    </g>
  );
}

/** The lines and dots of an outcome, over its colour: bars are told apart without colours. */
const MARKS: Readonly<Record<Outcome, string>> = {
  answered: "",
  approved: "",
  edited: "M-1,7L7,-1M-1,1L1,-1M5,7L7,5",
  rejected: "M-1,-1L7,7M5,-1L7,1M-1,5L1,7",
  responded: "M0,0V6M3,3H6",
  expired: "M0,3H6",
  cancelled: "M3,0V6",
};

interface PatternsProps {
  /** Keeps the patterns of two pictures apart. */
  readonly id: string;
  readonly outcomes?: readonly Outcome[];
}

/** Drawn once in each picture that uses them. */
function PatternDefs({ id, outcomes = OUTCOMES }: PatternsProps) {
  return (
    <defs>
      {outcomes.map((outcome) => (
        <pattern
          key={outcome}
          id={`${id}-${outcome}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >
          <rect width="6" height="6" class={`outcome-${outcome}`} />
          <path d={MARKS[outcome]} class="pattern-marks" />
        </pattern>
      ))}
    </defs>
  );
}

function patternOf(id: string, outcome: Outcome): string {
  return `url(#${id}-${outcome})`;
}
