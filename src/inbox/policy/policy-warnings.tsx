import { useMemo } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import { type PolicyWarning, policyWarnings } from "../../domain/policy/check-open.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { visibleText } from "../../render/visible-text.ts";
import { Notice } from "../ui/notice.tsx";
import { locate } from "./json-lines.ts";

/** What the rules in a text let through unmeant, each with a call that they let through. */
export function PolicyWarnings({ text }: { readonly text: string }) {
  const warnings = useMemo(() => warningsIn(text), [text]);
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warn">
      <ul class="policy-warnings" aria-label="What these rules may let pass unmeant">
        {warnings.map(({ rule, place, warning, example: { tool, args, agent }, instead }) => (
          <li key={place}>
            <strong>{visibleText(rule, { keepLines: false })}</strong>{" "}
            <code>{visibleText(place, { keepLines: false })}</code>: {visibleText(warning)}
            <p>
              Passes:{" "}
              <code>{visibleText(`${tool} ${JSON.stringify(args)}`, { keepLines: false })}</code>
              {agent === undefined ? null : ` by ${visibleText(agent, { keepLines: false })}`}
            </p>
            <p>{visibleText(instead)}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Of a text that is no policy nothing can be said; what is wrong with it is told when it is tried. */
function warningsIn(text: string): readonly PolicyWarning[] {
  const located = locate(text);
  if ("fault" in located) return [];
  try {
    return policyWarnings(readPolicy(located.value as JsonObject));
  } catch {
    return [];
  }
}
