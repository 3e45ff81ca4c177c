import "../styles/screens.css";
import "../styles/screens-tables.css";
import { can, me } from "../me.ts";
import { Screen } from "../ui/screen.tsx";
import { Appearance } from "./settings/appearance.tsx";
import { AttentionSetting } from "./settings/attention.tsx";
import { Links } from "./settings/links.tsx";
import { Operators } from "./settings/operators.tsx";
import { Passkeys } from "./settings/passkeys.tsx";
import { PassphraseSetting } from "./settings/passphrase.tsx";
import { SignOut } from "./settings/sign-out.tsx";
import { WebSessions } from "./settings/web-sessions.tsx";

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
