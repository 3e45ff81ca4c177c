import { EarshotError } from "../../domain/errors.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Finding } from "../terminal/finding.ts";
import { type ChannelToOpen, withChannel } from "./open-channel.ts";

const PATIENCE_MS = 30_000;

/** What a channel says about itself. One that cannot be opened, or does not answer, has failed. */
export async function checkChannel(given: ChannelToOpen): Promise<readonly Finding[]> {
  const check = given.kind;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate(check)), PATIENCE_MS);
  try {
    const checking = withChannel(given, (channel) => channel.check());
    const lines = await Promise.race([checking, late.promise]);
    return lines.map(({ isOk, text }) => ({
      check,
      state: isOk ? "ok" : "failed",
      detail: visibleText(text, { keepLines: false }),
    }));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [{ check, state: "failed", detail: visibleText(message, { keepLines: false }) }];
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(kind: string): EarshotError {
  return new EarshotError(
    "TIMED_OUT",
    `${kind} did not answer within ${PATIENCE_MS / 1_000} s. Check that this machine reaches it.`,
  );
}
