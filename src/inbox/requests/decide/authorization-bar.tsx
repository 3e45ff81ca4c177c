import { useState } from "preact/hooks";
import type { RequestId } from "../../../domain/id.ts";
import { present } from "../../../domain/present.ts";
import type { Held } from "../../../domain/requests/held.ts";
import type { ApprovalNeeds } from "../../../ports/earshot/inbox.ts";
import { KEYS } from "../../browser/key-table.ts";
import { onEnter, useKeys } from "../../browser/keys.ts";
import { DECIDES } from "../../browser/looked.ts";
import { isWide } from "../../browser/width.ts";
import { can, me } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { lateDialog } from "../../ui/late-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { MoreActions, WordsDialog } from "../act/more-actions.tsx";
import { RevokeButton } from "../act/revoke-button.tsx";
import { type Acting, useActing } from "../pane/acting.ts";
import { HeldBy } from "../pane/held-by.tsx";
import { Problem } from "../pane/problem.tsx";
import { ReasonDialog } from "../pane/reason-dialog.tsx";
import { type Approval, type BarProps, noteWanted } from "./approval.ts";
import { say, sayWith } from "./messages/messages.ts";
import { NoteField, useNote } from "./note-field.tsx";
import { useApproval } from "./use-approval.ts";

type Which = "reject" | "scope" | "respond";

const ScopeDialog = lateDialog(
  async () => (await import("./permission-dialog.tsx")).ScopeDialog,
  () => say("scope"),
);

/** Where an action is decided; it stays at the foot of the pane. */
export function AuthorizationBar(props: BarProps) {
  const { request, detail, bar, onEdit, onDecided, reload } = props;
  const acting = useActing(reload);
  const [dialog, setDialog] = useState<Which | undefined>(undefined);
  const open = (which: Which) => () => {
    acting.forget();
    setDialog(which);
  };
  const wanted = noteWanted(props);
  const note = useNote(request.id, { bar, isWanted: wanted !== undefined });
  const approval = useApproval(props, { acting, note: note.text });
  const mayReject = mayDecide(request);
  const canScope = can("permit") && approval.canScope;
  const openScope = canScope ? () => approval.ifReady(open("scope")) : undefined;
  const [openReject, openRespond] = mayReject ? [open("reject"), open("respond")] : [];
  const openNote = approval.isOffered ? note.open : undefined;
  useKeys("request", {
    ...present({
      [KEYS.approve.key]: approval.isOffered ? approval.press : undefined,
      [KEYS.approveWithScope.key]: openScope,
      [KEYS.reject.key]: openReject,
      [KEYS.answerInstead.key]: openRespond,
      [KEYS.note.key]: openNote,
    }),
    "Mod+Enter": approval.pressProved,
  });
  const more = (
    <MoreActions detail={detail} acting={acting} onDecided={onDecided} reload={reload}>
      <RevokeButton detail={detail} request={request} reload={reload} onDecided={onDecided} />
      <EditAndScope
        onEdit={props.edit === undefined ? onEdit : undefined}
        onScope={openScope}
        onNote={note.isOpen ? undefined : openNote}
        onRespond={openRespond}
      />
    </MoreActions>
  );
  return (
    <>
      {isWide.value ? null : more}
      <section class="decide" aria-label={say("decide")} ref={bar}>
        <Problem text={acting.error} />
        <Why text={approval.why} dropped={props.dropped} held={request.held} />
        <div class="proofs">
          <ProofFields approval={approval} needs={detail.needs} />
        </div>
        {openNote === undefined ? null : <NoteField note={note} wanted={wanted} />}
        <div class="decide-main">
          <ApproveButtons approval={approval} isBusy={acting.isBusy} />
          {openReject === undefined ? null : <RejectButton onClick={openReject} />}
          <PasskeyButton approval={approval} isBusy={acting.isBusy} />
          {approval.isTooLong ? <ByTerminal id={request.id} /> : null}
        </div>
        {isWide.value ? more : null}
      </section>
      <Dialogs
        {...props}
        which={dialog}
        acting={acting}
        approval={approval}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

interface DialogsProps extends BarProps {
  readonly which: Which | undefined;
  readonly acting: Acting;
  readonly approval: Approval;
  readonly onClose: () => void;
}

function Dialogs({ which, approval, ...rest }: DialogsProps) {
  const { request, acting, onDecided, onClose, reload } = rest;
  const about = { request, acting, onClose };
  switch (which) {
    case undefined:
      return null;
    case "reject":
      return <ReasonDialog {...about} onDecided={onDecided} />;
    case "respond":
      return <WordsDialog {...about} what="respond" onDecided={onDecided} reload={reload} />;
    case "scope":
      return <ScopeDialog {...about} approval={approval} />;
  }
}

interface WhyProps extends Record<"text" | "dropped", string | undefined> {
  readonly held: Held | undefined;
}

function Why({ text, dropped, held }: WhyProps) {
  if (held !== undefined) return <HeldBy held={held} />;
  return (
    <>
      {dropped === undefined ? null : <Notice kind="warn">{dropped}</Notice>}
      {text === undefined ? null : <p class="decide-why">{text}</p>}
    </>
  );
}

function mayDecide({ held }: BarProps["request"]): boolean {
  return can("decide") && held === undefined;
}

function RejectButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="danger" shortcut={KEYS.reject} onClick={onClick}>
      {say("reject")}
    </Button>
  );
}

/** The way to approve what cannot be approved here, also for those who have no key yet. */
function ByTerminal({ id }: { readonly id: RequestId }) {
  if (me.value?.principal.kind !== "person") return null;
  return (
    <p class="decide-hint">
      {sayWith("by-terminal", { command: <code>npx earshot approve {id}</code> })}
    </p>
  );
}

type EditAndScopeProps = Readonly<
  Record<"onEdit" | "onScope" | "onNote" | "onRespond", (() => void) | undefined>
>;

function EditAndScope({ onEdit, onScope, onNote, onRespond }: EditAndScopeProps) {
  return (
    <>
      {onNote === undefined ? null : (
        <Button kind="quiet" shortcut={KEYS.note} onClick={onNote}>
          {say("note")}
        </Button>
      )}
      {onRespond === undefined ? null : (
        <Button kind="quiet" shortcut={KEYS.answerInstead} onClick={onRespond}>
          {say("answer-instead")}
        </Button>
      )}
      {onEdit === undefined ? null : (
        <Button kind="quiet" shortcut={KEYS.edit} onClick={onEdit}>
          {say("edit")}
        </Button>
      )}
      {onScope === undefined ? null : (
        <Button kind="quiet" aria-keyshortcuts={KEYS.approveWithScope.key} onClick={onScope}>
          {say("scope")}
        </Button>
      )}
    </>
  );
}

interface ApproveButtonsProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
}

const FIRST = { kind: "primary", shortcut: KEYS.approve } as const;
const SECOND = { shortcut: KEYS.approveByPasskey };

/** The main way to approve. Enter never triggers any of it by default. */
function ApproveButtons({ approval, isBusy }: ApproveButtonsProps) {
  const { isOffered, passkey, gate, armed } = approval;
  if (!isOffered) return null;
  if (passkey.use === "required")
    return <ByPasskey approval={approval} isBusy={isBusy} isFirst={true} />;
  return (
    <Button
      {...DECIDES}
      kind="primary"
      shortcut={KEYS.approve}
      disabled={gate.kind !== "ready"}
      busy={isBusy}
      onClick={approval.press}
    >
      {armed === "plain" ? approval.armedWords : wordsOf(approval)}
    </Button>
  );
}

/** A passkey, offered beside another way to approve. */
function PasskeyButton({ approval, isBusy }: ApproveButtonsProps) {
  const isThere = approval.isOffered && approval.passkey.use === "possible";
  useKeys("request", isThere ? { [KEYS.approveByPasskey.key]: approval.pressPasskey } : {});
  if (!isThere) return null;
  return <ByPasskey approval={approval} isBusy={isBusy} isFirst={false} />;
}

function ByPasskey({
  approval,
  isBusy,
  isFirst,
}: ApproveButtonsProps & { readonly isFirst: boolean }) {
  return (
    <Button
      {...DECIDES}
      {...(isFirst ? FIRST : SECOND)}
      disabled={approval.passkey.gate.kind !== "ready"}
      busy={isBusy}
      onClick={approval.pressPasskey}
    >
      {approval.armed === "passkey" ? approval.armedWords : say("approve.passkey")}
    </Button>
  );
}

function wordsOf({ changes }: Approval): string {
  if (changes === undefined) return say("approve");
  return say(changes === "approved" ? "approve.changes" : "approve.others");
}

interface ProofFieldsProps {
  readonly approval: Approval;
  readonly needs: ApprovalNeeds | undefined;
}

/** Proves who approves, and that they have looked. */
function ProofFields({ approval, needs }: ProofFieldsProps) {
  // No proof is taken before all of it has been seen.
  const isSeen = approval.isOffered && approval.passkey.gate.kind === "ready";
  if (needs === undefined || !isSeen || needs.passkey === "required") return null;
  if (needs.missing === "passphrase") {
    return (
      <p>
        <a href="/settings">{say("set-passphrase")}</a>
      </p>
    );
  }
  const submit = onEnter(approval.pressProved);
  return (
    <>
      {needs.typed ? (
        <Field label={say("digits")}>
          <Input
            class="mono digits"
            value={approval.typed}
            maxLength={64}
            placeholder={say("digits.place")}
            onInput={approval.setTyped}
            onKeyDown={submit}
          />
        </Field>
      ) : null}
      {needs.passphrase ? (
        <Field label={say("passphrase")}>
          <Input
            type="password"
            autocomplete="current-password"
            value={approval.passphrase}
            onInput={approval.setPassphrase}
            onKeyDown={submit}
          />
        </Field>
      ) : null}
    </>
  );
}
