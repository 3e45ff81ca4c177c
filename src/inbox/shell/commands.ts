import { SPLITS } from "../../domain/inbox/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { type CommandName, KEY_LIST, type KnownKey } from "../browser/key-table.ts";
import { press } from "../browser/keys.ts";
import { go } from "../browser/router.ts";
import { letterKeys, theme } from "../browser/settings.ts";
import { signOut } from "../people/sign-out.ts";
import { goToSplit, splitName } from "../requests/list/split.ts";
import { goToView, views } from "../requests/list/views.ts";
import { toast } from "../ui/toast.tsx";
import { splitKey } from "./go.ts";
import { say } from "./messages/messages.ts";
import { SCREENS } from "./screens.tsx";

/** Something that can be done by its name or its keys. */
export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly group: KnownKey["group"];
  readonly run: () => void;
}

const GO: readonly Command[] = [
  ...SPLITS.map((split) =>
    goes(split === "needs_me" ? say("inbox") : splitName(split), splitKey(split), () =>
      goToSplit(split),
    ),
  ),
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

/** Everything that can be done, where these keys do something. */
export function commands(pressable: readonly string[]): readonly Command[] {
  const saved = views.value.map(({ name }, at) =>
    goes(say("view", { name: oneLine(name, 60) }), `g ${at + 1}`, () => goToView(at)),
  );
  const pressed = (wanted: "request" | "list") =>
    KEY_LIST.filter(({ group, key }) => group === wanted && pressable.includes(key));
  return [
    ...[...pressed("request"), ...pressed("list")].flatMap(namedKey),
    ...saved,
    ...GO,
    ...PAGE,
  ];
}

function namedKey({ name, key, group, isCommand }: (typeof KEY_LIST)[number]): readonly Command[] {
  if (isCommand !== true) return [];
  const command = name as CommandName;
  return [{ name: say(`command.${command}`), keys: key, group, run: () => press(key) }];
}

function goes(name: string, keys: string, run: () => void): Command {
  return { name, keys, group: "go", run };
}

function paged(name: string, run: () => void): Command {
  return { name, group: "page", run };
}
