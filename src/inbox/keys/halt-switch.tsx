import { NOTICE_AGENT } from "../../domain/people/own-agents.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { visibleText } from "../../render/visible-text.ts";
import { TwoPress } from "../parts/two-press.tsx";
import { useAction } from "../parts/use-action.ts";
import { api } from "../server/api.ts";
import { can } from "../server/me.ts";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly agent: ListedAgent["principal"];
  readonly onChange: () => void;
}

/** The kill switch: two presses in either direction. */
export function HaltSwitch({ agent, onChange }: Props) {
  const { isBusy, error, run } = useAction();
  const { id, haltedAt } = agent;
  const name = visibleText(agent.name, { keepLines: false });
  const isHalted = haltedAt !== undefined;
  // The server refuses it, since owners would no longer be told or asked anything.
  if (agent.name === NOTICE_AGENT && !isHalted) return null;
  if (!can(isHalted ? "keys" : "decide")) {
    return <span class="muted">{isHalted ? say("owner-resumes") : ""}</span>;
  }
  const change = () =>
    run(async () => {
      await (isHalted ? api.resumeAgent({ id }) : api.haltAgent({ id }));
      toast(say(isHalted ? "served.again" : "halted.now", { name }), { kind: "good" });
      onChange();
    });
  return (
    <>
      <TwoPress
        label={name}
        kind={isHalted ? "quiet" : "danger"}
        armed={say(isHalted ? "resume.armed" : "halt.armed")}
        busy={isBusy}
        onConfirm={change}
      >
        {say(isHalted ? "resume" : "halt")}
      </TwoPress>
      {error === undefined ? null : (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
