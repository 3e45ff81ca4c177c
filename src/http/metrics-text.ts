import type { Histogram } from "../ports/node-figures.ts";
import { METRICS, type Metric, type MetricName } from "./metrics-list.ts";

/** One line of a metric; its labels in the order in which the list names them. */
export interface Sample {
  readonly labels?: readonly string[];
  readonly value: number;
}

export type Samples = Readonly<
  Partial<Record<MetricName, number | readonly Sample[] | Histogram | undefined>>
>;

/** The samples as Prometheus reads them (text format 0.0.4), each family with its help and its type. */
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

function linesOf(name: MetricName, given: number | readonly Sample[] | Histogram): string[] {
  if (typeof given === "number") return [`${name} ${given}`];
  if ("bounds" in given) return histogramLines(name, given);
  return given.map(({ labels = [], value }) => `${name}${labelText(name, labels)} ${value}`);
}

function labelText(name: MetricName, values: readonly string[]): string {
  const { labels = [] }: Metric = METRICS[name];
  const pairs = labels.map((label, index) => `${label}="${values[index] ?? ""}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function histogramLines(name: MetricName, { bounds, counts, sum }: Histogram): string[] {
  let upTo = 0;
  const buckets = counts.map((count, index) => {
    upTo += count;
    return `${name}_bucket{le="${bounds[index] ?? "+Inf"}"} ${upTo}`;
  });
  return [...buckets, `${name}_sum ${sum}`, `${name}_count ${upTo}`];
}
