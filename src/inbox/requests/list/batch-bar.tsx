import { useState } from "preact/hooks";
import { KEYS } from "../../browser/key-table.ts";
import { type Keys, useKeys } from "../../browser/keys.ts";
import { holdBack } from "../../browser/looked.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late-dialog.tsx";
import { type BatchAct, batchWhy } from "../batch/batch-why.ts";
import { say, sayWith } from "./messages/messages.ts";
import { askOf } from "./row-words.ts";
import { advance } from "./selection.ts";
import { marked, rows, selectedId } from "./state.ts";

const title = () => say("batch");
const DIALOGS = {
  approve: lateDialog(async () => (await import("../batch/batch-dialog.tsx")).BatchDialog, title),
  reject: lateDialog(
    async () => (await import("../batch/reject-together.tsx")).RejectTogether,
    title,
  ),
  answer: lateDialog(
    async () => (await import("../batch/answer-together.tsx")).AnswerTogether,
    title,
  ),
  snooze: lateDialog(
    async () => (await import("../batch/snooze-together.tsx")).SnoozeTogether,
    title,
  ),
} as const satisfies Record<BatchAct, unknown>;

const RIGHTS = { approve: "decide", reject: "decide", answer: "answer" } as const;

/**
 * What can be done with the marked rows. While some are marked, the keys of a request are for all of
 * them: one that can only be done to one request says so.
 */
export function BatchBar() {
  const items = rows.value.filter(({ id }) => marked.value.has(id));
  const [act, setAct] = useState<BatchAct | undefined>(undefined);
  const clear = () => {
    marked.value = new Set();
  };
  const whyNot = (wanted: BatchAct): string | undefined =>
    wanted !== "snooze" && !can(RIGHTS[wanted]) ? say("batch.viewer") : batchWhy(items, wanted);
  const open = (wanted: BatchAct) => () => {
    const why = whyNot(wanted);
    if (why === undefined) setAct(wanted);
    else holdBack(why);
  };
  useKeys("selection", items.length === 0 ? {} : keysFor(open));
  if (items.length === 0) return null;
  const Shown = act === undefined ? undefined : DIALOGS[act];
  const isQuestions = items.every(({ kind }) => kind === "question");
  const main: BatchAct = isQuestions ? "answer" : "approve";
  const why = whyNot(main);
  return (
    <section class="batch-bar" aria-label={say("batch")}>
      <p>{sayWith("batch.count", { count: <strong>{items.length}</strong> })}</p>
      {why === undefined ? (
        <Button
          kind="primary"
          shortcut={isQuestions ? KEYS.reply : KEYS.approve}
          onClick={open(main)}
        >
          {say(isQuestions ? "batch.answer" : "batch.decide")}
        </Button>
      ) : (
        <p class="hint">{why}</p>
      )}
      {whyNot("reject") === undefined ? (
        <Button kind="danger" shortcut={KEYS.reject} onClick={open("reject")}>
          {say("batch.reject")}
        </Button>
      ) : null}
      {whyNot("snooze") === undefined ? (
        <Button kind="quiet" shortcut={KEYS.snooze} onClick={open("snooze")}>
          {say("batch.snooze")}
        </Button>
      ) : null}
      <Button kind="quiet" keyHint="Escape" onClick={clear}>
        {say("batch.clear")}
      </Button>
      {Shown === undefined ? null : (
        <Shown
          items={items}
          askOf={askOf}
          onClose={() => setAct(undefined)}
          onDone={() => {
            setAct(undefined);
            const open = selectedId.value;
            const isAmong = open !== undefined && marked.value.has(open);
            clear();
            if (isAmong) advance(open);
          }}
        />
      )}
    </section>
  );
}

/** A key that decides one request must not decide the open one while others are marked with it. */
function keysFor(open: (act: BatchAct) => () => void): Keys {
  const alone = () => holdBack(say("batch.alone"));
  const answer = open("answer");
  return {
    [KEYS.approve.key]: open("approve"),
    [KEYS.reject.key]: open("reject"),
    [KEYS.snooze.key]: open("snooze"),
    [KEYS.reply.key]: answer,
    "Mod+Enter": answer,
    ...Object.fromEntries([..."123456789"].map((digit) => [digit, answer])),
    ...Object.fromEntries(ONE.map(({ key }) => [key, alone])),
  };
}

const ONE = [
  KEYS.approveByPasskey,
  KEYS.approveWithScope,
  KEYS.edit,
  KEYS.useOldAnswer,
  KEYS.claim,
  KEYS.assign,
  KEYS.keepWaiting,
  KEYS.remind,
  KEYS.askOwners,
  KEYS.giveUp,
] as const;
