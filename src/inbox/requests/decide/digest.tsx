import { CopyButton } from "../pane/copy-button.tsx";

const GROUP = /.{1,8}/g;

/** A digest in groups of eight. People type the first group. */
export function Digest({ digest }: { readonly digest: string }) {
  const groups = digest.match(GROUP) ?? [];
  return (
    <span class="digest mono">
      <span class="digest-groups">
        {groups.map((group, index) => (
          <span key={index} class={index === 0 ? "digest-first" : undefined}>
            {group}
          </span>
        ))}
      </span>
      <CopyButton text={digest} label="Copy the digest" />
    </span>
  );
}
