import { useState } from "preact/hooks";
import type { JsonObject } from "../../domain/json.ts";
import type { PolicyDryRun, PolicyInForce } from "../../ports/earshot/authority.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { type Proof, useProvedAction } from "../parts/use-proved-action.tsx";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.tsx";
import { DryRun } from "./dry-run.tsx";
import type { PlacedFault } from "./json-lines.ts";
import { PolicyWarnings } from "./policy-warnings.tsx";
import { withSource } from "./read-source.ts";
import { SourceText } from "./source-text.tsx";
import { usePolicyDraft } from "./use-policy-draft.ts";

interface Props {
  readonly policy: PolicyInForce;
  readonly onApplied: (policy: PolicyInForce) => void;
}

/** Other rules: written as JSON, tried on what agents sought, and then put in force. */
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
      onApplied(await api.applyPolicy({ source, ...proof }));
      drop();
      toast("The policy is in force.", { kind: "good" });
    });
  return (
    <div class="stack">
      <p class="about">
        The same form as <code>earshot.yaml</code>, as JSON. A dry run shows what it would have said
        to what agents sought in the last 7 days; nothing changes before you apply it.
      </p>
      {draft.isOvertaken ? (
        <Notice kind="warn">
          Another policy came into force since you began to edit. Applying yours replaces it.
        </Notice>
      ) : null}
      <SourceText text={draft.text} faults={faults} onInput={write} />
      <PolicyWarnings text={draft.text} />
      <div class="buttons">
        <Button busy={action.isBusy} onClick={tryIt}>
          Dry run
        </Button>
        {draft.isChanged ? (
          <>
            <TwoPress
              kind="primary"
              armed="Press again to apply"
              busy={action.isBusy}
              onConfirm={apply}
            >
              Apply
            </TwoPress>
            <Button kind="quiet" onClick={drop}>
              Back to the policy in force
            </Button>
          </>
        ) : (
          <span class="muted">This is the policy in force.</span>
        )}
      </div>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      {dryRun === undefined ? null : <DryRun result={dryRun} />}
      {action.dialog}
    </div>
  );
}
