import { useState } from "preact/hooks";
import { api } from "../../server/api.ts";
import { SnoozeDialog } from "../act/snooze-dialog.tsx";
import { useActing } from "../pane/acting.ts";
import { failuresOf } from "../pane/failures-of.ts";
import { say } from "./messages/messages.ts";
import { type TogetherProps, WhichThese } from "./together.tsx";

/** Puts the requests that are listed off, all until the same time. */
export function SnoozeTogether({ items, askOf, onClose, onDone }: TogetherProps) {
  const [named] = useState(items);
  const acting = useActing(() => {});
  const ends = named.flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [expiresAt]));
  return (
    <SnoozeDialog
      title={say("snooze.title", { count: named.length })}
      expiresAt={ends.toSorted()[0]}
      isSnoozed={named.some(({ snoozedUntil }) => snoozedUntil !== undefined)}
      acting={acting}
      onSnooze={async (until) => {
        const failed = await failuresOf(named, ({ id }) => api.snooze({ id, ...until }));
        if (failed.length > 0) throw new Error(failed.join(" "));
      }}
      onDone={onDone}
      onWoken={onDone}
      onClose={onClose}
    >
      <WhichThese items={named} askOf={askOf} />
    </SnoozeDialog>
  );
}
