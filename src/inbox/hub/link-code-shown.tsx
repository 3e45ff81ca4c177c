import type { Link } from "../../domain/hub/link.ts";
import type { LinkCode } from "../../ports/earshot/hub.ts";
import { visibleText } from "../../render/visible-text.ts";
import { channelName } from "../parts/channel-name.ts";
import { CopyText } from "../parts/copy-text.tsx";
import { useLive } from "../parts/use-live.ts";
import { api } from "../server/api.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";

export interface MadeCode {
  readonly code: LinkCode;
  /** The links that there were before it. */
  readonly known: readonly Link[];
}

interface Props extends MadeCode {
  readonly onDone: () => void;
}

/** The code, this once, and what to do with it. */
export function LinkCodeShown({ code: made, known, onDone }: Props) {
  const { code, say, channel, expiresAt } = made;
  const links = useLive(/^channel\.linked$/, () => api.listLinks()).value?.items ?? [];
  const isNew = (link: Link) => known.every(({ id }) => id !== link.id);
  const isLinked = links.some(
    (link) => link.channel === channel && link.operator === me.value?.principal.id && isNew(link),
  );
  return (
    <div class="stack">
      <p>{visibleText(say)}</p>
      <CopyText what="the code" text={code} />
      {isLinked ? (
        <Notice kind="good">Linked: you are reached on {channelName(channel)} now.</Notice>
      ) : (
        <Notice kind="warn">
          Whoever says it first is linked as you. Keep it to yourself; it ends{" "}
          <Time at={expiresAt} />.
        </Notice>
      )}
      <div class="buttons">
        <Button kind="primary" autoFocus onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
