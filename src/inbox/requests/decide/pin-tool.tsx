import { useState } from "preact/hooks";
import type { AuthorizationRequest } from "../../../domain/requests/request.ts";
import { TwoPress } from "../../parts/two-press.tsx";
import { useProvedAction } from "../../parts/use-proved-action.tsx";
import { api } from "../../server/api.ts";
import { can } from "../../server/me.ts";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.tsx";

/**
 * Accepting a changed tool as the known one is a decision in itself, apart from the one on the
 * call.
 */
export function PinTool({
  request: { id, authorization },
}: {
  readonly request: AuthorizationRequest;
}) {
  const action = useProvedAction();
  const [isPinned, setPinned] = useState(false);
  const { toolChanged, action: sought } = authorization;
  const { toolSchemaHash: hash } = sought;
  if (toolChanged !== true || hash === null || isPinned || !can("permit")) return null;
  const pin = () =>
    action.run(async (proof) => {
      await api.pinTool({ id, hash, ...proof });
      setPinned(true);
      toast("The tool is known as it is now. Nothing was approved.", { kind: "good" });
    });
  return (
    <section class="part" aria-label="The tool's definition">
      <p class="muted">
        To approve approves this call alone. Pinned, rules and standing permissions let calls of the
        changed tool pass as before.
      </p>
      <TwoPress armed="Press again to pin" busy={action.isBusy} onConfirm={pin}>
        Pin the changed definition
      </TwoPress>
      {action.error === undefined ? null : <Notice kind="error">{action.error}</Notice>}
      {action.dialog}
    </section>
  );
}
