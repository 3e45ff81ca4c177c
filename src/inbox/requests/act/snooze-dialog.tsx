import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { SnoozeInput } from "../../../ports/earshot/inbox.ts";
import { onEnter } from "../../browser/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { exact } from "../../ui/time-words.ts";
import { toast } from "../../ui/toast.tsx";
import type { Acting } from "../pane/acting.ts";
import { Problem } from "../pane/problem.tsx";
import { say } from "./messages/messages.ts";
import { snoozeFault, snoozeTimes } from "./snooze-times.ts";

interface Props {
  readonly title: string;
  /** When it expires, or the first of several. */
  readonly expiresAt: string | undefined;
  readonly isSnoozed: boolean;
  readonly acting: Acting;
  /** Without a time it is back at once. Throws where that cannot be. */
  readonly onSnooze: (until: Pick<SnoozeInput, "until">) => Promise<unknown>;
  readonly onDone: () => void;
  readonly onWoken: () => void;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

/** Puts requests off in this operator's inbox only. The dialog says that their time runs on. */
export function SnoozeDialog(props: Props) {
  const { title, expiresAt, isSnoozed, acting, onSnooze, onDone, onWoken, onClose } = props;
  const [now] = useState(() => new Date());
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const [own, setOwn] = useState("");
  const fault = own === "" ? undefined : snoozeFault(new Date(own), { now, expiresAt });
  const times = snoozeTimes(now, expiresAt);

  async function snooze(at: Date): Promise<void> {
    const until = at.toISOString();
    if (!(await acting.run(() => onSnooze({ until })))) return;
    onClose();
    toast(say("snoozed", { when: exact(until) }), { undo: () => void wake() });
    onDone();
  }

  async function wake(): Promise<void> {
    if (await acting.run(() => onSnooze({}))) onWoken();
  }

  function snoozeOwn(): void {
    if (own !== "" && fault === undefined) void snooze(new Date(own));
  }

  return (
    <Dialog title={title} onClose={onClose} onSubmit={snoozeOwn}>
      <p class="muted">
        {expiresAt === undefined
          ? say("snooze.about")
          : say("snooze.about-expiring", { when: exact(expiresAt) })}
      </p>
      {props.children}
      {times.length === 0 ? <p class="warn">{say("snooze.too-soon")}</p> : null}
      <ul class="choices" ref={list}>
        {times.map(({ label, at }) => (
          <li key={label}>
            <Button onClick={() => void snooze(at)}>{label}</Button>
          </li>
        ))}
        {isSnoozed ? (
          <li>
            <Button onClick={() => void wake().then(onClose)}>{say("snooze.wake")}</Button>
          </li>
        ) : null}
      </ul>
      <Field label={say("snooze.other")} error={fault}>
        <Input type="datetime-local" value={own} onInput={setOwn} onKeyDown={onEnter(snoozeOwn)} />
      </Field>
      <p>
        <Button disabled={own === "" || fault !== undefined} onClick={snoozeOwn}>
          {say("snooze.until")}
        </Button>
      </p>
      <Problem text={acting.error} />
    </Dialog>
  );
}
