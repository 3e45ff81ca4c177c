import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import { unansweredBack } from "../../../domain/requests/asked-back.ts";
import { isForOthers, type ShownRequest } from "../../../domain/requests/request.ts";
import { REVIEWED_AFTER_MS } from "../../../domain/requests/review.ts";
import { DAY_MS } from "../../../domain/time.ts";
import { toMs } from "../../../domain/timestamp.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { KEYS } from "../../browser/key-table.ts";
import { useKeys } from "../../browser/keys.ts";
import { TwoPress } from "../../parts/two-press.tsx";
import { api } from "../../server/api.ts";
import { can, me } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { nowMs } from "../../ui/clock.ts";
import { latePart, unhurried } from "../../ui/late.tsx";
import { lateDialog } from "../../ui/late-dialog.tsx";
import { type Acting, decided } from "../pane/acting.ts";
import { say } from "./messages/messages.ts";

export const WordsDialog = lateDialog(
  async () => (await import("./words-dialog.tsx")).WordsDialog,
  ({ what }) => say(`words.title.${what}`),
);
const ReviewBar = latePart(unhurried(async () => (await import("./review-bar.tsx")).ReviewBar));
const AssignDialog = lateDialog(
  async () => (await import("./assign-dialog.tsx")).AssignDialog,
  () => say("assign.title"),
);
const SnoozeDialog = lateDialog(
  async () => (await import("./snooze-dialog.tsx")).SnoozeDialog,
  () => say("snooze"),
);

interface Props {
  readonly detail: InboxDetail;
  readonly acting: Acting;
  readonly onDecided: () => void;
  readonly reload: () => void;
  readonly children?: ComponentChildren;
}

/** What an operator can do here besides deciding. */
export function MoreActions({ detail, acting, onDecided, reload, children }: Props) {
  const { request, claim } = detail;
  const { id } = request;
  const [isSnoozing, setSnoozing] = useState(false);
  const isMine = claim !== undefined && claim.by.principal === me.value?.principal.id;
  const mayClaim = can("answer") && !isForOthers(request);

  function snooze(): void {
    acting.forget();
    setSnoozing(true);
  }

  function toggleClaim(): void {
    const change = () =>
      isMine ? api.release({ id }) : api.claim({ id, take: claim !== undefined });
    void acting.run(change).then(reload);
  }

  useKeys("request", {
    [KEYS.snooze.key]: snooze,
    ...present({
      [KEYS.claim.key]: mayClaim ? toggleClaim : undefined,
    }),
  });
  return (
    <>
      <div class="decide-more">
        {children}
        {mayClaim ? (
          <>
            <AskAgent request={request} acting={acting} onDecided={onDecided} reload={reload} />
            <Button kind="quiet" shortcut={KEYS.claim} onClick={toggleClaim}>
              {say(isMine ? "give-back" : claim === undefined ? "claim" : "take-over")}
            </Button>
          </>
        ) : null}
        {can("answer") ? <Assign detail={detail} acting={acting} reload={reload} /> : null}
        <Button kind="quiet" shortcut={KEYS.snooze} onClick={snooze}>
          {say("snooze")}
        </Button>
        {can("withdraw") ? <CancelButton id={id} acting={acting} onDecided={onDecided} /> : null}
      </div>
      <Review request={request} acting={acting} onDecided={onDecided} reload={reload} />
      {isSnoozing ? (
        <SnoozeDialog
          title={say("snooze")}
          expiresAt={request.expiresAt}
          isSnoozed={detail.snoozedUntil !== undefined}
          acting={acting}
          onSnooze={(until) => api.snooze({ id, ...until })}
          onDone={onDecided}
          onWoken={reload}
          onClose={() => setSnoozing(false)}
        />
      ) : null}
    </>
  );
}

type ReviewProps = Pick<Props, "acting" | "onDecided" | "reload"> & {
  readonly request: ShownRequest;
};

function Review(props: ReviewProps) {
  const { status, createdAt } = props.request;
  const waitingMs = nowMs.value - toMs(createdAt);
  if (status !== "open" || waitingMs <= REVIEWED_AFTER_MS || !can("answer")) return null;
  return <ReviewBar {...props} days={Math.floor(waitingMs / DAY_MS)} />;
}

function Assign({ detail, acting, reload }: Pick<Props, "detail" | "acting" | "reload">) {
  const [isOpen, setOpen] = useState(false);
  function open(): void {
    acting.forget();
    setOpen(true);
  }
  useKeys("request", { [KEYS.assign.key]: open });
  return (
    <>
      <Button kind="quiet" shortcut={KEYS.assign} onClick={open}>
        {say("assign")}
      </Button>
      {isOpen ? (
        <AssignDialog
          detail={detail}
          acting={acting}
          reload={reload}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

interface AskAgentProps extends Pick<Props, "acting" | "onDecided" | "reload"> {
  readonly request: ShownRequest;
}

/** Asks the agent something before the decision; one question at a time. */
function AskAgent({ request, ...rest }: AskAgentProps) {
  const [isAsking, setAsking] = useState(false);
  const isWaiting = request.status !== "open" || unansweredBack(request) !== undefined;
  const ask = () => {
    rest.acting.forget();
    setAsking(true);
  };
  useKeys("request", isWaiting ? {} : { [KEYS.askAgent.key]: ask });
  return (
    <>
      {isWaiting ? null : (
        <Button kind="quiet" shortcut={KEYS.askAgent} onClick={ask}>
          {say("ask")}
        </Button>
      )}
      {isAsking && request.status === "open" ? (
        <WordsDialog {...rest} what="ask" request={request} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

interface CancelButtonProps {
  readonly id: RequestId;
  readonly acting: Acting;
  readonly onDecided: () => void;
}

/** Takes a request back on behalf of its agent, so that nobody answers it. */
function CancelButton({ id, acting, onDecided }: CancelButtonProps) {
  async function cancel(): Promise<void> {
    if (await acting.run(() => api.cancel({ id }))) {
      decided(id, { words: say("cancel.done"), next: onDecided });
    }
  }
  return (
    <TwoPress armed={say("cancel.armed")} busy={acting.isBusy} onConfirm={() => void cancel()}>
      {say("cancel")}
    </TwoPress>
  );
}
