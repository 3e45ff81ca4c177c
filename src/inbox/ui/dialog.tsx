import type { ComponentChildren } from "preact";
import { useContext, useId, useLayoutEffect, useRef } from "preact/hooks";
import { present } from "../../domain/present.ts";
import { Layer, useDialogKeys } from "../browser/keys.ts";
import { Button } from "./button.tsx";
import { Held } from "./held.tsx";
import { Icon } from "./icon.tsx";
import { say } from "./messages/messages.ts";

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** What `Mod+Enter` does while it is open. */
  readonly onSubmit?: () => void;
  readonly children: ComponentChildren;
  /** The buttons at the bottom. */
  readonly actions?: ComponentChildren;
}

/**
 * An attribute that the types do not know yet; if the browser does not either, Escape and the
 * button close it.
 */
const CLOSED_BY_A_CLICK_OUTSIDE: object = { closedby: "any" };

/** A modal dialog. When it closes, the focus returns to where it was. */
export function Dialog({ title, onClose, onSubmit, children, actions }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const layer = useContext(Layer);
  useDialogKeys({ Escape: onClose, ...present({ "Mod+Enter": onSubmit }) });
  // Before the effects of its children, which may want the focus.
  useLayoutEffect(() => {
    const before = document.activeElement;
    ref.current?.showModal();
    // Where nothing in it wants the focus, what is read first has it, not the button that closes it.
    if (body.current?.contains(document.activeElement) === false) body.current.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <Layer.Provider value={layer + 1}>
      <dialog
        ref={ref}
        class="dialog"
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
        {...CLOSED_BY_A_CLICK_OUTSIDE}
      >
        <div class="dialog-box">
          <header>
            <h2 id={id}>{title}</h2>
            <Button kind="quiet" class="icon-only" aria-label={say("close")} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <Held />
          <div class="dialog-body" ref={body} tabIndex={-1}>
            {children}
          </div>
          {actions === undefined ? null : <footer>{actions}</footer>}
        </div>
      </dialog>
    </Layer.Provider>
  );
}
