import { useEffect, useState } from "preact/hooks";
import { inTime } from "../../../domain/in-words.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { DEFAULT_PERMISSION_MS, TRIED_ON_MS } from "../../../domain/limits.ts";
import type { OpenAuthorization, Shown } from "../../../domain/requests/request.ts";
import type { PermissionPreview, PermitInput } from "../../../ports/earshot/authority.ts";
import { shownJson, shownText } from "../../../render/shown-json.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { DECIDES } from "../../browser/looked.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Acting } from "../pane/acting.ts";
import { Problem } from "../pane/problem.tsx";
import { problemWords } from "../pane/problem-words.ts";
import type { Approval } from "./approval.ts";
import { say } from "./messages/messages.ts";
import {
  permitInput,
  type Reach,
  type ScopeChoice,
  SPANS,
  scopeFault,
  toolToType,
  topPointers,
} from "./permission-scope.ts";

interface Props {
  readonly request: Shown<OpenAuthorization>;
  readonly acting: Acting;
  readonly approval: Approval;
  readonly onClose: () => void;
}

const REACHES: readonly Reach[] = ["once", "session", "target", "pattern"];

/**
 * Approves, and gives a yes in advance to similar requests. First shows what that would have
 * covered.
 */
export function ScopeDialog({ request, acting, approval, onClose }: Props) {
  const { action } = request.authorization;
  const [choice, setChoice] = useState<ScopeChoice>({
    reach: "once",
    forMs: DEFAULT_PERMISSION_MS,
    tool: action.tool,
    same: [],
    typed: "",
  });
  const change = (part: Partial<ScopeChoice>) => setChoice({ ...choice, ...part });
  const fault = scopeFault(choice, { actionTool: action.tool, level: action.level });
  const input = permitInput(request, choice);
  const reaches = REACHES.filter((reach) => reach !== "session" || action.session !== null);

  async function approve(): Promise<void> {
    const done = await approval.approveNow(async () => {
      if (input === undefined) return;
      await api.permit(input).catch((error: unknown) => {
        toast(say("no-permission", { why: problemWords(error) }), {
          kind: "error",
        });
      });
    });
    if (done) onClose();
  }

  return (
    <Dialog
      title={say("scope")}
      onClose={onClose}
      actions={
        <Button
          {...DECIDES}
          kind="primary"
          disabled={fault !== undefined}
          busy={acting.isBusy}
          onClick={() => void approve()}
        >
          {say("approve")}
        </Button>
      }
    >
      <fieldset class="radios">
        <legend class="visually-hidden">{say("reach")}</legend>
        {reaches.map((reach) => (
          <div key={reach} class="radio">
            <input
              type="radio"
              name="reach"
              id={`reach-${reach}`}
              aria-describedby={`reach-${reach}-hint`}
              checked={choice.reach === reach}
              onChange={() => change({ reach })}
            />
            <label for={`reach-${reach}`}>{say(`reach.${reach}`)}</label>
            <span class="hint" id={`reach-${reach}-hint`}>
              {say(`reach-hint.${reach}`)}
            </span>
          </div>
        ))}
      </fieldset>
      {choice.reach === "pattern" ? (
        <PatternFields args={action.args} choice={choice} onChange={change} />
      ) : null}
      {choice.reach === "once" ? null : (
        <Field label={say("for")}>
          <Select
            value={String(choice.forMs)}
            options={SPANS.map(({ label, ms }) => ({ label, value: String(ms) }))}
            onChange={(ms) => change({ forMs: Number(ms) })}
          />
        </Field>
      )}
      {choice.reach !== "once" && action.level === "HIGH" ? (
        <Field
          label={say("tool-name")}
          hint={say("tool-name.hint", { tool: shownText(toolToType(choice, action.tool)) })}
        >
          <Input class="mono" value={choice.typed} onInput={(typed) => change({ typed })} />
        </Field>
      ) : null}
      {input === undefined ? null : <ScopePreview input={input} />}
      {fault === undefined ? null : <p class="hint">{fault}</p>}
      <Problem text={acting.error} />
    </Dialog>
  );
}

interface PatternFieldsProps {
  readonly args: JsonObject;
  readonly choice: ScopeChoice;
  readonly onChange: (part: Partial<ScopeChoice>) => void;
}

/** What a standing permission by pattern covers: tools, and arguments that stay the same. */
function PatternFields({ args, choice, onChange }: PatternFieldsProps) {
  const { same } = choice;
  const toggle = (pointer: string) =>
    onChange({
      same: same.includes(pointer) ? same.filter((one) => one !== pointer) : [...same, pointer],
    });
  return (
    <>
      <Field label={say("tools")} hint={say("tools.hint")}>
        <Input class="mono" value={choice.tool} onInput={(tool) => onChange({ tool })} />
      </Field>
      <fieldset class="checks">
        <legend>{say("same")}</legend>
        {topPointers(args).map(({ key, pointer }) => (
          <label key={pointer}>
            <input
              type="checkbox"
              checked={same.includes(pointer)}
              onChange={() => toggle(pointer)}
            />
            <span class="mono">
              {shownText(key)} = {oneLine(shownJson(args[key] ?? null), 60)}
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

const PAUSE_MS = 250;

/** What a standing permission would have let through. */
function ScopePreview({ input }: { readonly input: PermitInput }) {
  const { typed: _typed, ...asked } = input;
  const key = JSON.stringify(asked);
  const [shown, setShown] = useState<{ readonly key: string; readonly text: string } | undefined>();
  useEffect(() => {
    let isOver = false;
    // Asks once the person who types a pattern pauses.
    const timer = setTimeout(() => {
      const preview = api.previewPermission(JSON.parse(key) as PermitInput);
      void preview.then(previewWords, problemWords).then((text) => {
        if (!isOver) setShown({ key, text });
      });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <p class="preview" role="status">
      {shown?.key === key ? shown.text : say("previewing", { span: inTime(TRIED_ON_MS) })}
    </p>
  );
}

function previewWords({ matched, sought, never }: PermissionPreview): string {
  if (never !== undefined) return say("covers-nothing", { why: never });
  return say("covers", { span: inTime(TRIED_ON_MS), matched, sought });
}
