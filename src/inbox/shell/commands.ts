import { oneLine } from "../../render/visible-text.ts";
import { KEY_LIST, KEYS, type KnownKey } from "../browser/key-table.ts";
import { hasKey, press } from "../browser/keys.ts";
import { go } from "../browser/router.ts";
import { letterKeys, theme } from "../browser/settings.ts";
import { signOut } from "../people/sign-out.ts";
import { goToSplit, SPLIT_NAMES } from "../requests/list/split.ts";
import { goToView, views } from "../requests/list/views.ts";
import { toast } from "../ui/toast.tsx";
import { say } from "./messages/messages.ts";
import { SCREENS } from "./screens.tsx";

/** Something that can be done by its name or its keys. */
export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly group: KnownKey["group"];
  readonly run: () => void;
}

export const GO: readonly Command[] = [
  goes(say("inbox"), KEYS.inbox.key, () => goToSplit("needs_me")),
  goes(SPLIT_NAMES.others, KEYS.others.key, () => goToSplit("others")),
  goes(SPLIT_NAMES.waiting, KEYS.waiting.key, () => goToSplit("waiting")),
  goes(SPLIT_NAMES.snoozed, KEYS.snoozed.key, () => goToSplit("snoozed")),
  goes(SPLIT_NAMES.done, KEYS.done.key, () => goToSplit("done")),
  ...SCREENS.map(({ title, keys, path }) => goes(title, keys, () => go(path))),
];

const PAGE: readonly Command[] = [
  paged(say("theme.light"), () => {
    theme.value = "light";
  }),
  paged(say("theme.dark"), () => {
    theme.value = "dark";
  }),
  paged(say("theme.system"), () => {
    theme.value = "system";
  }),
  paged(say("letter-keys"), () => {
    letterKeys.value = !letterKeys.value;
    toast(say(letterKeys.value ? "letter-keys.on" : "letter-keys.off"));
  }),
  paged(say("sign-out"), () => {
    signOut().catch((error: Error) => toast(error.message, { kind: "error" }));
  }),
];

/** Everything that can be done now. */
export function commands(): readonly Command[] {
  const saved = views.value.map(({ name }, at) =>
    goes(say("view", { name: oneLine(name, 60) }), `g ${at + 1}`, () => goToView(at)),
  );
  return [...pressed("request"), ...pressed("list"), ...saved, ...GO, ...PAGE];
}

/** What a key of this group would do now. */
function pressed(wanted: "request" | "list"): readonly Command[] {
  return KEY_LIST.flatMap(({ group, key, command: name }) =>
    name !== undefined && group === wanted && hasKey(key)
      ? [{ name, keys: key, group, run: () => press(key) }]
      : [],
  );
}

function goes(name: string, keys: string, run: () => void): Command {
  return { name, keys, group: "go", run };
}

function paged(name: string, run: () => void): Command {
  return { name, group: "page", run };
}
