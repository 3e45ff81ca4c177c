import type { RefObject } from "preact";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { ActionBlock, Fact } from "../../../render/blocks.ts";
import { ArgList } from "../../parts/arg-list.tsx";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { Changes } from "./changes.tsx";
import { patchRows } from "./diff-rows.ts";
import { Digest } from "./digest.tsx";

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  readonly block: ActionBlock;
  readonly zone: RefObject<HTMLElement | null>;
  readonly end: RefObject<HTMLDivElement | null>;
}

/** Shown elsewhere on the page: in the part about the policy, or as a table. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "rule",
  "decides",
  "approved",
  "missing",
  "changed",
]);

/** What would run, in full, as the trusted renderer shows it. */
export function ActionZone({ request, block, zone, end }: Props) {
  const { edit } = request.authorization;
  return (
    <section class="zone action-zone" aria-label="Action" ref={zone}>
      <header class="zone-head">
        <h3 class="zone-tool mono">
          <RevealedText text={block.tool} />
        </h3>
        {block.isUninspectable ? (
          <span
            class="badge"
            title="No renderer of this server knows the tool: its arguments are shown as they are."
          >
            UNINSPECTABLE
          </span>
        ) : null}
      </header>
      <ArgList args={block.args} />
      {edit === undefined ? null : (
        <Changes
          rows={patchRows(edit.args, edit.patch)}
          caption="Changed from what the agent asked"
        />
      )}
      <Facts
        facts={block.facts.filter(({ label }) => !ELSEWHERE.has(label))}
        digest={block.digest}
      />
      <div class="zone-end" ref={end} />
    </section>
  );
}

function Facts({ facts, digest }: { readonly facts: readonly Fact[]; readonly digest: string }) {
  return (
    <dl class="facts">
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            <RevealedText text={value} />
          </dd>
        </div>
      ))}
      <div class="fact-digest">
        <dt>digest</dt>
        <dd>
          <Digest digest={digest} />
        </dd>
      </div>
    </dl>
  );
}
