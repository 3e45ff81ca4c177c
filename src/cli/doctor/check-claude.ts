import { longestHoldMs, readClaudeSettings } from "../init/claude-settings.ts";
import type { Places } from "../init/places.ts";
import type { Finding } from "../terminal/finding.ts";

const check = "Claude Code";

/** Whether Claude Code asks people through our hook here, and whether it asks anybody at all. */
export function checkClaude(places: Places): Finding[] {
  const settings = readClaudeSettings(places);
  const hooked = settings.filter(({ timeouts }) => timeouts.length > 0);
  if (hooked.length === 0) return [];
  const files = hooked.map(({ file }) => file).join(", ");
  const holdS = Math.floor(longestHoldMs(hooked) / 1_000);
  const detail = `The hook in ${files} waits ${holdS} s for a decision. In bypass mode Claude Code runs no such hook: neither the policy nor people see its calls.`;
  const bypassed = settings.filter(({ isBypassed }) => isBypassed);
  return [{ check, state: "ok", detail }, ...bypassed.map(({ file }) => bypass(file))];
}

function bypass(file: string): Finding {
  const detail = `${file} begins sessions in bypass mode, in which Claude Code asks nobody: neither the policy nor people see its calls. Mend: take permissions.defaultMode out of it; permissions.disableBypassPermissionsMode, set to "disable", forbids that mode.`;
  return { check, state: "warning", detail };
}
