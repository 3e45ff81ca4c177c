import { randomUUID } from "node:crypto";
import type * as Exporter from "@opentelemetry/exporter-trace-otlp-http";
import type * as Resources from "@opentelemetry/resources";
import type * as Sdk from "@opentelemetry/sdk-trace";
import { EarshotError } from "../../domain/errors.ts";
import type { Traces } from "../../ports/system/traces.ts";

export interface TraceSettings {
  /**
   * The share of traces begun here that is kept, 0 to 1. A caller's trace is kept as the caller
   * says.
   */
  readonly ratio: number;
  /** The name by which backends know this process; `earshot` by default. */
  readonly service?: string | undefined;
}

export interface OpenTraces {
  readonly traces: Traces;
  /** Sends what is left, for a limited time, whether or not anybody takes it. */
  close(): Promise<void>;
}

/** A backend that is away must not delay the end of a server, nor must retries of a send. */
const SEND_MS = 2_000;
const CLOSE_MS = 3_000;
const PACKAGES =
  "@opentelemetry/sdk-trace @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources";

/**
 * Sends spans by OTLP over HTTP to where the exporter's own variables say. Throws INVALID_INPUT if
 * its packages are not installed: they are loaded only if traces are wanted.
 */
export async function openTraces(
  { ratio, service = "earshot" }: TraceSettings,
  { version }: { readonly version: string },
): Promise<OpenTraces> {
  const { sdk, exporter, resources } = await load();
  const { createOtelTraces } = await import("./otel-traces.ts");
  const resource = resources
    .defaultResource()
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
    .merge(
      resources.resourceFromAttributes({
        "service.name": service,
        "service.version": version,
        "service.instance.id": randomUUID(),
      }),
    );
  const provider = new sdk.TracerProvider({
    resource,
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ timeoutMillis: SEND_MS }),
      }),
    ],
  });
  return {
    traces: createOtelTraces(provider.getTracer("earshot", version)),
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, CLOSE_MS);
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

interface Packages {
  readonly sdk: typeof Sdk;
  readonly exporter: typeof Exporter;
  readonly resources: typeof Resources;
}

async function load(): Promise<Packages> {
  try {
    const [sdk, exporter, resources] = await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
    return { sdk, exporter, resources };
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `Traces need packages that are not here. Install them, npm install ${PACKAGES}, or unset OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.`,
      { cause },
    );
  }
}
