import type { LiaisonReport, ReliabilityBin } from "../../domain/liaison/calibration.ts";
import { CALIBRATED_FROM } from "../../domain/limits.ts";

/*
 * A reliability plot: how sure the liaison was, against how often it was right. Ideal points lie on
 * the diagonal. It is self-contained: its colours, for light and dark, are in it.
 */

const WIDTH = 700;
const SIDE = 400;
const LEFT = 70;
const TOP = 70;
const COUNTS = 70;
const BOTTOM = TOP + SIDE;
const COUNTS_TOP = BOTTOM + 44;
const COUNTS_BOTTOM = COUNTS_TOP + COUNTS;
const HEIGHT = COUNTS_BOTTOM + 62;
const LEGEND = LEFT + SIDE + 24;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

const STYLE = `svg{color-scheme:light dark;--paper:#fff;--ink:#1b1b1f;--faint:#6a6a73;--rule:#dcdce2;--own:#b3541e;--calibrated:#0b63a5}
@media (prefers-color-scheme:dark){svg{--paper:#17171b;--ink:#ececf1;--faint:#a3a3ad;--rule:#38383f;--own:#f0a06a;--calibrated:#7cc0f5}}
text{font:13px system-ui,sans-serif;fill:var(--ink)}
.title{font-size:17px;font-weight:600}.small{font-size:11px;fill:var(--faint)}
.paper{fill:var(--paper)}.rule{stroke:var(--rule);fill:none}.ideal{stroke:var(--faint);stroke-dasharray:5 5}
.own{stroke:var(--own);fill:var(--own)}.calibrated{stroke:var(--calibrated);fill:var(--calibrated)}
.line{fill:none;stroke-width:2}.point{stroke:var(--paper);stroke-width:1.5}.bar{stroke:none}`;

interface Series {
  readonly name: "own" | "calibrated";
  readonly label: string;
  readonly figures: string;
  readonly bins: readonly ReliabilityBin[];
}

/**
 * The same report gives the same text: well-formed XML with a title and a description for people
 * who cannot see it.
 */
export function reliabilitySvg(report: LiaisonReport): string {
  const series = seriesOf(report);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title description">`,
    `<title id="title">How far the confidence of specifications can be relied on</title>`,
    `<desc id="description">${describe(report, series)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text class="title" x="${LEFT}" y="32">Confidence against acceptance</text>`,
    `<text class="small" x="${LEFT}" y="52">${subtitle(report)}</text>`,
    ...axes(),
    ...counts(series),
    ...series.map(curve),
    ...series.flatMap(legend),
    "</svg>",
  ].join("\n")}\n`;
}

function seriesOf({ bins, brier, ece, calibrated }: LiaisonReport): readonly Series[] {
  const own: Series = {
    name: "own",
    label: "The engine's own score",
    figures: brier === undefined || ece === undefined ? "" : figuresOf(brier, ece),
    bins,
  };
  if (calibrated === undefined) return [own];
  const figures = figuresOf(calibrated.brier, calibrated.ece);
  return [own, { name: "calibrated", label: "Calibrated", figures, bins: calibrated.bins }];
}

function figuresOf(brier: number, ece: number): string {
  return `Brier ${brier.toFixed(3)}, ECE ${ece.toFixed(3)}`;
}

function subtitle({ outcomes, is_calibrated }: LiaisonReport): string {
  const counted = outcomes === 1 ? "1 outcome" : `${outcomes} outcomes`;
  return `${counted}; ${is_calibrated ? "calibrated figures are out of fold" : `calibrated from ${CALIBRATED_FROM} outcomes on`}`;
}

function describe(report: LiaisonReport, series: readonly Series[]): string {
  const lines = series.map(({ label, figures, bins }) => {
    const filled = bins.filter(({ count }) => count > 0);
    const read = filled.map(
      ({ count, mean_score, accepted }) =>
        `at ${mean_score.toFixed(2)}, ${percent(accepted)} of ${count} accepted`,
    );
    return `${label}${figures === "" ? "" : ` (${figures})`}: ${read.length === 0 ? "nothing yet" : read.join("; ")}.`;
  });
  return `${subtitle(report)}. ${lines.join(" ")}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const xOf = (share: number) => rounded(LEFT + share * SIDE);
const yOf = (share: number) => rounded(BOTTOM - share * SIDE);

/** Two places are finer than any screen, and the same on every machine. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function axes(): readonly string[] {
  const middle = LEFT + SIDE / 2;
  return [
    ...TICKS.flatMap((tick) => [
      `<path class="rule" d="M${LEFT} ${yOf(tick)}H${LEFT + SIDE}M${xOf(tick)} ${TOP}V${BOTTOM}"/>`,
      `<text class="small" x="${LEFT - 8}" y="${yOf(tick) + 4}" text-anchor="end">${tick.toFixed(1)}</text>`,
      `<text class="small" x="${xOf(tick)}" y="${BOTTOM + 18}" text-anchor="middle">${tick.toFixed(1)}</text>`,
    ]),
    `<path class="ideal" d="M${LEFT} ${BOTTOM}L${LEFT + SIDE} ${TOP}"/>`,
    `<text x="${middle}" y="${COUNTS_BOTTOM + 40}" text-anchor="middle">Confidence of the specification</text>`,
    `<text transform="translate(22 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">Accepted without correction</text>`,
  ];
}

function curve({ name, bins }: Series): string {
  const points = bins.filter(({ count }) => count > 0);
  const most = Math.max(1, ...points.map(({ count }) => count));
  const path = points.map(({ mean_score, accepted }) => `${xOf(mean_score)} ${yOf(accepted)}`);
  const dots = points.map(
    ({ count, mean_score, accepted }) =>
      `<circle class="${name} point" cx="${xOf(mean_score)}" cy="${yOf(accepted)}" r="${rounded(3.5 + 5 * Math.sqrt(count / most))}"><title>${percent(accepted)} of ${count}</title></circle>`,
  );
  const line = path.length < 2 ? "" : `<path class="${name} line" d="M${path.join("L")}"/>`;
  return `<g>${line}${dots.join("")}</g>`;
}

/** How many outcomes each point has, shown below it. */
function counts(series: readonly Series[]): readonly string[] {
  const most = Math.max(1, ...series.flatMap(({ bins }) => bins.map(({ count }) => count)));
  const wide = SIDE / 10 / series.length - 3;
  const bars = series.flatMap(({ name, bins }, place) =>
    bins.map(({ from, count }) => {
      const high = rounded((count / most) * (COUNTS - 14));
      const x = rounded(xOf(from) + 2 + place * (wide + 1));
      const label =
        count === 0
          ? ""
          : `<text class="small" x="${rounded(x + wide / 2)}" y="${rounded(COUNTS_BOTTOM - high - 3)}" text-anchor="middle">${count}</text>`;
      return `<rect class="${name} bar" x="${x}" y="${rounded(COUNTS_BOTTOM - high)}" width="${rounded(wide)}" height="${high}"/>${label}`;
    }),
  );
  return [
    ...bars,
    `<path class="rule" d="M${LEFT} ${COUNTS_BOTTOM}H${LEFT + SIDE}"/>`,
    `<text class="small" x="${LEFT}" y="${COUNTS_BOTTOM + 18}">Outcomes with that confidence</text>`,
  ];
}

function legend({ name, label, figures }: Series, place: number): readonly string[] {
  const y = TOP + 16 + place * 52;
  return [
    `<circle class="${name} point" cx="${LEGEND + 6}" cy="${y - 4}" r="6"/>`,
    `<text x="${LEGEND + 20}" y="${y}">${label}</text>`,
    `<text class="small" x="${LEGEND + 20}" y="${y + 17}">${figures}</text>`,
  ];
}
