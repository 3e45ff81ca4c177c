import { useKeys } from "../../browser/keys.ts";

/** Stands within a dialog, so that `Mod+Enter` belongs to it while it is open. */
export function SubmitKey({ onSubmit }: { readonly onSubmit: () => void }) {
  useKeys("dialog", { "Mod+Enter": onSubmit });
  return null;
}
