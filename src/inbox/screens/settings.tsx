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
import { say, sayWith } from "./messages/messages.ts";

/**
 * What belongs to this browser and to the person signed in, and, for owners, who else has access.
 */
export function SettingsScreen() {
  const principal = me.value?.principal;
  const role = principal?.kind === "person" ? say(`role.${principal.role}`) : "";
  return (
    <Screen title={say("settings")}>
      <p class="about">{sayWith("signed-in", { who: <strong>{principal?.name}</strong>, role })}</p>
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
      title={say("sign-out")}
      about={say("sign-out.about")}
      actions={
        <Button busy={isBusy} onClick={() => run(signOut)}>
          {say("sign-out")}
        </Button>
      }
    >
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
    </Section>
  );
}

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: say("theme.system") },
  { value: "light", label: say("theme.light") },
  { value: "dark", label: say("theme.dark") },
];

/** Kept in this browser only. */
function Appearance() {
  const [refusal, setRefusal] = useState<string>();
  const notify = async (wanted: boolean) => {
    setRefusal(undefined);
    notifications.value = wanted && (await mayNotify());
    if (wanted && !notifications.value) {
      setRefusal(say("browser.denied"));
    }
  };
  return (
    <Section title={say("browser")}>
      <div class="stack narrow">
        <fieldset class="theme">
          <legend>{say("theme")}</legend>
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
          label={say("letter-keys")}
          hint={say("letter-keys.hint")}
          checked={letterKeys.value}
          onChange={(next) => {
            letterKeys.value = next;
          }}
        />
        <Toggle
          label={say("hold")}
          hint={say("hold.hint")}
          checked={holdsDecisions.value}
          onChange={(next) => {
            holdsDecisions.value = next;
          }}
        />
        <Toggle
          label={say("notifications")}
          hint={say("notifications.hint")}
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
