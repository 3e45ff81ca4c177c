import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type { ReadingService } from "../ports/model/understanding.ts";
import { askService, type Service, serviceFault } from "./ask-service.ts";
import { parseObject } from "./parse-object.ts";

const MAX_BYTES = 1024 * 1024;
/** Answers of a service that does not do what it is asked for. */
const NOT_DONE: readonly number[] = [204, 404, 405, 501];

export interface ReadingServiceOptions {
  readonly url: string;
  readonly checkSchema: SchemaCheck;
  /** For one answer, from the first byte to the last. */
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/**
 * A program at an address that is sent `{"call": …}` with what the reading needs, as JSON, and answers
 * with one object. Nothing in it is believed here: whoever asked checks its quotes.
 */
export function createReadingService(options: ReadingServiceOptions): ReadingService {
  const { url, checkSchema, timeoutMs, fetch } = options;
  const service: Service = {
    url,
    does: "reads people's words",
    maxBytes: MAX_BYTES,
    ...present({ fetch }),
  };
  return {
    name: `The service at ${url}`,
    async ask(call, input, schema) {
      const { ok, status, text } = await askService(
        service,
        { call, ...input },
        AbortSignal.timeout(timeoutMs),
      );
      if (NOT_DONE.includes(status)) return undefined;
      if (!ok) throw serviceFault(service, `answered ${status}`);
      const value = parseObject(text);
      if (value === undefined) throw serviceFault(service, "sent no JSON object");
      const faults = checkSchema(schema as JsonObject, value);
      if (faults.length > 0) {
        throw serviceFault(service, `sent what does not fit: ${faults.join(" ")}`);
      }
      return value;
    },
  };
}
