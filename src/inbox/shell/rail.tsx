import { useEffect, useState } from "preact/hooks";
import { KEYS } from "../browser/key-table.ts";
import { press } from "../browser/keys.ts";
import { screenName } from "../browser/router.ts";
import { failedDeliveries } from "../hub/channels-now.ts";
import { needsMe } from "../requests/list/state.ts";
import { me } from "../server/me.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { say } from "./messages/messages.ts";
import { SCREENS } from "./screens.tsx";

interface EntryProps {
  readonly href: string;
  readonly title: string;
  readonly icon: IconName;
  readonly isCurrent: boolean;
  readonly count?: number;
  /** What is counted, as in "3 need you". */
  readonly counts?: string;
}

function Entry({ href, title, icon, isCurrent, count = 0, counts = "" }: EntryProps) {
  return (
    <li>
      <a class="rail-entry" href={href} title={title} aria-current={isCurrent ? "page" : undefined}>
        <Icon name={icon} />
        <span class="rail-name">{title}</span>
        <Count count={count} counts={counts} />
      </a>
    </li>
  );
}

function Count({ count, counts }: { readonly count: number; readonly counts: string }) {
  if (count === 0) return null;
  return (
    <span class="rail-count">
      {count > 999 ? "999+" : count}
      <span class="visually-hidden"> {counts}</span>
    </span>
  );
}

/** Where one can go; in a narrow window a bar at the bottom, with the rest behind "More". */
export function Rail() {
  const [isMoreOpen, openMore] = useState(false);
  const first = screenName.value;
  const current = SCREENS.find(({ name }) => name === first);
  const closeMore = () => openMore(false);
  useEffect(closeMore, [first]);
  return (
    <nav class="rail" aria-label={say("main")}>
      <a class="rail-brand" href="/" aria-label={say("brand")}>
        <Brand />
        <span class="rail-name">Earshot</span>
      </a>
      <ul>
        <Entry
          href="/"
          title={say("inbox")}
          icon="inbox"
          isCurrent={current === undefined}
          count={needsMe.value}
          counts={say("need-you")}
        />
        <ScreenEntries first={first} />
      </ul>
      <Foot />
      <Button kind="quiet" class="rail-more" aria-haspopup="dialog" onClick={() => openMore(true)}>
        <Icon name="more" />
        <span class="rail-name">{say("more")}</span>
        <Count count={failedDeliveries.value} counts={say("failed")} />
      </Button>
      {isMoreOpen ? (
        <Dialog title={say("more")} onClose={closeMore}>
          <ul class="more-list">
            <ScreenEntries first={first} />
          </ul>
        </Dialog>
      ) : null}
    </nav>
  );
}

function ScreenEntries({ first }: { readonly first: string }) {
  return SCREENS.map(({ name, path, title, icon }) => {
    const failed =
      name === "deliveries" ? { count: failedDeliveries.value, counts: say("failed") } : {};
    return (
      <Entry
        key={name}
        title={title}
        icon={icon}
        {...failed}
        href={path}
        isCurrent={name === first}
      />
    );
  });
}

/** Who is signed in, and the way to all commands. */
function Foot() {
  const who = me.value?.principal;
  return (
    <div class="rail-foot">
      <Button kind="quiet" class="rail-commands" onClick={() => press(KEYS.commands.key)}>
        <Icon name="search" />
        <span class="rail-name">{say("commands")}</span>
        <KeyHint keys={KEYS.commands.key} />
      </Button>
      {who === undefined ? null : (
        <p class="rail-who" title={who.name}>
          <Icon name="person" />
          <span class="rail-name">{who.name}</span>
        </p>
      )}
    </div>
  );
}

/** An ear that hears: two arcs around a point. */
function Brand() {
  return (
    <svg class="brand" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M6.5 14.5a6.5 6.5 0 1 1 12-3.5c0 3-2.3 4.2-3.3 5.6-.9 1.3-1 3.9-3.7 3.9-1.7 0-2.7-1-3-2.3" />
      <circle cx="12" cy="11" r="2.2" />
    </svg>
  );
}
