import { ENDING_KEY_MS, STALE_KEY_MS } from "../../domain/limits.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ListedKey } from "../../ports/earshot/earshot.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Finding } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

const WIDTH = 40;

/** Keys that somebody should look at: for scripts that decide, about to end, or over. */
export async function checkKeys(context: RunContext): Promise<Finding[]> {
  try {
    const { items } = await context.connectAs("operator").listKeys();
    const now = Date.now();
    return items
      .filter(({ key }) => key.revokedAt === undefined)
      .flatMap((listed) => [...unattended(listed), ...ending(listed, now), ...stale(listed, now)]);
  } catch {
    // Why the operator's key cannot list them, another check tells.
    return [];
  }
}

/** Whoever reads such a key decides as its person does; that one exists is no fault, and worth knowing. */
function unattended({ key, principal }: ListedKey): readonly Finding[] {
  // With an invitation nobody decides yet.
  if (key.unattended !== true || key.invitation !== undefined) return [];
  const detail = `Scripts decide with ${key.id} in the name of ${oneLine(principal.name, WIDTH)}. Where none has to: npx earshot keys revoke ${key.id}`;
  return [{ check: "unattended key", state: "warning", detail }];
}

/** Whoever holds one has to change over in time. */
function ending(listed: ListedKey, now: number): readonly Finding[] {
  const { id, expiresAt } = listed.key;
  if (expiresAt === undefined || toMs(expiresAt) - now > ENDING_KEY_MS) return [];
  const detail =
    toMs(expiresAt) <= now
      ? `${whose(listed)} has ended, ${expiresAt}. Where nothing rests on it: npx earshot keys revoke ${id}`
      : `${whose(listed)} ends ${expiresAt}. Where it is still needed: npx earshot keys rotate ${id}`;
  return [{ check: "key", state: "warning", detail }];
}

/** A key that nobody uses is one that nobody misses when it is stolen. */
function stale(listed: ListedKey, now: number): readonly Finding[] {
  const { id, createdAt, usedAt, invitation } = listed.key;
  const sinceMs = now - toMs(usedAt ?? createdAt);
  if (invitation !== undefined || sinceMs < STALE_KEY_MS) return [];
  const when = usedAt === undefined ? `never, since ${createdAt}` : `last ${usedAt}`;
  const detail = `${whose(listed)} was used ${when}. Where nobody needs it: npx earshot keys revoke ${id}`;
  return [{ check: "key", state: "warning", detail }];
}

function whose({ key: { id, label }, principal: { kind, name } }: ListedKey): string {
  const what = label === undefined ? "" : ` (${oneLine(label, WIDTH)})`;
  return `${id} of ${kind} ${oneLine(name, WIDTH)}${what}`;
}
