import type { Json, JsonObject } from "../../domain/json.ts";

type Path = readonly (string | number)[];

/** The value at a path in untrusted JSON; undefined if the path does not exist. */
export function at(json: Json | undefined, ...path: Path): Json | undefined {
  return path.reduce<Json | undefined>((found, step) => {
    if (typeof found !== "object" || found === null) return undefined;
    const own = found as Readonly<Record<string, Json>>;
    return Object.hasOwn(own, step) ? own[step] : undefined;
  }, json);
}

export function textAt(json: Json | undefined, ...path: Path): string | undefined {
  const found = at(json, ...path);
  return typeof found === "string" ? found : undefined;
}

export function listAt(json: Json | undefined, ...path: Path): readonly Json[] {
  const found = at(json, ...path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

export function objectOf(json: Json | undefined): JsonObject | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json)
    ? (json as JsonObject)
    : undefined;
}

export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
