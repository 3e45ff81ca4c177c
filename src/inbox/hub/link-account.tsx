import { useState } from "preact/hooks";
import { Dialog } from "../ui/dialog.tsx";
import { LinkAccountForm } from "./link-account-form.tsx";
import { LinkCodeShown, type MadeCode } from "./link-code-shown.tsx";

/** Makes a code that links an account, and shows what to do with it until somebody has said it. */
export function LinkAccount({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<MadeCode>();
  return (
    <Dialog title="Link an account" onClose={onClose}>
      {made === undefined ? (
        <LinkAccountForm onMade={setMade} onLeave={onClose} />
      ) : (
        <LinkCodeShown {...made} onDone={onClose} />
      )}
    </Dialog>
  );
}
