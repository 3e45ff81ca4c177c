import { useEffect, useState } from "preact/hooks";
import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { PolicyWarning } from "../../domain/policy/checks/check-open.ts";
import { SECOND_MS } from "../../domain/time.ts";
import { useLoad } from "../parts/use-load.ts";
import { api } from "../server/api.ts";
import { locate } from "./json-lines.ts";

const PAUSE_MS = 0.5 * SECOND_MS;

/** What the server warns of in the text of a policy, as `policy check` does, once nothing is typed. */
export function useWarnings(text: string): readonly PolicyWarning[] {
  const settled = useSettled(text);
  return useLoad(() => warningsIn(settled), settled).value ?? [];
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A text that is no policy has no warnings; trying it says what is wrong. */
async function warningsIn(text: string): Promise<readonly PolicyWarning[]> {
  const located = locate(text);
  if ("fault" in located) return [];
  const source = located.value as JsonObject;
  if (!isJsonObject(source)) return [];
  try {
    return (await api.dryRunPolicy({ source })).warnings;
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
    return [];
  }
}
