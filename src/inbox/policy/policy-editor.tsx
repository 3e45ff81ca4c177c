import { useMemo, useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import { TRIED_ON_MS } from "../../domain/limits.ts";
import { type PolicyWarning, policyWarnings } from "../../domain/policy/check-open.ts";
import { compilePolicy } from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import type { PolicyDryRun, PolicyInForce } from "../../ports/earshot/authority.ts";
import { visibleText } from "../../render/visible-text.ts";
import { draftOf, keepDraft } from "../browser/drafts.ts";
import { inTime } from "../browser/spans.ts";
import { grouped } from "../charts/words.ts";
import { RecordTable } from "../parts/record-table.tsx";
import { Name } from "../parts/said.tsx";
import { TwoPress } from "../parts/two-press.tsx";
import { type Proof, useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";
import { toast } from "../ui/toast.tsx";
import { locate, type PlacedFault } from "./json-lines.ts";
import { say, sayWith } from "./messages/messages.ts";
import { withSource } from "./read-source.ts";
import { SourceText } from "./source-text.tsx";
import { ruleText, verdictShort } from "./verdict-words.ts";

interface Props {
  readonly policy: PolicyInForce;
  readonly onApplied: (policy: PolicyInForce) => void;
}

/** New rules: written as JSON, tried on what agents sought, and then put in force. */
export function PolicyEditor({ policy, onApplied }: Props) {
  const draft = usePolicyDraft(policy);
  const [faults, setFaults] = useState<readonly PlacedFault[]>([]);
  const [dryRun, setDryRun] = useState<PolicyDryRun>();
  const action = useProvedAction();
  const forget = () => {
    setFaults([]);
    setDryRun(undefined);
  };
  const write = (text: string) => {
    draft.write(text);
    forget();
  };
  const drop = () => {
    draft.drop();
    forget();
  };
  const run = (use: (source: JsonObject, proof: Proof) => Promise<void>) =>
    action.run(async (proof) =>
      setFaults(await withSource(draft.text, (source) => use(source, proof))),
    );
  const tryIt = () => run(async (source) => setDryRun(await api.dryRunPolicy({ source })));
  const apply = () =>
    run(async (source, proof) => {
      onApplied(await api.applyPolicy({ source, replaces: draft.replaces, ...proof }));
      drop();
      toast(say("applied"), { kind: "good" });
    });
  return (
    <div class="stack">
      <p class="about">
        {sayWith("edit.about", { file: <code>earshot.yaml</code>, span: inTime(TRIED_ON_MS) })}
      </p>
      {draft.isOvertaken ? (
        <Notice kind="warn">
          {say("edit.overtaken")}{" "}
          <Button kind="quiet" onClick={draft.replace}>
            {say("edit.replace")}
          </Button>
        </Notice>
      ) : null}
      <SourceText text={draft.text} faults={faults} onInput={write} />
      <PolicyWarnings text={draft.text} />
      <div class="buttons">
        <Button busy={action.isBusy} onClick={tryIt}>
          {say("dry-run")}
        </Button>
        {draft.isChanged ? (
          <>
            <TwoPress
              kind="primary"
              armed={say("apply.armed")}
              busy={action.isBusy}
              onConfirm={apply}
            >
              {say("apply")}
            </TwoPress>
            <Button kind="quiet" onClick={drop}>
              {say("back")}
            </Button>
          </>
        ) : (
          <span class="muted">{say("edit.in-force")}</span>
        )}
      </div>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      {dryRun === undefined ? null : <DryRun result={dryRun} />}
      {action.dialog}
    </div>
  );
}

/** What the rules in a text let through by mistake, each with a call that they let through. */
function PolicyWarnings({ text }: { readonly text: string }) {
  const warnings = useMemo(() => warningsIn(text), [text]);
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warn">
      <ul class="policy-warnings" aria-label={say("may-let-pass")}>
        {warnings.map(({ rule, place, warning, example, instead }) => (
          <li key={place}>
            <strong>{visibleText(rule, { keepLines: false })}</strong>{" "}
            <code>{visibleText(place, { keepLines: false })}</code>: {visibleText(warning)}
            {example === undefined ? null : (
              <p>
                <Passes {...example} />
              </p>
            )}
            <p>{visibleText(instead)}</p>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Passes(passed: NonNullable<PolicyWarning["example"]>) {
  const written = `${passed.tool} ${JSON.stringify(passed.args)}`;
  const call = <code>{visibleText(written, { keepLines: false })}</code>;
  if (passed.agent === undefined) return <>{sayWith("passes", { call })}</>;
  const agent = visibleText(passed.agent, { keepLines: false });
  return <>{sayWith("passes.by", { call, agent })}</>;
}

/** A text that is no policy has no warnings; trying it says what is wrong. */
function warningsIn(text: string): readonly PolicyWarning[] {
  const located = locate(text);
  if ("fault" in located) return [];
  try {
    return policyWarnings(compilePolicy(readPolicy(located.value as JsonObject)));
  } catch {
    return [];
  }
}

/** What a policy would have said about what agents sought. */
function DryRun({ result }: { readonly result: PolicyDryRun }) {
  const { examined, changed, examples } = result;
  if (examined === 0) {
    return <Notice kind="info">{say("dry-run.none", { span: inTime(TRIED_ON_MS) })}</Notice>;
  }
  return (
    <>
      <Notice kind={changed === 0 ? "good" : "info"}>
        {say("dry-run.result", {
          changed: grouped(changed),
          examined: grouped(examined),
          span: inTime(TRIED_ON_MS),
        })}
      </Notice>
      {examples.length === 0 ? null : (
        <RecordTable
          caption={say("dry-run.caption", { count: examples.length })}
          head={[
            say("when"),
            say("agent"),
            say("tool"),
            say("before"),
            say("after"),
            say("by-rule"),
          ]}
          rows={examples.map(({ request, agentName, tool, at, before, after }) => [
            <a key={request} href={`/${request}`}>
              <Time at={at} />
            </a>,
            <Name key={request} text={agentName} />,
            <code key={request}>
              <Name text={tool} />
            </code>,
            verdictShort(before),
            <strong key={request}>{verdictShort(after)}</strong>,
            ruleText(after.demand.rule),
          ])}
        />
      )}
    </>
  );
}

const DRAFT = "policy";
/** The revision from which the draft began. */
const BEGUN = "policy.begun";
const NO_POLICY = { version: 1, rules: [] };

interface PolicyDraft {
  readonly text: string;
  readonly isChanged: boolean;
  /** The revision from which editing began, also before the page was opened anew. */
  readonly replaces: string;
  /** Another policy came into force since editing began: applying this one would undo that. */
  readonly isOvertaken: boolean;
  write(text: string): void;
  /** Takes the policy in force as the one that this text replaces. */
  replace(): void;
  /** Goes back to the policy in force. */
  drop(): void;
}

/** The text of a policy during editing; it outlives the page until it is applied or dropped. */
function usePolicyDraft(policy: PolicyInForce): PolicyDraft {
  const inForce = textOf(policy);
  const { revision } = policy;
  const [kept, setKept] = useState<string | undefined>(() => draftOf(DRAFT) || undefined);
  const [begun, setBegun] = useState(() => draftOf(BEGUN) || revision);
  const text = kept ?? inForce;
  const isChanged = text !== inForce;
  const replaces = isChanged ? begun : revision;
  const keep = (next: string, from: string) => {
    const draft = next === inForce ? undefined : next;
    setKept(draft);
    setBegun(from);
    keepDraft(DRAFT, draft ?? "");
    keepDraft(BEGUN, draft === undefined ? "" : from);
  };
  return {
    text,
    isChanged,
    replaces,
    isOvertaken: replaces !== revision,
    write: (next) => keep(next, replaces),
    replace: () => keep(text, revision),
    drop: () => keep(inForce, revision),
  };
}

function textOf({ source = NO_POLICY }: PolicyInForce): string {
  return JSON.stringify(source, null, 2);
}
