import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { EarshotError } from "../domain/errors.ts";
import type { UnderstandingPlugIn } from "../ports/model/understanding.ts";

const FUNCTIONS = ["define", "interpret", "intent", "interpret_dialogue"];

/** The functions of a module that reads people's words: its default export, or what it exports by name. */
export async function loadUnderstanding(path: string): Promise<UnderstandingPlugIn> {
  const file = resolve(path);
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (cause) {
    throw wrong(file, `cannot be loaded: ${cause instanceof Error ? cause.message : cause}`, cause);
  }
  const own = loaded["default"];
  const plugIn = typeof own === "object" && own !== null ? own : loaded;
  const named = plugIn as Readonly<Record<string, unknown>>;
  if (FUNCTIONS.some((name) => typeof named[name] === "function")) return plugIn;
  throw wrong(file, `exports none of ${FUNCTIONS.join(", ")}`);
}

function wrong(file: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The module ${file}, which reads people's words, ${what}.`,
    {
      cause,
    },
  );
}
