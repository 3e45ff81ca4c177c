import { hasKey, press } from "../browser/keys.ts";
import { go } from "../browser/router.ts";
import { letterKeys, theme } from "../browser/settings.ts";
import { signOut } from "../people/sign-out.ts";
import { goToSplit, SPLIT_NAMES } from "../requests/list/split.ts";
import { toast } from "../ui/toast.tsx";
import { SCREENS } from "./screens.tsx";

/** Something that can be done by its name or by its keys. */
export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly group: "Request" | "List" | "Go to" | "Page";
  readonly run: () => void;
}

const ofRequest: readonly (readonly [keys: string, name: string])[] = [
  ["a", "Approve"],
  ["p", "Approve with a passkey"],
  ["Shift+A", "Approve with scope"],
  ["d", "Reject"],
  ["e", "Edit the arguments"],
  ["r", "Reply"],
  ["u", "Use the old answer"],
  ["c", "Claim or release"],
  ["h", "Snooze"],
];
const ofList: readonly (readonly [keys: string, name: string])[] = [
  ["j", "Next request"],
  ["k", "Previous request"],
  ["x", "Select the request"],
  ["Shift+J", "Select on to the next"],
  ["Shift+K", "Select on to the previous"],
  [".", "Show what is new"],
  ["/", "Search"],
];

export const GO: readonly Command[] = [
  goes("Inbox", "g i", () => goToSplit("needs_me")),
  goes(SPLIT_NAMES.others, "g o", () => goToSplit("others")),
  goes(SPLIT_NAMES.waiting, "g w", () => goToSplit("waiting")),
  goes(SPLIT_NAMES.snoozed, "g s", () => goToSplit("snoozed")),
  goes(SPLIT_NAMES.done, "g d", () => goToSplit("done")),
  ...SCREENS.map(({ title, keys, path }) => goes(title, keys, () => go(path))),
];

const PAGE: readonly Command[] = [
  paged("Light theme", () => {
    theme.value = "light";
  }),
  paged("Dark theme", () => {
    theme.value = "dark";
  }),
  paged("Theme like the system", () => {
    theme.value = "system";
  }),
  paged("Switch letter keys on or off", () => {
    letterKeys.value = !letterKeys.value;
    toast(letterKeys.value ? "Letter keys are on." : "Letter keys are off.");
  }),
  paged("Sign out", () => {
    signOut().catch((error: Error) => toast(error.message, { kind: "error" }));
  }),
];

/** All that can be done now. */
export function commands(): readonly Command[] {
  return [
    ...ofRequest.map(pressed("Request")).filter(({ keys }) => hasKey(keys)),
    ...ofList.map(pressed("List")).filter(({ keys }) => hasKey(keys)),
    ...GO,
    ...PAGE,
  ];
}

function pressed(group: Command["group"]) {
  return ([keys, name]: readonly [string, string]) => ({
    name,
    keys,
    group,
    run: () => press(keys),
  });
}

function goes(name: string, keys: string, run: () => void): Command {
  return { name, keys, group: "Go to", run };
}

function paged(name: string, run: () => void): Command {
  return { name, group: "Page", run };
}
