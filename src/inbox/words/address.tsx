import { useState } from "preact/hooks";
import { hostOf } from "../../render/words/address.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";

/**
 * The address of a link as text, and beside it a button of Earshot's: it says where the address leads,
 * and only the link in that dialog opens it.
 */
export function Address({ text }: { readonly text: string }) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <span class="words-address">{text}</span>
      <button
        type="button"
        class="words-open"
        aria-label="Where this link leads"
        title="Where this link leads"
        onClick={() => ask(true)}
      >
        <Icon name="link" />
      </button>
      {isAsked ? <Leave address={text} onClose={() => ask(false)} /> : null}
    </>
  );
}

interface Props {
  readonly address: string;
  readonly onClose: () => void;
}

function Leave({ address, onClose }: Props) {
  return (
    <Dialog
      title="Leave Earshot"
      onClose={onClose}
      actions={
        <a
          class="button primary"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          Open it in a new tab
        </a>
      }
    >
      <p>
        The link leads to <strong class="words-host">{hostOf(address)}</strong>
      </p>
      <p class="words-address">{address}</p>
      <p class="muted">An agent wrote it, and nobody has checked it.</p>
    </Dialog>
  );
}
