import { useEffect, useRef } from "preact/hooks";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { useKeys } from "../../browser/keys.ts";
import { Loading } from "../../parts/loading.tsx";
import { useLoad } from "../../parts/use-load.ts";
import { nameOf } from "../../parts/words.ts";
import { api } from "../../server/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Acting } from "../pane/acting.ts";
import { Problem } from "../pane/problem.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly detail: InboxDetail;
  readonly acting: Acting;
  readonly reload: () => void;
  readonly onClose: () => void;
}

const KEYED = 9;

/** Gives a request to one of those who can decide it. */
export function AssignDialog({ detail, acting, reload, onClose }: Props) {
  const { id } = detail.request;
  const people = useLoad(() => api.assignees({ id }));

  async function give(to: string): Promise<void> {
    if (!(await acting.run(() => api.assign({ id, to })))) return;
    onClose();
    toast(say("assign.done", { name: nameOf(to) }), { kind: "good" });
    reload();
  }

  async function takeBack(): Promise<void> {
    if (!(await acting.run(() => api.unassign({ id })))) return;
    onClose();
    toast(say("assign.undone"), { kind: "good" });
    reload();
  }

  return (
    <Dialog title={say("assign.title")} onClose={onClose}>
      <p class="muted">
        {say("assign.about")}{" "}
        {detail.assignment === undefined
          ? null
          : say("assign.now", {
              by: nameOf(detail.assignment.by.name),
              to: nameOf(detail.assignment.to.name),
            })}
      </p>
      <Loading from={people} what={say("assign.people")}>
        {({ names }) => <People names={names} onChoose={give} />}
      </Loading>
      {detail.assignment === undefined ? null : (
        <p>
          <Button busy={acting.isBusy} onClick={() => void takeBack()}>
            {say("assign.back")}
          </Button>
        </p>
      )}
      <Problem text={acting.error} />
    </Dialog>
  );
}

interface PeopleProps {
  readonly names: readonly string[];
  readonly onChoose: (name: string) => Promise<void>;
}

function People({ names, onChoose }: PeopleProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const keyed = names.slice(0, KEYED).map((name, n) => [n + 1, () => void onChoose(name)]);
  useKeys("dialog", Object.fromEntries(keyed));
  return (
    <ul class="choices" ref={list}>
      {names.map((name, n) => (
        <li key={name}>
          <Button keyHint={n < KEYED ? `${n + 1}` : ""} onClick={() => void onChoose(name)}>
            {nameOf(name)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
