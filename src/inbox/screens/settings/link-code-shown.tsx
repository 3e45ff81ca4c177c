import { useState } from "preact/hooks";
import type { LinkCode } from "../../../ports/hub.ts";
import { visibleText } from "../../../render/visible-text.ts";
import { channelName } from "../../deliveries/channel-name.ts";
import { me } from "../../me.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { CopyText } from "../parts/copy-text.tsx";
import { useEvents } from "../parts/use-events.ts";

interface Props {
  readonly made: LinkCode;
  readonly onDone: () => void;
}

/** The code, this once, and what to do with it. */
export function LinkCodeShown({ made: { code, say, channel, expiresAt }, onDone }: Props) {
  const [isLinked, setLinked] = useState(false);
  useEvents(
    ({ type, actor, data }) => {
      const isMine = actor !== undefined && actor === me.value?.principal.id;
      if (type === "channel.linked" && isMine && data?.channel === channel) setLinked(true);
    },
    () => undefined,
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
