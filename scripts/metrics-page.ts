import { METRICS, type Metric } from "../src/http/metrics-list.ts";
import { NOTE, table } from "./page-parts.ts";

/** The page of all figures that `/metrics` shows. */
export function metricsPage(): string {
  const rows = Object.entries<Metric>(METRICS).map(([name, metric]) => [
    `\`${name}\``,
    metric.type,
    (metric.labels ?? []).map((label) => `\`${label}\``).join(", "),
    metric.over ?? "sum",
    `${metric.help}${metric.isOfNodes === true ? " (over PostgreSQL)" : ""}`,
  ]);
  return `${NOTE}

# Metrics

What \`GET /metrics\` says, in the text format of Prometheus. [The guide](../guides/metrics.md) tells how to collect it.

${table(["name", "type", "labels", "over nodes", "what it is"], rows)}

Over several nodes, \`max\` is for what all read from the store, where each says the same; \`sum\` is for what each counts since it started, so of counters and histograms sum their \`rate\` or \`increase\`; \`min\` is for what one node at a time knows or does; \`each\` is for what is the node's own.

Labels take few values: names of operations, codes of errors, levels, places of decisions, channels, outcomes, states, names of leases. No id, no name of a person and no content is ever one.
`;
}
