import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/* An OpenTelemetry collector, as far as it takes spans by OTLP over HTTP. */

export interface SeenSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export interface Collector {
  readonly url: string;
  /** Everything that came, as it came. */
  text(): string;
  spans(): readonly SeenSpan[];
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface OtlpSpan extends Omit<SeenSpan, "attributes" | "links"> {
  readonly attributes?: readonly OtlpAttribute[];
  readonly links?: SeenSpan["links"];
}
interface Otlp {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      bodies.push(body);
      outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join("\n"),
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Otlp)),
  };
}

function spansOf({ resourceSpans }: Otlp): SeenSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return spans.map(({ attributes = [], links = [], ...span }) => ({
    ...span,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, plainOf(value)])),
    links,
  }));
}

/** Numbers of 64 bits come as texts. */
function plainOf({ intValue, ...value }: OtlpAttribute["value"]): unknown {
  return intValue === undefined ? Object.values(value)[0] : Number(intValue);
}
