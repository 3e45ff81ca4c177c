import { NO_TRACES } from "../ports/system/traces.ts";
import { type OpenTraces, openTraces } from "../system/telemetry/open-traces.ts";
import { traceSettings } from "./config.ts";
import { VERSION } from "./version.ts";

/** Traces where the environment names somewhere to send them; else none, at no cost. */
export async function openTelemetry(): Promise<OpenTraces> {
  const settings = traceSettings();
  if (settings === undefined) return { traces: NO_TRACES, close: async () => {} };
  return await openTraces(settings, { version: VERSION });
}
