import type { Histogram } from "../ports/system/figures.ts";
import { METRICS, type Metric, type MetricName } from "./metrics-list.ts";

/** One line of a metric; its labels in the order of the list. */
export interface Sample {
  readonly labels?: readonly string[];
  readonly value: number;
}

export interface LabelledHistogram {
  readonly labels: readonly string[];
  readonly seconds: Histogram;
}

type Given = number | readonly Sample[] | Histogram | readonly LabelledHistogram[];

export type Samples = Readonly<Partial<Record<MetricName, Given | undefined>>>;

/** The samples in Prometheus text format 0.0.4, each family with its help and its type. */
export function metricsText(samples: Samples): string {
  const lines = Object.keys(METRICS).flatMap((key) => {
    const name = key as MetricName;
    const given = samples[name];
    if (given === undefined) return [];
    const { help, type }: Metric = METRICS[name];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...linesOf(name, given)];
  });
  return `${lines.join("\n")}\n`;
}

function linesOf(name: MetricName, given: Given): string[] {
  if (typeof given === "number") return [`${name} ${given}`];
  if ("bounds" in given) return histogramLines(name, { labels: [], seconds: given });
  return given.flatMap((one) => {
    if ("seconds" in one) return histogramLines(name, one);
    return [`${name}${labelText(pairsOf(name, one.labels ?? []))} ${one.value}`];
  });
}

function pairsOf(name: MetricName, values: readonly string[]): readonly string[] {
  const { labels = [] }: Metric = METRICS[name];
  return labels.map((label, index) => `${label}="${values[index] ?? ""}"`);
}

function labelText(pairs: readonly string[]): string {
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function histogramLines(name: MetricName, { labels, seconds }: LabelledHistogram): string[] {
  const { bounds, counts, sum } = seconds;
  const pairs = pairsOf(name, labels);
  let upTo = 0;
  const buckets = counts.map((count, index) => {
    upTo += count;
    return `${name}_bucket${labelText([...pairs, `le="${bounds[index] ?? "+Inf"}"`])} ${upTo}`;
  });
  const all = labelText(pairs);
  return [...buckets, `${name}_sum${all} ${sum}`, `${name}_count${all} ${upTo}`];
}
