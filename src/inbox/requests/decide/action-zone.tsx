import type { ComponentChildren, RefObject } from "preact";
import type { AuthorizationRequest, Shown } from "../../../domain/requests/request.ts";
import type { ActionBlock, Fact, FactName } from "../../../render/blocks.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { idsShown } from "../../browser/settings.ts";
import { ArgList } from "../../parts/arg-list.tsx";
import { RevealedText } from "../../parts/revealed-text.tsx";
import { Button } from "../../ui/button.tsx";
import { exact } from "../../ui/time-words.ts";
import { Changes } from "./changes.tsx";
import { patchRows } from "./diff-rows.ts";
import { Digest } from "./digest.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly request: Shown<AuthorizationRequest>;
  readonly block: ActionBlock;
  readonly zone: RefObject<HTMLElement | null>;
  readonly end: RefObject<HTMLDivElement | null>;
  /** Part of the digest is typed to approve it, so that it stands there without being asked for. */
  readonly isTyped: boolean;
  /** What stands beside it, before its end. */
  readonly children?: ComponentChildren;
}

/** Shown elsewhere on the page: in the part about the policy, or as a table. */
const ELSEWHERE: ReadonlySet<FactName> = new Set([
  "rule",
  "decides",
  "approved",
  "missing",
  "changed",
]);
/** What tells this action from any other, and says nothing of what it does. */
const IDS: ReadonlySet<FactName> = new Set(["agent", "session", "definition", "expires"]);

/** What would run, in full, as the trusted renderer shows it. */
export function ActionZone({ request, block, zone, end, isTyped, children }: Props) {
  const { edit } = request.authorization;
  const facts = block.facts.filter(({ name }) => !ELSEWHERE.has(name));
  const ids = facts.filter(({ name }) => IDS.has(name));
  return (
    <section class="zone action-zone" aria-label={say("action")} ref={zone}>
      {block.unreadable.length === 0 ? null : (
        <p class="zone-hidden">
          <span class="badge">{say("uninspectable")}</span>{" "}
          <RevealedText text={block.unreadable.join(" ")} />
        </p>
      )}
      {block.args.length === 0 ? (
        <p class="muted">{say("no-args")}</p>
      ) : (
        <ArgList args={block.args} />
      )}
      {edit === undefined ? null : (
        <Changes rows={patchRows(edit.args, edit.patch)} caption={say("changed")} />
      )}
      {children}
      <Facts facts={facts.filter(({ name }) => !IDS.has(name))}>
        {isTyped ? <DigestFact digest={block.digest} /> : null}
      </Facts>
      <Ids request={request} block={block} facts={ids} />
      <div class="zone-end" ref={end} />
    </section>
  );
}

/** Ids, the digest and exact times: one key shows them, here and on every request until it hides them. */
function Ids({
  request,
  block,
  facts,
}: Pick<Props, "request" | "block"> & { readonly facts: readonly Fact[] }) {
  const isOpen = idsShown.value;
  const flip = () => {
    idsShown.value = !idsShown.value;
  };
  useKeys("request", { [KEYS.ids.key]: flip });
  const { createdAt, expiresAt } = request;
  return (
    <div class="ids">
      <Button
        kind="quiet"
        shortcut={KEYS.ids}
        aria-expanded={isOpen ? "true" : "false"}
        onClick={flip}
      >
        {say(isOpen ? "ids.hide" : "ids")}
      </Button>
      {isOpen ? (
        <Facts
          facts={[
            { label: say("fact.tool"), value: block.tool },
            { label: say("fact.request"), value: request.id },
            ...facts.filter(({ name }) => name !== "expires"),
            { label: say("fact.asked"), value: `${exact(createdAt)} (${createdAt})` },
            ...(expiresAt === undefined
              ? []
              : [{ label: say("fact.ends"), value: `${exact(expiresAt)} (${expiresAt})` }]),
          ]}
        >
          <DigestFact digest={block.digest} />
        </Facts>
      ) : null}
    </div>
  );
}

interface FactsProps {
  readonly facts: readonly Pick<Fact, "label" | "value">[];
  readonly children: ComponentChildren;
}

function Facts({ facts, children }: FactsProps) {
  if (facts.length === 0 && children === null) return null;
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
      {children}
    </dl>
  );
}

function DigestFact({ digest }: { readonly digest: string }) {
  return (
    <div class="fact-digest">
      <dt>{say("fact.digest")}</dt>
      <dd>
        <Digest digest={digest} />
      </dd>
    </div>
  );
}
