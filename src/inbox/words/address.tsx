import { useState } from "preact/hooks";
import { hostOf } from "../../render/words/address.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { say, sayWith } from "./messages/messages.ts";

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
        aria-label={say("where")}
        title={say("where")}
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
      title={say("leave")}
      onClose={onClose}
      actions={
        <a
          class="button primary"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          {say("open")}
        </a>
      }
    >
      <p>{sayWith("host", { host: <strong class="words-host">{hostOf(address)}</strong> })}</p>
      <p class="words-address">{address}</p>
      <p class="muted">{say("unchecked")}</p>
    </Dialog>
  );
}
