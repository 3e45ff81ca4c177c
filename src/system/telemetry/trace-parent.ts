import { isSpanContextValid, type SpanContext } from "@opentelemetry/api";
import type { TraceParent } from "../../ports/system/traces.ts";

const FORM = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** What a `traceparent` names; undefined if it is invalid. A later version may append more. */
export function readTraceParent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId = "", spanId = "", flags = "", more] = FORM.exec(text ?? "") ?? [];
  if (version === undefined || version === "ff") return undefined;
  if (version === "00" && more !== undefined) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED;
  const found: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(found) ? found : undefined;
}

export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): TraceParent {
  return `00-${traceId}-${spanId}-${(traceFlags & SAMPLED).toString(16).padStart(2, "0")}`;
}
