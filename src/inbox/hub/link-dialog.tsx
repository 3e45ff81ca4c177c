import type { SignInLink } from "../../ports/earshot/operators.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { Name } from "../parts/said.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";

interface Props {
  readonly link: SignInLink;
  readonly onClose: () => void;
}

/** A link as it is handed over: shown this once. */
export function LinkDialog({ link, onClose }: Props) {
  return (
    <Dialog
      title="Hand the link over"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p>
        Signs in <Name text={link.operator.name} /> ({link.operator.role}), once. It ends{" "}
        <Time at={link.expiresAt} />.
      </p>
      <CopyText what="the link" text={`${location.origin}/sign-in#${link.token}`} />
      <Notice kind="warn">
        Whoever opens it first is in. Give it to this person alone; it is not shown again.
      </Notice>
    </Dialog>
  );
}
