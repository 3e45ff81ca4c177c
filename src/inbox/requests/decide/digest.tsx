import { TYPED_DIGITS } from "../../../domain/authority/action.ts";
import { CopyButton } from "../pane/copy-button.tsx";
import { say } from "./messages/messages.ts";

const GROUP = /.{1,8}/g;

/** A digest in groups of eight. What people type of it is bold. */
export function Digest({ digest }: { readonly digest: string }) {
  const groups = digest.match(GROUP) ?? [];
  return (
    <span class="digest mono">
      <span class="digest-groups">
        {groups.map((group, index) => (
          <span key={index}>
            {index === 0 ? <b>{group.slice(0, TYPED_DIGITS)}</b> : null}
            {index === 0 ? group.slice(TYPED_DIGITS) : group}
          </span>
        ))}
      </span>
      <CopyButton text={digest} label={say("copy-digest")} />
    </span>
  );
}
