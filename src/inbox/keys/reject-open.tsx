import { useEffect, useState } from "preact/hooks";
import { mayClose } from "../../domain/requests/may-close.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { visibleText } from "../../render/visible-text.ts";
import { DECIDES } from "../browser/looked.ts";
import { errorText } from "../parts/error-text.ts";
import { failuresOf } from "../requests/pane/failures-of.ts";
import { api } from "../server/api.ts";
import { can, me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";

const PAGE = 100;

interface Props {
  readonly agent: ListedAgent["principal"];
  readonly onChange: () => void;
}

/** Rejects everything that an agent has open, instead of one press for each. */
export function RejectOpen({ agent, onChange }: Props) {
  const [isOpen, open] = useState(false);
  if (!can("decide")) return null;
  return (
    <>
      <Button
        aria-label={say("reject-all.label", {
          name: visibleText(agent.name, { keepLines: false }),
        })}
        onClick={() => open(true)}
      >
        {say("reject-all")}
      </Button>
      {isOpen ? (
        <RejectOpenDialog agent={agent} onChange={onChange} onClose={() => open(false)} />
      ) : null}
    </>
  );
}

function RejectOpenDialog({ agent, onChange, onClose }: Props & { readonly onClose: () => void }) {
  const [found, setFound] = useState<readonly ShownRequest[] | undefined>();
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  useEffect(() => {
    openOf(agent.id).then(setFound, (error: unknown) => setFailures([errorText(error)]));
  }, [agent.id]);
  const user = me.value;
  const mine = (found ?? []).filter((request) => user !== undefined && mayClose(user, request));
  const isReady = reason.trim() !== "" && mine.length > 0 && failures.length === 0;

  async function reject(): Promise<void> {
    if (!isReady || isBusy) return;
    setBusy(true);
    const said = { reason: reason.trim() };
    const failed = await failuresOf(mine, ({ id, kind }) =>
      kind === "question" ? api.cancel({ id, ...said }) : api.reject({ id, ...said }),
    );
    setBusy(false);
    const kind = failed.length === 0 ? "good" : "error";
    toast(say("closed.count", { count: mine.length - failed.length, all: mine.length }), { kind });
    onChange();
    setFailures(failed);
    if (failed.length === 0) onClose();
  }

  return (
    <Dialog
      title={say("reject-all.title", { name: visibleText(agent.name, { keepLines: false }) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say("reject-all.keep")}</Button>
          <Button
            {...DECIDES}
            kind="danger"
            disabled={!isReady}
            busy={isBusy}
            onClick={() => void reject()}
          >
            {say("close", { count: mine.length })}
          </Button>
        </>
      }
    >
      {failures.map((text) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
      <p role="status">{found === undefined ? say("counting") : countWords(found, mine)}</p>
      <Field label={say("reason")} hint={say("reason.hint")}>
        <TextArea value={reason} maxLength={2000} onInput={setReason} autoFocus />
      </Field>
    </Dialog>
  );
}

function countWords(found: readonly ShownRequest[], mine: readonly ShownRequest[]): string {
  const questions = mine.filter(({ kind }) => kind === "question").length;
  const left = found.length - mine.length;
  const rejected = mine.length - questions;
  const words = say("count", { all: found.length, rejected, questions });
  return left === 0 ? words : `${words} ${say("count.left", { count: left })}`;
}

async function openOf(agent: ShownRequest["agent"]): Promise<readonly ShownRequest[]> {
  const found: ShownRequest[] = [];
  let next: { readonly cursor?: string } | undefined = {};
  while (next !== undefined) {
    const page: Awaited<ReturnType<typeof api.list>> = await api.list({
      agent,
      status: "open",
      order: "oldest",
      limit: PAGE,
      ...next,
    });
    found.push(...page.items);
    next = page.next === undefined ? undefined : { cursor: page.next };
  }
  return found;
}
