import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { say } from "./messages/messages.ts";
import { Notice } from "./notice.tsx";

interface Props {
  readonly title: string;
  /** The label of its button. */
  readonly submit: string;
  readonly isReady: boolean;
  /** Follows up on what was sent; its dialog is placed beside the form, since forms do not nest. */
  readonly action?: {
    readonly isBusy: boolean;
    readonly error: string | undefined;
    readonly dialog?: ComponentChildren;
  };
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** Its fields. */
  readonly children: ComponentChildren;
}

/** A dialog that asks for something; Enter in a field of one line sends it. */
export function FormDialog(props: Props) {
  const { title, submit, isReady, action, onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say("cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            busy={action?.isBusy ?? false}
            disabled={!isReady}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {action?.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      </form>
      {action?.dialog}
    </Dialog>
  );
}
