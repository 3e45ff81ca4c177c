import "../styles/screens.css";
import "../styles/screens-tables.css";
import { useState } from "preact/hooks";
import {
  holdsDecisions,
  letterKeys,
  notifications,
  type Theme,
  theme,
} from "../browser/settings.ts";
import { Devices } from "../device/devices.tsx";
import { PageLanguage } from "../device/page-language.tsx";
import { AttentionSetting } from "../hub/attention.tsx";
import { Links } from "../hub/links.tsx";
import { Section } from "../parts/section.tsx";
import { useAction } from "../parts/use-action.ts";
import { Operators } from "../people/operators.tsx";
import { Passkeys } from "../people/passkeys.tsx";
import { PassphraseSetting } from "../people/passphrase.tsx";
import { RepliesSetting } from "../people/replies-setting.tsx";
import { signOut } from "../people/sign-out.ts";
import { WebSessions } from "../people/web-sessions.tsx";
import { can, me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Screen } from "../ui/screen.tsx";
import { Toggle } from "../ui/toggle.tsx";

/**
 * What belongs to this browser and to the person signed in, and, for owners, who else has access.
 */
export function SettingsScreen() {
  const principal = me.value?.principal;
  const role = principal?.kind === "person" ? principal.role : "";
  return (
    <Screen title="Settings">
      <p class="about">
        Signed in as <strong>{principal?.name}</strong>, {role}.
      </p>
      <Appearance />
      <Links />
      <Devices />
      <RepliesSetting />
      <AttentionSetting />
      <Passkeys />
      {can("decide") ? <PassphraseSetting /> : null}
      <WebSessions />
      {can("people") ? <Operators /> : null}
      <SignOut />
    </Screen>
  );
}

function SignOut() {
  const { isBusy, error, run } = useAction();
  return (
    <Section
      title="Sign out"
      about="Ends the web session in this browser and clears its drafts. What you decided stands."
      actions={
        <Button busy={isBusy} onClick={() => run(signOut)}>
          Sign out
        </Button>
      }
    >
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </Section>
  );
}

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Kept in this browser only. */
function Appearance() {
  const [refusal, setRefusal] = useState<string>();
  const notify = async (wanted: boolean) => {
    setRefusal(undefined);
    notifications.value = wanted && (await mayNotify());
    if (wanted && !notifications.value) {
      setRefusal(
        "This browser does not let the page send notifications. Allow them in the settings of the site.",
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
        <PageLanguage />
        <Toggle
          label="Letter keys"
          hint="j, k, a, d and the like. Arrows, Escape and keys with Ctrl or ⌘ always work."
          checked={letterKeys.value}
          onChange={(next) => {
            letterKeys.value = next;
          }}
        />
        <Toggle
          label="Hold what I decide for a moment"
          hint="For four seconds you can take back an answer, and a decision at LOW or MEDIUM, before anybody is told."
          checked={holdsDecisions.value}
          onChange={(next) => {
            holdsDecisions.value = next;
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
