import { type ErrorCode, isEarshotError, namesIn } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/time.ts";
import { visibleText } from "../../render/visible-text.ts";
import { pageLanguage } from "../browser/language.ts";
import { tellRefusalsWith } from "../server/api.ts";
import { say } from "./messages/messages.ts";
import { words } from "./render-words.ts";

/** Codes that people meet where no reason is known; the server's own words come after a sentence of the page's. */
const MET = [
  "INVALID_INPUT",
  "NOT_SIGNED_IN",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "REQUEST_CLOSED",
  "DECISION_HELD",
  "ALREADY_VOTED",
  "ALREADY_CLAIMED",
  "DIGEST_MISMATCH",
  "POLICY_CHANGED",
  "STEP_UP_NEEDED",
  "SECOND_OWNER_NEEDED",
  "CONFLICT",
  "TOO_LARGE",
  "RATE_LIMITED",
  "STORE_UNAVAILABLE",
  "RECORD_WENT_BACK",
  "INTERNAL",
] as const satisfies readonly ErrorCode[];

type Words = typeof import("../../render/refused-words.ts").refusedWords;

let said: Words | undefined;
let asked: Promise<void> | undefined;

/**
 * Has what a refusal is said with; in English the server says more. The first script has no room for
 * it, and is drawn without.
 */
async function readyToSay(): Promise<void> {
  if (pageLanguage === "en") return;
  asked ??= import("../../render/refused-words.ts").then(
    ({ refusedWords }) => {
      said = refusedWords;
    },
    () => {},
  );
  await asked;
}

tellRefusalsWith(readyToSay);
// A server that is away cannot send them.
setTimeout(readyToSay, 5 * SECOND_MS);

/** What went wrong, for people: Earshot's own errors say what to do next. */
export function errorText(error: unknown): string {
  if (isEarshotError(error)) {
    const refused = said?.(namesIn(error), words);
    if (refused !== undefined) return visibleText(refused);
    const code = MET.find((one) => one === error.code) ?? "other";
    return say(`code.${code}`, { detail: visibleText(error.message) });
  }
  if (error instanceof Error) return say("error", { detail: visibleText(error.message) });
  return say("error.unknown");
}
