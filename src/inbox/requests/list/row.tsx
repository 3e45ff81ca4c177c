import { useComputed } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import type { Fold } from "../../../domain/inbox/fold.ts";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { ForOthers } from "../../../domain/requests/request.ts";
import { useWords } from "../../../render/approval-words.ts";
import { askersShort } from "../../../render/askers.ts";
import { differencesOf, foldLines, foldWords } from "../../../render/fold-words.ts";
import { decidersOf } from "../../../render/for-others-words.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { hazardWords } from "../../../render/words/hazard-words.ts";
import { noteOpened } from "../../browser/looked.ts";
import { ActionWords } from "../../parts/action-words.tsx";
import { words } from "../../parts/render-words.ts";
import { me } from "../../server/me.ts";
import { nowMs } from "../../ui/clock.ts";
import { Icon } from "../../ui/icon.tsx";
import { LevelMark } from "../../ui/level-mark.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Time } from "../../ui/time.tsx";
import { exact, short } from "../../ui/time-words.ts";
import { heldWords } from "../pane/held-by.tsx";
import { say, sayWith } from "./messages/messages.ts";
import { askOf, askParts, closedWords, saidOf } from "./row-words.ts";
import { toggleMark } from "./selection.ts";
import { pathOf, split } from "./split.ts";
import { apart, foldUp, marked, rowOf, selectedId, unfold } from "./state.ts";

interface Props {
  readonly item: InboxItem;
  /** Its position among all loaded rows. */
  readonly place: number;
  readonly of: number;
}

export function Row({ item, place, of }: Props) {
  const isOwn = useComputed(() => selectedId.value === item.id).value;
  const isSelected = isOwn || standsForSelected(item);
  const isMarked = useComputed(() => marked.value.has(item.id)).value;
  const isOpen = item.status === "open";
  const classes = [
    "row",
    isOpen ? "" : "closed",
    isOpen && item.seenAt === undefined ? "unseen" : "",
  ];
  return (
    <li class={classes.join(" ").trim()} aria-setsize={of} aria-posinset={place}>
      <label class="row-mark">
        <input
          type="checkbox"
          checked={isMarked}
          aria-label={say("row.select", { ask: askOf(item) })}
          onChange={() => toggleMark(item.id)}
        />
      </label>
      <a
        href={pathOf(split.value, item.id)}
        aria-current={isSelected ? "true" : undefined}
        onClick={() => noteOpened(item.id)}
      >
        <span class="row-words">
          <span
            class={item.hazards === undefined ? "row-ask" : "row-ask is-short"}
            dir="auto"
            title={askOf(item)}
          >
            {isOpen && item.seenAt === undefined ? (
              <span class="visually-hidden" dir="auto">
                {say("row.new")}
              </span>
            ) : null}
            <ActionWords parts={askParts(item)} />
          </span>
          <Said item={item} />
        </span>
        <span class="row-facts">
          <span class="row-what">
            {isOpen ? <OpenFacts item={item} /> : <ClosedFacts item={item} />}
          </span>
          <span class="row-time">
            <Time at={item.closedAt ?? item.createdAt} />
            {isOpen ? <TimeLeft createdAt={item.createdAt} expiresAt={item.expiresAt} /> : null}
          </span>
        </span>
      </a>
      {isOpen ? <Unfold item={item} /> : null}
    </li>
  );
}

/** What has no row of its own is selected in the one that it shares. */
function standsForSelected({ fold, status }: InboxItem): boolean {
  if (status !== "open" || fold === undefined) return false;
  const selected = selectedId.value;
  return selected !== undefined && fold.ids.includes(selected) && rowOf(selected) === undefined;
}

/** How many share the row, and which of them this is; pressed, each gets a row, or all get one. */
function Unfold({ item }: { readonly item: InboxItem }) {
  const shared = useComputed(() => apart.value.get(item.id)).value;
  const fold = item.fold ?? shared;
  if (fold === undefined) return null;
  const isApart = item.fold === undefined;
  const count = fold.ids.length;
  const name = say(isApart ? "row.fold" : "row.unfold", { count });
  return (
    <button
      type="button"
      class="row-unfold"
      aria-label={name}
      title={name}
      aria-expanded={isApart ? "true" : "false"}
      onClick={() => (isApart ? foldUp(fold) : void unfold(fold))}
    >
      {isApart ? `${fold.ids.indexOf(item.id) + 1}/${count}` : `×${count}`}
      <Icon name="chevron" />
    </button>
  );
}

/**
 * The agent's reason, in quotation marks, and never as loud as what is asked. What stands out comes before
 * it, in Earshot's words.
 */
function Said({ item }: { readonly item: InboxItem }) {
  const said = saidOf(item);
  const { hazards = [] } = item;
  const told = hazardWords(hazards, words);
  if (said === "" && told === "") return null;
  return (
    <span class="row-said" dir="auto" title={said && say("row.said", { words: said })}>
      {told === "" ? null : <strong title={told}>{told} </strong>}
      {said === "" ? null : <q>{said}</q>}
    </span>
  );
}

function OpenFacts({ item }: { readonly item: InboxItem }) {
  const { level, votes = 0, quorum = 1, snoozedUntil, forOthers } = item;
  return (
    <>
      <Kind level={level} />
      <WhoseTurn item={item} />
      <span class="row-agent">{askersShort(item, words)}</span>
      {forOthers === undefined ? null : <WhoCan forOthers={forOthers} />}
      <Alike item={item} />
      {quorum > 1 ? <span class="row-votes">{say("row.votes", { votes, quorum })}</span> : null}
      {snoozedUntil === undefined ? null : (
        <span>{sayWith("row.back", { when: <Time at={snoozedUntil} /> })}</span>
      )}
    </>
  );
}

/** Who has it, is to have it or decides it, or that its agent is to answer first. */
function WhoseTurn({ item }: { readonly item: InboxItem }) {
  const { claim, assignment, held, asksAgentSince } = item;
  return (
    <>
      {claim === undefined ? null : (
        <span class="row-claim">
          <Icon name="person" />
          {claim.by.principal === me.value?.principal.id
            ? say("row.yours")
            : say("row.theirs", { who: oneLine(claim.by.name, 40) })}
        </span>
      )}
      {assignment === undefined ? null : (
        <span class="row-claim">
          <Icon name="person" />
          {say("row.assigned", {
            who: oneLine(assignment.to.name, 40),
            by: oneLine(assignment.by.name, 40),
          })}
        </span>
      )}
      {held === undefined ? null : <strong>{heldWords(held)}</strong>}
      {asksAgentSince === undefined ? null : (
        <span>{sayWith("row.asks-agent", { when: <Time at={asksAgentSince} /> })}</span>
      )}
    </>
  );
}

/** All differences are in the row, cut at the end where it is narrow; of one apart, its own. */
function Alike({ item }: { readonly item: InboxItem }) {
  const shared = useComputed(() => apart.value.get(item.id)).value;
  const fold = item.fold ?? shared;
  if (fold === undefined) return null;
  const isApart = item.fold === undefined;
  const lines = isApart ? differencesOf(fold, item.id) : foldLines(fold, words).join(" · ");
  return (
    <span class="row-fold" title={lines}>
      {isApart ? placeWords(fold, item.id) : foldWords(fold, words)}
      {lines === "" ? null : <span class="muted"> {lines}</span>}
    </span>
  );
}

function placeWords({ ids }: Fold, id: RequestId): string {
  return say("row.alike", { place: ids.indexOf(id) + 1, count: ids.length });
}

function WhoCan({ forOthers }: { readonly forOthers: ForOthers }) {
  return (
    <span class="row-others">
      {say("row.can", { who: decidersOf(forOthers, words) ?? say("row.nobody") })}
    </span>
  );
}

function Kind({ level }: { readonly level: InboxItem["level"] }) {
  if (level !== undefined) return <LevelMark level={level} />;
  return (
    <span class="level level-question">
      <Icon name="question" />
      {say("row.question")}
    </span>
  );
}

/** Closed without a yes or an answer. */
const CROSSED: ReadonlySet<string> = new Set(["rejected", "cancelled", "abandoned", "assumed"]);

function ClosedFacts({ item }: { readonly item: InboxItem }) {
  const { closedBy, status, level } = item;
  return (
    <>
      {closedBy === undefined ? (
        <StatusMark status={status} />
      ) : (
        <span class={`status status-${status}`}>
          <Icon name={CROSSED.has(status) ? "cross" : "check"} />
          <span class="row-closed">{closedWords(item)}</span>
        </span>
      )}
      {level === undefined ? null : <LevelMark level={level} />}
      <Use item={item} />
    </>
  );
}

/** Whether an approval has been used, or for how long it still can be. */
function Use({ item }: { readonly item: InboxItem }) {
  const use = item.status === "approved" ? useWords(item, nowMs.value, words) : undefined;
  return use === undefined ? null : <span class="row-use">{use}</span>;
}

interface TimeLeftProps {
  readonly createdAt: string;
  readonly expiresAt: string | undefined;
}

const RADIUS = 5;
const ROUND = 2 * Math.PI * RADIUS;
/** From this share on, a request counts as nearly out of time. */
const LATE = 0.25;

/** How long is left, and what share of its time that is; nothing for what never expires. */
function TimeLeft({ createdAt, expiresAt }: TimeLeftProps) {
  if (expiresAt === undefined) return null;
  const end = Date.parse(expiresAt);
  const leftMs = Math.max(0, end - nowMs.value);
  const share = Math.min(1, leftMs / Math.max(1, end - Date.parse(createdAt)));
  return (
    <span
      class={share < LATE ? "time-left late" : "time-left"}
      title={say("row.ends", { when: exact(expiresAt) })}
    >
      <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
        <circle cx="7" cy="7" r={RADIUS} class="all" />
        <circle
          cx="7"
          cy="7"
          r={RADIUS}
          class="left"
          stroke-dasharray={`${share * ROUND} ${ROUND}`}
          transform="rotate(-90 7 7)"
        />
      </svg>
      {leftMs === 0 ? say("row.ends-now") : say("row.left", { span: short(leftMs) })}
    </span>
  );
}
