import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { ACCEPTANCES } from "../../domain/liaison/feedback.ts";
import type {
  Interpretation,
  InterpretInput,
  ReadingCall,
  ReadingService,
  Understanding,
  UnderstandingPlugIn,
} from "../../ports/model/understanding.ts";
import { hasWords, INTENT_SCHEMA, verifyIntent } from "./create-model-understanding.ts";
import { DEFINITION_SCHEMA } from "./definition-schema.ts";
import { readList, readParts, readText } from "./read-parts.ts";
import { createStandIn, type StandInOptions } from "./stand-in.ts";
import { verifyDefinition } from "./verify-definition.ts";
import { verifyInterpretation } from "./verify-interpretation.ts";

interface Parts extends StandInOptions {
  /** Reads what the plug-in does not, checks what it says, and stands in for it. */
  readonly fallback: Understanding;
}

/** A plug-in in this process: what it reads by itself counts as it is, except for quotes that nobody said. */
export function createPluggedUnderstanding(
  plugIn: UnderstandingPlugIn,
  { fallback, ...standing }: Parts,
): Understanding {
  const orElse = createStandIn(standing);
  return {
    name: "model",
    define: (input) =>
      orElse(
        async () => (await tried(() => plugIn.define?.(input), "define")) ?? fallback.define(input),
        () => fallback.define(input),
      ),
    async interpret(input) {
      const embedded = () => fallback.interpret(input);
      if (!hasWords(input.exchanges)) return await embedded();
      return await orElse(async () => {
        const whole = await tried(() => plugIn.interpret?.(input), "interpret");
        if (whole !== undefined) return whole;
        const { exchanges, task, result } = input;
        const found = await tried(
          () => plugIn.interpret_dialogue?.(exchanges, task, result),
          "interpret_dialogue",
        );
        return found === undefined ? embedded() : heldFeedback(found, input, await embedded());
      }, embedded);
    },
    intent: (input) =>
      orElse(
        async () => (await tried(() => plugIn.intent?.(input), "intent")) ?? fallback.intent(input),
        () => fallback.intent(input),
      ),
  };
}

/** Whatever a plug-in throws is its own fault, and so is an answer that is nothing. */
async function tried<T>(
  ask: () => T | Promise<T> | undefined,
  name: string,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (cause) {
    if (isEarshotError(cause)) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new EarshotError("MODEL_FAILED", `The plug-in's ${name} has failed: ${said}`, { cause });
  }
}

/** A program at an address: its answers are checked like those of a model. */
export function createServiceUnderstanding(
  service: ReadingService,
  { fallback, ...standing }: Parts,
): Understanding {
  const orElse = createStandIn(standing);

  async function read<T>(
    call: ReadingCall,
    asked: { readonly input: object; readonly schema: Readonly<Record<string, unknown>> },
    { embedded, held }: { readonly embedded: T; readonly held: (value: unknown) => T | undefined },
  ): Promise<T> {
    return await orElse(
      async () => {
        const value = await service.ask(call, { ...asked.input }, asked.schema);
        return value === undefined ? embedded : (held(value) ?? refuse(service));
      },
      () => embedded,
    );
  }

  return {
    name: "model",
    async define(input) {
      const embedded = await fallback.define(input);
      if (!hasWords(input.exchanges)) return embedded;
      const { cases: _, ...shown } = input;
      return await read(
        "define",
        { input: shown, schema: DEFINITION_SCHEMA },
        { embedded, held: (value) => verifyDefinition(value, input, embedded) },
      );
    },
    async interpret(input) {
      const embedded = await fallback.interpret(input);
      if (!hasWords(input.exchanges)) return embedded;
      return await read(
        "interpret_dialogue",
        { input, schema: FEEDBACK_SCHEMA },
        { embedded, held: (value) => heldFeedback(value, input, embedded) },
      );
    },
    async intent(input) {
      const embedded = await fallback.intent(input);
      if (input.text.trim() === "") return embedded;
      return await read(
        "intent",
        { input, schema: INTENT_SCHEMA },
        { embedded, held: (value) => verifyIntent(value, input, embedded) },
      );
    },
  };
}

function refuse({ name }: ReadingService): never {
  throw new EarshotError(
    "MODEL_FAILED",
    `${name} named no requirement that the person's words carry.`,
    { details: { service: name } },
  );
}

const MOST = 40;
const MAX_TEXT = 600;

/** What holds of a plug-in's feedback, by the same checks as a model's. */
function heldFeedback(
  value: unknown,
  input: InterpretInput,
  embedded: Interpretation,
): Interpretation {
  const found = readParts(value);
  const draft = {
    ...found,
    dimensions: readList(found["dimension_feedback"], MOST, (element) => {
      const { supporting_quotes: quotes, ...rest } = readParts(element);
      return { ...rest, quotes };
    }),
    suggestions: readList(found["improvement_suggestions"], MOST, (element) => {
      if (typeof element !== "string") return element;
      const text = readText(element, MAX_TEXT);
      return { text, quote: text };
    }),
    confidence: found["interpretation_confidence"],
  };
  return verifyInterpretation(draft, input, embedded);
}

const TEXT = { type: "string" };
const SHARE = { type: "number" };

const FEEDBACK_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    acceptance_status: { type: "string", enum: [...ACCEPTANCES] },
    acceptance_quote: TEXT,
    dimension_feedback: {
      type: "array",
      items: {
        type: "object",
        properties: {
          dimension: TEXT,
          score: SHARE,
          confidence: SHARE,
          supporting_quotes: { type: "array", items: TEXT },
        },
        required: ["dimension", "score", "confidence", "supporting_quotes"],
      },
    },
    improvement_suggestions: {
      type: "array",
      items: {
        anyOf: [
          TEXT,
          {
            type: "object",
            properties: { text: TEXT, quote: TEXT },
            required: ["text", "quote"],
          },
        ],
      },
    },
    interpretation_confidence: SHARE,
  },
};
