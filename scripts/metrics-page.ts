import { METRICS, type Metric } from "../src/http/metrics-list.ts";
import { NOTE, table } from "./page-parts.ts";

/** The page of all figures that `/metrics` shows. */
export function metricsPage(): string {
  const rows = Object.entries<Metric>(METRICS).map(([name, metric]) => [
    `\`${name}\``,
    metric.type,
    (metric.labels ?? []).map((label) => `\`${label}\``).join(", "),
    `${metric.help}${metric.isOfNodes === true ? " (over PostgreSQL)" : ""}`,
  ]);
  return `${NOTE}

# Metrics

What \`GET /metrics\` says, in the text format of Prometheus. [The guide](../guides/metrics.md) tells how to collect it.

${table(["name", "type", "labels", "what it is"], rows)}

Labels take few values: names of operations, codes of errors, places of decisions, names of leases. No id, no name of a person and no content is ever one.
`;
}
