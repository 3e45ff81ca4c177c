import type { Insights } from "../../ports/earshot/inbox.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { type HasteRow, hasteRows, hasteWords } from "./haste-model.ts";
import { say } from "./messages/messages.ts";
import { linearScale } from "./scale.ts";
import { grouped, percent } from "./words.ts";

const ROW = 30;
const BAR = 16;
const HEAD = 26;
const NAME = 150;
/** Where the box is narrower, the bar is cut: it has no width below zero. */
const LEAST_BAR = 40;
const RIGHT = 104;

interface Props {
  readonly mine: Insights["mine"];
  /** Of all people, for owners. */
  readonly tests?: Insights["tests"] | undefined;
}

/** How often one decided oneself in less than two seconds. */
export function HasteChart({ mine, tests }: Props) {
  const rows = hasteRows(mine);
  return (
    <ChartFrame
      title={say("haste.title")}
      sentence={hasteWords(mine, tests)}
      table={{
        head: [
          say("head.by"),
          say("head.name"),
          say("head.decisions"),
          say("head.under-two"),
          say("head.share"),
        ],
        rows: rows.map(({ by, name, decided, underTwoSeconds }) => [
          say(`by.${by}`),
          name,
          grouped(decided),
          grouped(underTwoSeconds),
          percent(underTwoSeconds, decided),
        ]),
      }}
      draw={(width) => <Bars rows={rows} width={width} />}
    />
  );
}

interface BarsProps {
  readonly rows: readonly HasteRow[];
  readonly width: number;
}

/** Each bar is a share: its track is all decisions, so it begins at zero and ends at all. */
function Bars({ rows, width }: BarsProps) {
  const x = linearScale(
    { from: 0, to: 1 },
    { from: 0, to: Math.max(width - NAME - RIGHT, LEAST_BAR) },
  );
  let y = 0;
  const placed = rows.map((row, index) => {
    const isFirst = rows[index - 1]?.by !== row.by;
    if (isFirst) y += HEAD;
    const at = { row, isFirst, y };
    y += ROW;
    return at;
  });
  return (
    <svg class="plot" width={width} height={y} aria-hidden="true" focusable="false">
      {placed.map(({ row: { by, name, decided, underTwoSeconds }, isFirst, y: top }) => (
        <g key={`${by} ${name}`} transform={`translate(0 ${top})`}>
          {isFirst ? (
            <text class="bar-level" y={-6}>
              {say(`group.${by}`)}
            </text>
          ) : null}
          <text class="bar-name" x={NAME - 10} y={BAR / 2 + 4} dy="0.35em" text-anchor="end">
            {name.length > 20 ? `${name.slice(0, 19)}…` : name}
          </text>
          <rect class="share-track" x={NAME} y={4} width={x(1)} height={BAR} />
          <rect class="hasty" x={NAME} y={4} width={x(underTwoSeconds / decided)} height={BAR} />
          <text class="bar-total" x={NAME + x(1) + 8} y={BAR / 2 + 4} dy="0.35em">
            {percent(underTwoSeconds, decided)}
            <tspan class="bar-level" dx="6">
              {say("of", { count: grouped(decided) })}
            </tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
