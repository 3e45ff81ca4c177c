import { useEffect } from "preact/hooks";
import { Away } from "./away.tsx";
import { startChannelsNow } from "./channels-now.ts";
import { startChanges } from "./list/changes.ts";
import { InboxScreen } from "./list/inbox-screen.tsx";
import { load, loading } from "./list/state.ts";
import { loadMe, me, signIn } from "./me.ts";
import { Overlays } from "./overlays.tsx";
import { Rail } from "./rail.tsx";
import { place } from "./router.ts";
import { SCREENS } from "./screens.tsx";
import { SignIn } from "./sign-in.tsx";
import { Toasts } from "./ui/toast.tsx";

export function App() {
  const first = place.value.parts[0] ?? "";
  if (first === "sign-in" || signIn.value === "out") return <SignIn />;
  return <SignedIn first={first} />;
}

function SignedIn({ first }: { readonly first: string }) {
  const Screen = SCREENS.find(({ name }) => name === first)?.component ?? InboxScreen;
  useEffect(() => {
    // The rows need not wait for who we are; an error shows in the list.
    void loadMe().catch(() => undefined);
    // Every screen has the count of the inbox beside it, and the stream begins there.
    if (Screen !== InboxScreen && loading.value === "first") void load();
    const stops = [startChanges(), startChannelsNow()];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const mayShow = me.value !== undefined || Screen === InboxScreen;
  return (
    <div class="app">
      <Rail />
      <Away />
      {mayShow ? <Screen /> : null}
      <Overlays />
      <Toasts />
    </div>
  );
}
