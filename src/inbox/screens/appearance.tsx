import { useState } from "preact/hooks";
import { letterKeys, notifications, type Theme, theme } from "../browser/settings.ts";
import { Section } from "../parts/section.tsx";
import { Notice } from "../ui/notice.tsx";
import { Toggle } from "../ui/toggle.tsx";

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Kept in this browser only. */
export function Appearance() {
  const [refusal, setRefusal] = useState<string>();
  const notify = async (wanted: boolean) => {
    setRefusal(undefined);
    notifications.value = wanted && (await mayNotify());
    if (wanted && !notifications.value) {
      setRefusal(
        "This browser does not let the page notify. Allow it in the settings of the site.",
      );
    }
  };
  return (
    <Section title="This browser">
      <div class="stack narrow">
        <fieldset class="theme">
          <legend>Theme</legend>
          {THEMES.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                checked={theme.value === value}
                onChange={() => {
                  theme.value = value;
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <Toggle
          label="Letter keys"
          hint="j, k, a, d and the like. The arrows, Escape and what takes Ctrl or ⌘ always work."
          checked={letterKeys.value}
          onChange={(next) => {
            letterKeys.value = next;
          }}
        />
        <Toggle
          label="Notifications"
          hint="While a page is open and you look elsewhere. They name the agent, never what it asks."
          checked={notifications.value}
          onChange={(wanted) => void notify(wanted)}
        />
        {refusal === undefined ? null : <Notice kind="warn">{refusal}</Notice>}
      </div>
    </Section>
  );
}

async function mayNotify(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}
