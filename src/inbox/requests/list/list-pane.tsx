import { useState } from "preact/hooks";
import { SPLITS, type Split } from "../../../domain/inbox/inbox.ts";
import { isWide } from "../../browser/width.ts";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { isBatch } from "./rows.ts";
import { RowsView } from "./rows-view.tsx";
import { SearchBox } from "./search-box.tsx";
import { goToSplit, openId, query, SPLIT_NAMES, split } from "./split.ts";
import { counts, isMarking, load, marked, needsMe, rows, waitingRows } from "./state.ts";
import { views } from "./views.ts";

export function ListPane() {
  // Alone in a narrow window, it is what the page is about.
  const role = !isWide.value && openId.value === undefined ? "main" : undefined;
  return (
    <section
      role={role}
      tabIndex={-1}
      class={isMarking.value ? "list is-marking" : "list"}
      aria-label="Inbox"
    >
      <h1 class="visually-hidden">Inbox</h1>
      <header class="list-head">
        <div class="list-top">
          <SearchBox />
          <Button
            kind="quiet"
            class="list-select"
            aria-pressed={isMarking.value}
            onClick={() => {
              isMarking.value = !isMarking.value;
              marked.value = new Set();
            }}
          >
            Select
          </Button>
        </div>
        <div class="list-parts">
          {query.value === "" ? <Splits /> : <p class="list-found">Found in all requests</p>}
          <NewRows />
        </div>
        {query.value === "" && views.value.length === 0 ? null : <ViewsBar />}
      </header>
      <div class="list-body">
        <RowsView />
      </div>
      <ToDeck />
      <BatchBar />
    </section>
  );
}

function Splits() {
  const isShown = (id: Split) => id !== "others" || split.value === id || counts.value[id] > 0;
  const items = SPLITS.filter(isShown).map((id) => ({
    id,
    label: <SplitName id={id} />,
    count: id === "done" ? undefined : counts.value[id],
  }));
  return <Tabs label="Splits" items={items} selected={split.value} onSelect={goToSplit} />;
}

/** A longer name would leave no room for the others. */
function SplitName({ id }: { readonly id: Split }) {
  return (
    <span>
      {SPLIT_NAMES[id]}
      <span class="visually-hidden">{REST_OF_NAMES[id]}</span>
    </span>
  );
}
const REST_OF_NAMES: Partial<Record<Split, string>> = {
  others: " have to decide",
  waiting: " on the agent",
};

/** In a line that exists anyway, so that nothing moves when it comes and goes. */
function NewRows() {
  const count = waitingRows.value.length;
  if (count === 0) return null;
  return (
    <button type="button" class="new-rows" onClick={() => void load()}>
      {count} new
    </button>
  );
}

/** For a thumb: in a wide window the request stands beside its row anyway. */
function ToDeck() {
  if (isWide.value || isMarking.value || split.value !== "needs_me") return null;
  if (query.value !== "" || needsMe.value < 2) return null;
  return (
    <a class="button to-deck" href="/deck">
      One at a time
    </a>
  );
}

const ViewsBar = latePart(async () => (await import("./views-bar.tsx")).ViewsBar);

const BatchDialog = latePart(async () => (await import("../batch/batch-dialog.tsx")).BatchDialog);

/** What can be done with the marked rows. */
function BatchBar() {
  const [isOpen, open] = useState(false);
  const items = rows.value.filter(({ id }) => marked.value.has(id));
  const clear = () => {
    marked.value = new Set();
  };
  if (items.length === 0) return null;
  return (
    <section class="batch-bar" aria-label="Selected requests">
      <p>
        <strong>{items.length}</strong> selected
      </p>
      {isBatch(items) ? (
        <Button kind="primary" onClick={() => open(true)}>
          Decide together…
        </Button>
      ) : (
        <p class="hint">
          {items.some(({ forOthers }) => forOthers !== undefined)
            ? "Others have to decide these."
            : "Only open LOW and MEDIUM actions of one tool can be decided together."}
        </p>
      )}
      <Button kind="quiet" keyHint="Escape" onClick={clear}>
        Clear
      </Button>
      {isOpen ? (
        <BatchDialog
          items={items}
          onClose={() => {
            open(false);
            clear();
          }}
        />
      ) : null}
    </section>
  );
}
