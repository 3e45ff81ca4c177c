import { useEffect, useRef, useState } from "preact/hooks";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { onEnter } from "../../browser/keys.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { exact } from "../../ui/time-words.ts";
import { toast } from "../../ui/toast.tsx";
import type { Acting } from "../pane/acting.ts";
import { Problem } from "../pane/problem.tsx";
import { snoozeFault, snoozeTimes } from "./snooze-times.ts";

interface Props {
  readonly detail: InboxDetail;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly reload: () => void;
  readonly onClose: () => void;
}

/** Puts a request off in this operator's inbox only. The dialog says that its time runs on. */
export function SnoozeDialog({ detail, acting, onDecided, reload, onClose }: Props) {
  const { request, snoozedUntil } = detail;
  const [now] = useState(() => new Date());
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const [own, setOwn] = useState("");
  const { expiresAt } = request;
  const fault = own === "" ? undefined : snoozeFault(new Date(own), { now, expiresAt });
  const times = snoozeTimes(now, expiresAt);

  async function snooze(until: Date): Promise<void> {
    const done = await acting.run(() => api.snooze({ id: request.id, until: until.toISOString() }));
    if (!done) return;
    onClose();
    toast(`Put off until ${exact(until.toISOString())}.`, { undo: () => void wake() });
    onDecided();
  }

  async function wake(): Promise<void> {
    if (await acting.run(() => api.snooze({ id: request.id }))) reload();
  }

  function snoozeOwn(): void {
    if (own !== "" && fault === undefined) void snooze(new Date(own));
  }

  return (
    <Dialog title="Snooze" onClose={onClose} onSubmit={snoozeOwn}>
      <p class="muted">
        It leaves your list until then. It stays open for everybody
        {expiresAt === undefined ? "." : `, and its time runs on: it expires ${exact(expiresAt)}.`}
      </p>
      {times.length === 0 ? <p class="warn">It expires too soon to be put off.</p> : null}
      <ul class="choices" ref={list}>
        {times.map(({ label, at }) => (
          <li key={label}>
            <Button onClick={() => void snooze(at)}>{label}</Button>
          </li>
        ))}
        {snoozedUntil === undefined ? null : (
          <li>
            <Button onClick={() => void wake().then(onClose)}>Back to the list now</Button>
          </li>
        )}
      </ul>
      <Field label="Another time" error={fault}>
        <Input type="datetime-local" value={own} onInput={setOwn} onKeyDown={onEnter(snoozeOwn)} />
      </Field>
      <p>
        <Button disabled={own === "" || fault !== undefined} onClick={snoozeOwn}>
          Snooze until then
        </Button>
      </p>
      <Problem text={acting.error} />
    </Dialog>
  );
}
