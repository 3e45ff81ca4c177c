import "../styles/screens.css";
import "../styles/screens-tables.css";
import { AttentionSetting } from "../hub/attention.tsx";
import { Links } from "../hub/links.tsx";
import { Operators } from "../people/operators.tsx";
import { Passkeys } from "../people/passkeys.tsx";
import { PassphraseSetting } from "../people/passphrase.tsx";
import { SignOut } from "../people/sign-out-button.tsx";
import { WebSessions } from "../people/web-sessions.tsx";
import { can, me } from "../server/me.ts";
import { Screen } from "../ui/screen.tsx";
import { Appearance } from "./appearance.tsx";

/** What belongs to this browser, to whoever is signed in, and, for owners, who else may. */
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
      <AttentionSetting />
      <Passkeys />
      {can("decide") ? <PassphraseSetting /> : null}
      <WebSessions />
      {can("keys") ? <Operators /> : null}
      <SignOut />
    </Screen>
  );
}
