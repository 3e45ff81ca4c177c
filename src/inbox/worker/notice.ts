import type { ShownNotice } from "../../ports/earshot/devices.ts";
import { say } from "./messages/messages.ts";

/* What a notification is made of; pure, so that no browser is needed to prove it. */

/** What a push message says: ids alone. */
export interface Said {
  readonly kind: "ask" | "over" | "test";
  readonly id: string;
}

/** What a press needs; it stays with the notification. */
export interface NoticeData {
  readonly path: string;
  readonly id: string;
  /** By the names of the buttons. */
  readonly tokens: Readonly<Record<string, string>>;
}

export interface Notice {
  readonly title: string;
  readonly options: NotificationOptions & {
    readonly tag: string;
    readonly data: NoticeData;
    readonly actions: readonly { readonly action: string; readonly title: string }[];
  };
}

const ID = /^dlv_[0-9a-z]{26}$/;
const REQUEST = /^req_[0-9a-z]{26}$/;
const KINDS: readonly string[] = ["ask", "over", "test"] satisfies Said["kind"][];
const LOOKS = { icon: "/icon-192.png", badge: "/icon-192.png" } as const;

/** Undefined for what our server would not say. */
export function readSaid(text: string): Said | undefined {
  try {
    const { kind, id = "" } = JSON.parse(text) as Partial<Said>;
    if (kind === undefined || !KINDS.includes(kind)) return undefined;
    return kind === "test" || ID.test(id) ? { kind, id } : undefined;
  } catch {
    return undefined;
  }
}

/** Tells nothing: for a device that is signed out, or a server that does not answer. */
export function neutral(tag: string, text = ""): Notice {
  return plain({ title: say("something"), text, tag, path: "/" });
}

export const TESTED: Notice = plain({
  title: say("tested"),
  text: say("tested.text"),
  tag: "test",
  path: "/settings",
});

/** Undefined where nobody is asked any more. */
export function noticeOf(id: string, shown: ShownNotice): Notice | undefined {
  const { request = "", title, text, buttons } = shown;
  if (!REQUEST.test(request)) return undefined;
  const { options } = plain({ title, text, tag: id, path: `/${request}` });
  const names = buttons.map((_, index) => String(index));
  const tokens = Object.fromEntries(buttons.map(({ token }, index) => [String(index), token]));
  return {
    title,
    options: {
      ...options,
      data: { ...options.data, id, tokens },
      actions: names.map((action, index) => ({ action, title: buttons[index]?.label ?? "" })),
    },
  };
}

/** What became of a press, where it did not do what was wanted. */
export function notDone({ id, path }: NoticeData, text: string): Notice {
  return plain({ title: say("not-done"), text, tag: id, path });
}

interface Plain {
  readonly title: string;
  readonly text: string;
  readonly tag: string;
  readonly path: string;
}

function plain({ title, text, tag, path }: Plain): Notice {
  const data: NoticeData = { path, id: tag, tokens: {} };
  return { title, options: { ...LOOKS, body: text, tag, data, actions: [] } };
}
