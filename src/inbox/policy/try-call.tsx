import { useState } from "preact/hooks";
import { EarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import { present } from "../../domain/present.ts";
import type { TestedPolicy } from "../../ports/earshot/policy-reasons.ts";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { LevelMark } from "../ui/level-mark.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { locate } from "./json-lines.ts";
import { say } from "./messages/messages.ts";
import { RuleReasons } from "./rule-reasons.tsx";
import { verdictSentence } from "./verdict-words.ts";

/** What the policy in force says about a hypothetical call. */
export function TryCall() {
  const [tool, setTool] = useState("");
  const [args, setArgs] = useState("{}");
  const [agent, setAgent] = useState("");
  const [verdict, setVerdict] = useState<TestedPolicy>();
  const action = useAction();
  const ask = () =>
    action.run(async () => {
      setVerdict(undefined);
      const of = present({ agent: agent.trim() || undefined });
      setVerdict(await api.testPolicy({ tool: tool.trim(), args: readArgs(args), ...of }));
    });
  return (
    <form
      class="stack narrow"
      aria-label={say("try")}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <p class="about">{say("nothing-runs")}</p>
      <Field label={say("tool")}>
        <Input value={tool} placeholder="transfer" onInput={setTool} />
      </Field>
      <Field label={say("arguments")} hint={say("arguments.hint")}>
        <TextArea class="mono" rows={5} spellcheck={false} value={args} onInput={setArgs} />
      </Field>
      <Field label={say("agent")} hint={say("agent.hint")}>
        <Input value={agent} onInput={setAgent} />
      </Field>
      <div>
        <Button kind="primary" type="submit" busy={action.isBusy} disabled={tool.trim() === ""}>
          {say("ask")}
        </Button>
      </div>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      {verdict === undefined ? null : <Verdict verdict={verdict} />}
    </form>
  );
}

const KINDS = { allow: "good", ask: "info", deny: "warn" } as const;

function Verdict({ verdict }: { readonly verdict: TestedPolicy }) {
  return (
    <>
      <Notice kind={KINDS[verdict.outcome]}>
        <p>{verdictSentence(verdict)}</p>
        <LevelMark level={verdict.demand.level} />
      </Notice>
      <RuleReasons rules={verdict.rules} />
    </>
  );
}

function readArgs(text: string): JsonObject {
  const located = locate(text.trim() === "" ? "{}" : text);
  if ("fault" in located) {
    const { line, fault } = located;
    throw new EarshotError("INVALID_INPUT", say("arguments.fault", { line, fault }));
  }
  if (isJsonObject(located.value as JsonObject)) return located.value as JsonObject;
  throw new EarshotError("INVALID_INPUT", say("arguments.object"));
}
