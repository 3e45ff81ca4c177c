import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { Span, SpanFacts, SpanStart, TraceParent, Traces } from "../../ports/system/traces.ts";
import { readTraceParent, writeTraceParent } from "./trace-parent.ts";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
/** From here on it is a fault of this server and not of its caller. */
const FIRST_FAULT = 500;

/** A span under way, and the context for its parts. */
interface Place {
  readonly span: Span;
  readonly context: Context;
}

/** Traces with any tracer. Spans under way are tracked by Node's own means; nothing is global. */
export function createOtelTraces(tracer: Tracer): Traces {
  const places = new AsyncLocalStorage<Place>();

  function contextOf(parent: TraceParent | undefined): Context {
    const remote = readTraceParent(parent);
    if (remote !== undefined) return trace.setSpanContext(ROOT_CONTEXT, remote);
    return places.getStore()?.context ?? ROOT_CONTEXT;
  }

  function begin({ name, kind, parent, links = [], facts = {} }: SpanStart): OtelSpan {
    const found = links.flatMap((link) => readTraceParent(link) ?? []);
    const options = {
      kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
      links: found.map((context) => ({ context })),
      attributes: facts,
    };
    return tracer.startSpan(name, options, contextOf(parent));
  }

  return {
    isOn: true,
    async run(start, work) {
      const context = contextOf(start.parent);
      const span = begin(start);
      const place = { span: wrap(span), context: trace.setSpan(context, span) };
      try {
        return await places.run(place, work);
      } catch (error) {
        tellError(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    current: () => places.getStore()?.span,
  };
}

function wrap(span: OtelSpan): Span {
  return {
    place: writeTraceParent(span.spanContext()),
    rename: (name) => void span.updateName(name),
    tell: (facts) => void span.setAttributes(facts),
    link(to, facts: SpanFacts = {}) {
      const context = readTraceParent(to);
      if (context !== undefined) span.addLink({ context, attributes: facts });
    },
  };
}

/** The code alone: a message can contain what was sent. */
function tellError(span: OtelSpan, error: unknown): void {
  const code = isEarshotError(error) ? error.code : "INTERNAL";
  span.setAttribute("error.type", code);
  if (ERRORS[code].status >= FIRST_FAULT) span.setStatus({ code: SpanStatusCode.ERROR });
}
