import { useEffect, useState } from "preact/hooks";
import { SPLITS } from "../../domain/inbox/inbox.ts";
import { announced } from "../browser/announce.ts";
import { KEY_LIST, KEYS } from "../browser/key-table.ts";
import { hasKey, useKeys } from "../browser/keys.ts";
import { screenName } from "../browser/router.ts";
import { startChannelsNow, unheardChannels } from "../hub/channels-now.ts";
import { clockNow, startClockNow } from "../log/clock-now.ts";
import { setBack, startRecordNow } from "../log/record-now.ts";
import { channelName } from "../parts/channel-name.ts";
import { InboxScreen } from "../requests/inbox-screen.tsx";
import { startChanges } from "../requests/list/changes.ts";
import { isAlone } from "../requests/list/split.ts";
import { load, loading, needsMe } from "../requests/list/state.ts";
import { goToView, startViews } from "../requests/list/views.ts";
import { MOST_VIEWS } from "../requests/list/views-model.ts";
import { connection } from "../server/live.ts";
import { loadMe, me, signIn } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { late, latePart } from "../ui/late.tsx";
import { lateDialog } from "../ui/late-dialog.tsx";
import { Screen } from "../ui/screen.tsx";
import { Toasts } from "../ui/toast.tsx";
import { GO_KEYS } from "./go.ts";
import { say, sayWith } from "./messages/messages.ts";
import { Rail } from "./rail.tsx";
import { SCREENS } from "./screens.tsx";

export function App() {
  const first = screenName.value;
  if (first === "sign-in" || signIn.value === "out") return <SignIn />;
  return <SignedIn first={first} />;
}

const ClockLine = latePart(async () => (await import("../log/clock-line.tsx")).ClockLine);

const SignIn = latePart(async () => (await import("../people/sign-in.tsx")).SignIn);

/** The first stop of Tab: skips the rail. */
function SkipLink() {
  return (
    <Button
      class="skip"
      onClick={() => document.querySelector<HTMLElement>("section.list, main")?.focus()}
    >
      {say("skip")}
    </Button>
  );
}

const DeckScreen = late(say("deck"), async () => {
  return (await import("../deck/deck.tsx")).DeckScreen;
});

function ofInbox(first: string) {
  if (first === "deck") return DeckScreen;
  const isInbox = ["", "inbox", ...SPLITS].includes(first) || first.startsWith("req_");
  return isInbox ? InboxScreen : NoScreen;
}

function NoScreen() {
  return (
    <Screen title={say("no-screen")}>
      <p class="about">
        {sayWith("no-screen.about", { link: <a href="/">{say("no-screen.link")}</a> })}
      </p>
    </Screen>
  );
}

function SignedIn({ first }: { readonly first: string }) {
  const Shown = SCREENS.find(({ name }) => name === first)?.component ?? ofInbox(first);
  useEffect(() => {
    // The rows need not wait for who is signed in; an error shows in the list.
    void loadMe()
      .then(keepDevice)
      .catch(() => undefined);
    // Every screen shows the inbox count, and the stream begins there.
    if (Shown !== InboxScreen && loading.value === "first") void load();
    const stops = [
      startChanges(),
      startChannelsNow(),
      startClockNow(),
      startRecordNow(),
      startViews(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const isBesideRequest = Shown === DeckScreen || (Shown === InboxScreen && isAlone.value);
  const mayShow = me.value !== undefined || Shown === InboxScreen;
  return (
    <div class="app">
      <SkipLink />
      <Away />
      <Rail />
      {mayShow ? <Shown /> : null}
      <Overlays />
      {isBesideRequest ? null : <Toasts place="corner" hasRows={Shown === InboxScreen} />}
    </div>
  );
}

/** Only a browser that is notified has a worker, and loads what keeps it so. */
async function keepDevice(): Promise<void> {
  if (navigator.serviceWorker?.controller == null) return;
  const { keepOn } = await import("../device/this-device.ts");
  await keepOn();
}

const A_MOMENT_MS = 600;

/**
 * Says that the page may be old, that the record waits to be accepted, that a channel is not heard or
 * that the clock is wrong, in lines of their own that cover nothing.
 */
function Away() {
  const isAway = useKeptTrue(connection.value === "away", A_MOMENT_MS);
  const clock = clockNow.value;
  return (
    <div class="away" role="status">
      {isAway ? <p>{say("away")}</p> : <Held />}
      {isAway || clock === undefined || clock.state === "right" ? null : (
        <ClockLine clock={clock} />
      )}
    </div>
  );
}

function Held() {
  if (setBack.value !== undefined) {
    return <p>{sayWith("set-back", { link: <a href="/audit">{say("see-why")}</a> })}</p>;
  }
  const names = unheardChannels.value.map(channelName);
  if (names.length === 0) return null;
  return (
    <p>
      {sayWith("unheard", {
        names: names.join(", "),
        link: <a href="/deliveries">{say("see-why")}</a>,
      })}
    </p>
  );
}

/** Whether something has been true for that long: what passes in a moment is not reported. */
function useKeptTrue(value: boolean, ms: number): boolean {
  const [kept, keep] = useState(false);
  useEffect(() => {
    if (!value) {
      keep(false);
      return;
    }
    const timer = setTimeout(() => keep(true), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return kept && value;
}

/** Only an app of its own has an icon that can say how many wait. */
const INSTALLED = matchMedia("(display-mode: standalone)");

const KEYS_THAT_GO = {
  ...GO_KEYS,
  ...Object.fromEntries(
    Array.from({ length: MOST_VIEWS }, (_, at) => [`g ${at + 1}`, () => goToView(at)]),
  ),
};

interface Overlay {
  readonly onClose: () => void;
}

const Palette = lateDialog<Overlay & { readonly pressable: readonly string[] }>(
  async () => (await import("./palette.tsx")).Palette,
  () => say("palette"),
);

const KeySheet = lateDialog<Overlay>(
  async () => (await import("./key-sheet.tsx")).KeySheet,
  () => say("keyboard"),
);

/** What works on every screen: commands, keys, announcements, the window title. */
function Overlays() {
  const [open, setOpen] = useState<"keys" | readonly string[]>();
  const close = () => setOpen(undefined);
  useKeys("page", {
    ...KEYS_THAT_GO,
    [KEYS.commands.key]: () => setOpen(KEY_LIST.map(({ key }) => key).filter(hasKey)),
    [KEYS.keys.key]: () => setOpen("keys"),
  });
  const count = needsMe.value;
  useEffect(() => {
    document.title = count === 0 ? "Earshot" : say("title", { count });
    if (INSTALLED.matches) navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announced.value}
      </div>
      {open === "keys" ? <KeySheet onClose={close} /> : null}
      {typeof open === "object" ? <Palette pressable={open} onClose={close} /> : null}
    </>
  );
}
