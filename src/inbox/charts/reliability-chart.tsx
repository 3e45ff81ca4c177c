import type { LiaisonReport, ReliabilityBin } from "../../domain/liaison/calibration.ts";
import { BottomAxis, LeftAxis } from "./axis.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { say } from "./messages/messages.ts";
import { radiusOf, reliabilitySentence, type Series, seriesOf } from "./reliability-model.ts";
import { linearScale, type Scale } from "./scale.ts";
import { grouped, percent } from "./words.ts";

const HEIGHT = 320;
/** A wider chart would say nothing more. */
const MOST_WIDTH = 560;
const MARGIN = { top: 14, right: 16, bottom: 46, left: 52 };
const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** How often specifications of each confidence were accepted unchanged. */
export function ReliabilityChart({ report }: { readonly report: LiaisonReport }) {
  const all = seriesOf(report);
  return (
    <ChartFrame
      title={say("reliability.title")}
      sentence={reliabilitySentence(report)}
      table={{
        head: [
          say("head.score"),
          say("head.confidence"),
          say("head.specifications"),
          say("head.mean"),
          say("head.accepted"),
        ],
        rows: all.flatMap(({ name, bins }) =>
          bins.map((bin) => [
            name,
            say("range", { from: percent(bin.from, 1), to: percent(bin.to, 1) }),
            grouped(bin.count),
            percent(bin.mean_score, 1),
            percent(bin.accepted, 1),
          ]),
        ),
      }}
      legend={<Legend all={all} />}
      draw={(width) => <Plot all={all} width={Math.min(width, MOST_WIDTH)} />}
    />
  );
}

function Legend({ all }: { readonly all: readonly Series[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {all.map(({ kind, name }) => (
        <li key={kind}>
          <svg class="swatch" viewBox="0 0 36 12" aria-hidden="true" focusable="false">
            <Dot kind={kind} x={18} y={6} radius={5} />
          </svg>
          {name}
        </li>
      ))}
      <li>
        <svg class="swatch" viewBox="0 0 36 12" aria-hidden="true" focusable="false">
          <line class="ideal" x1="0" x2="36" y1="6" y2="6" />
        </svg>
        {say("legend.ideal")} <span class="muted">{say("legend.larger")}</span>
      </li>
    </ul>
  );
}

interface PlotProps {
  readonly all: readonly Series[];
  readonly width: number;
}

function Plot({ all, width }: PlotProps) {
  const across = { from: MARGIN.left, to: width - MARGIN.right };
  const down = { from: MARGIN.top, to: HEIGHT - MARGIN.bottom };
  const x = linearScale({ from: 0, to: 1 }, across);
  const y = linearScale({ from: 0, to: 1 }, { from: down.to, to: down.from });
  const shares = SHARES.map((at) => ({ at, text: percent(at, 1) }));
  const most = Math.max(...all.flatMap(({ bins }) => bins.map(({ count }) => count)));
  return (
    <svg class="plot" width={width} height={HEIGHT} aria-hidden="true" focusable="false">
      <LeftAxis ticks={shares} scale={y} span={across} />
      <BottomAxis ticks={shares} scale={x} span={down} />
      <text class="axis-name" x={(across.from + across.to) / 2} y={HEIGHT - 6} text-anchor="middle">
        {say("reliability.axes")}
      </text>
      <line class="ideal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {all.map(({ kind, bins }) => (
        <g key={kind}>
          {bins.map((bin) => (
            <BinMark key={bin.from} kind={kind} bin={bin} most={most} x={x} y={y} />
          ))}
        </g>
      ))}
    </svg>
  );
}

interface BinProps {
  readonly kind: Series["kind"];
  readonly bin: ReliabilityBin;
  readonly most: number;
  readonly x: Scale;
  readonly y: Scale;
}

/** Its dot, and its distance from the ideal. */
function BinMark({ kind, bin, most, x, y }: BinProps) {
  const at = x(bin.mean_score);
  return (
    <g>
      <line
        class={`gap reliability-${kind}`}
        x1={at}
        x2={at}
        y1={y(bin.mean_score)}
        y2={y(bin.accepted)}
      />
      <Dot kind={kind} x={at} y={y(bin.accepted)} radius={radiusOf(bin.count, most)} />
    </g>
  );
}

interface DotProps {
  readonly kind: Series["kind"];
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Round for one, square for the other: they are told apart without colours. */
function Dot({ kind, x, y, radius }: DotProps) {
  if (kind === "own") return <circle class="marker reliability-own" cx={x} cy={y} r={radius} />;
  const side = radius * 1.7;
  return (
    <rect
      class="marker reliability-calibrated"
      x={x - side / 2}
      y={y - side / 2}
      width={side}
      height={side}
    />
  );
}
