import "../styles/reasons.css";
import type { RuleReason } from "../../domain/policy/explained.ts";
import { reasonWords } from "../../render/reason-words.ts";
import { words } from "../parts/render-words.ts";
import { Name } from "../parts/said.tsx";

/** What each rule makes of a call, first to last, and why. */
export function RuleReasons({ rules }: { readonly rules: readonly RuleReason[] }) {
  return (
    <ol class="reasons">
      {rules.map((reason) => (
        <Reason key={reason.rule} reason={reason} />
      ))}
    </ol>
  );
}

function Reason({ reason }: { readonly reason: RuleReason }) {
  const { found, lines } = reasonWords(reason, words);
  return (
    <li class={`reason reason-${reason.found}`}>
      <div>
        <strong>
          <Name text={reason.rule} />
        </strong>{" "}
        <span class="reason-found">{found}</span>
        <ul>
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
