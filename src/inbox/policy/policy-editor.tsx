import { useRef, useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import { POLICY_TRIED_ON_MS } from "../../domain/limits.ts";
import type { ChangedTest } from "../../domain/policy/changed-tests.ts";
import type { PolicyWarning } from "../../domain/policy/checks/check-open.ts";
import type { PolicyInForce } from "../../ports/earshot/authority.ts";
import type { PolicyDryRun } from "../../ports/earshot/policy-trial.ts";
import { visibleText } from "../../render/visible-text.ts";
import { wholeDryRun } from "../../render/whole-dry-run.ts";
import { draftOf, keepDraft } from "../browser/drafts.ts";
import { inTime } from "../browser/spans.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { type Proof, useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { ChangedTests } from "./changed-tests.tsx";
import { DryRun } from "./dry-run.tsx";
import type { PlacedFault } from "./json-lines.ts";
import { say, sayWith } from "./messages/messages.ts";
import { withSource } from "./read-source.ts";
import { SourceText } from "./source-text.tsx";
import { useWarnings } from "./use-warnings.ts";

interface Props {
  readonly policy: PolicyInForce;
  readonly onApplied: (policy: PolicyInForce) => void;
}

/** New rules: written as JSON, tried on what agents sought, and then put in force. */
export function PolicyEditor({ policy, onApplied }: Props) {
  const draft = usePolicyDraft(policy);
  const [faults, setFaults] = useState<readonly PlacedFault[]>([]);
  const [dryRun, setDryRun] = useState<{ result: PolicyDryRun; isRunning: boolean }>();
  const [changed, setChanged] = useState<readonly ChangedTest[]>([]);
  const action = useProvedAction();
  // Counted up where a dry run is no longer about what is written.
  const run = useRef(0);
  const forget = () => {
    run.current += 1;
    setFaults([]);
    setDryRun(undefined);
    setChanged([]);
  };
  const write = (text: string) => {
    draft.write(text);
    forget();
  };
  const drop = () => {
    draft.drop();
    forget();
  };
  const act = (use: (source: JsonObject, proof: Proof) => Promise<void>) =>
    action.run(async (proof) =>
      setFaults(await withSource(draft.text, (source) => use(source, proof))),
    );
  const tryIt = () =>
    act(async (source) => {
      run.current += 1;
      const own = run.current;
      const sums = wholeDryRun(api, source);
      for (;;) {
        const { value, done } = await sums.next();
        if (run.current !== own) return;
        setDryRun({ result: value, isRunning: done !== true });
        if (done === true) return;
      }
    });
  const apply = () =>
    act(async (source, proof) => {
      const { tests } = await api.dryRunPolicy({ source });
      // Whoever changes what a rule is held to sees it before it counts.
      if (tests.length > 0 && !isTold(dryRun?.result, changed)) {
        setChanged(tests);
        return;
      }
      onApplied(await api.applyPolicy({ source, replaces: draft.replaces, ...proof }));
      drop();
      toast(say("applied"), { kind: "good" });
    });
  return (
    <div class="stack">
      <p class="about">
        {sayWith("edit.about", {
          file: <code>earshot.yaml</code>,
          span: inTime(POLICY_TRIED_ON_MS),
        })}
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
      {changed.length === 0 ? null : (
        <>
          <Notice kind="warn">{say("changed-tests.stop")}</Notice>
          <ChangedTests tests={changed} />
        </>
      )}
      {dryRun === undefined ? null : <DryRun {...dryRun} />}
      {action.dialog}
    </div>
  );
}

/** Whether the tests that change with their rules are on the page. */
function isTold(shown: PolicyDryRun | undefined, changed: readonly ChangedTest[]): boolean {
  return changed.length > 0 || shown !== undefined;
}

/** What the rules in a text let through by mistake, each with a call that they let through. */
function PolicyWarnings({ text }: { readonly text: string }) {
  const warnings = useWarnings(text);
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
