import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { present } from "../../../domain/present.ts";
import type { OpenAuthorization } from "../../../domain/requests/request.ts";
import type { ActionBlock } from "../../../render/blocks.ts";
import { useKeys } from "../../browser/keys.ts";
import { isWide } from "../../browser/width.ts";
import { can } from "../../server/me.ts";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { MoreActions } from "../act/more-actions.tsx";
import { RevokeButton } from "../act/revoke-button.tsx";
import { useActing } from "../pane/acting.ts";
import type { BodyProps } from "../pane/body-props.ts";
import { Problem } from "../pane/problem.tsx";
import { ReasonDialog } from "../pane/reason-dialog.tsx";
import { ApproveButtons, PasskeyButton } from "./approve-buttons.tsx";
import type { Reviewed } from "./edit-args.tsx";
import { ProofFields } from "./proof-fields.tsx";
import { useApproval } from "./use-approval.ts";

const ScopeDialog = latePart(async () => (await import("./permission-dialog.tsx")).ScopeDialog);

export interface BarProps extends BodyProps<OpenAuthorization> {
  readonly action: ActionBlock;
  readonly reachedEnd: boolean;
  readonly bar: RefObject<HTMLElement | null>;
  /** All of these have to be in view for one press to be enough. */
  readonly inView: readonly RefObject<HTMLElement | null>[];
  /** Present while arguments are being edited. */
  readonly edit: { readonly reviewed: Reviewed | undefined } | undefined;
  readonly onEdit: (() => void) | undefined;
}

/** Where one decides on an action; it stays at the foot of the pane. */
export function AuthorizationBar(props: BarProps) {
  const { request, detail, bar, onEdit, onDecided, reload } = props;
  const acting = useActing(reload);
  const [dialog, setDialog] = useState<"reject" | "scope" | undefined>(undefined);
  const open = (which: "reject" | "scope") => () => {
    acting.forget();
    setDialog(which);
  };
  const proof = useRef<HTMLDivElement>(null);
  const approval = useApproval(props, { acting, proof });
  const mayReject = can("decide");
  const canScope = can("permit") && approval.canScope;
  useKeys("request", {
    ...present({
      a: approval.isOffered ? approval.press : undefined,
      "Shift+A": canScope ? () => approval.ifReady(open("scope")) : undefined,
      d: mayReject ? open("reject") : undefined,
    }),
    "Mod+Enter": approval.pressProved,
  });
  const openScope = canScope ? () => approval.ifReady(open("scope")) : undefined;
  const more = (
    <MoreActions detail={detail} acting={acting} onDecided={onDecided} reload={reload}>
      <RevokeButton detail={detail} request={request} reload={reload} onDecided={onDecided} />
      <EditAndScope onEdit={props.edit === undefined ? onEdit : undefined} onScope={openScope} />
    </MoreActions>
  );
  return (
    <>
      {isWide.value ? null : more}
      <section class="decide" aria-label="Decide" ref={bar}>
        <Problem text={acting.error} />
        <Why text={approval.why} />
        <div ref={proof} class="proofs">
          <ProofFields approval={approval} needs={detail.needs} />
        </div>
        <div class="decide-main">
          <ApproveButtons approval={approval} isBusy={acting.isBusy} />
          {mayReject ? <RejectButton onClick={open("reject")} /> : null}
          <PasskeyButton approval={approval} isBusy={acting.isBusy} />
          {approval.isTooLong ? (
            <code class="decide-hint">npx earshot approve {request.id}</code>
          ) : null}
        </div>
        {isWide.value ? more : null}
      </section>
      {dialog === "reject" ? (
        <ReasonDialog
          request={request}
          acting={acting}
          onDecided={onDecided}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === "scope" ? (
        <ScopeDialog
          request={request}
          acting={acting}
          approval={approval}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
}

function Why({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p class="decide-why">{text}</p>;
}

function RejectButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="danger" keyHint="D" aria-keyshortcuts="d" onClick={onClick}>
      Reject
    </Button>
  );
}

interface EditAndScopeProps {
  readonly onEdit: (() => void) | undefined;
  readonly onScope: (() => void) | undefined;
}

function EditAndScope({ onEdit, onScope }: EditAndScopeProps) {
  return (
    <>
      {onEdit === undefined ? null : (
        <Button kind="quiet" keyHint="E" aria-keyshortcuts="e" onClick={onEdit}>
          Edit arguments
        </Button>
      )}
      {onScope === undefined ? null : (
        <Button kind="quiet" aria-keyshortcuts="Shift+A" onClick={onScope}>
          Approve with scope
        </Button>
      )}
    </>
  );
}
