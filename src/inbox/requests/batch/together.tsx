import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { nameOf } from "../../parts/words.ts";
import { LevelMark } from "../../ui/level-mark.tsx";
import { Notice } from "../../ui/notice.tsx";
import { say } from "./messages/messages.ts";

/** What a dialog is about to do something to, each by its own line. */
export function WhichThese({ items, askOf }: Pick<TogetherProps, "items" | "askOf">) {
  return (
    <ol class="lines which-these" aria-label={say("requests")}>
      {items.map((item) => (
        <li key={item.id} title={item.id}>
          {item.level === undefined ? null : <LevelMark level={item.level} />} {askOf(item)}{" "}
          <span class="muted small">{nameOf(item.agentName)}</span>
        </li>
      ))}
    </ol>
  );
}

export function Failures({ of }: { readonly of: readonly string[] }) {
  return (
    <>
      {of.map((text) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
    </>
  );
}

export interface TogetherProps {
  readonly items: readonly InboxItem[];
  /** The one line of a row. */
  readonly askOf: (item: InboxItem) => string;
  readonly onClose: () => void;
  /** All of it is done. */
  readonly onDone: () => void;
}
