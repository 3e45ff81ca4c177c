import { SPLITS, type Split } from "../../../domain/inbox/inbox.ts";
import { KEYS } from "../../browser/key-table.ts";
import { isWide } from "../../browser/width.ts";
import { Button } from "../../ui/button.tsx";
import { latePart } from "../../ui/late.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { undoable, undoLast } from "../pane/undo.ts";
import { BatchBar } from "./batch-bar.tsx";
import { say } from "./messages/messages.ts";
import { RowsView } from "./rows-view.tsx";
import { SearchBox } from "./search-box.tsx";
import { goToSplit, openId, query, split, splitName } from "./split.ts";
import { counts, isMarking, load, marked, needsMe, waitingRows } from "./state.ts";
import { views } from "./views.ts";

export function ListPane() {
  // Alone in a narrow window, it is what the page is about.
  const role = !isWide.value && openId.value === undefined ? "main" : undefined;
  return (
    <section
      role={role}
      tabIndex={-1}
      class={isMarking.value ? "list is-marking" : "list"}
      aria-label={say("inbox")}
    >
      <h1 class="visually-hidden">{say("inbox")}</h1>
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
            {say("select")}
          </Button>
        </div>
        <div class="list-parts">
          {query.value === "" ? <Splits /> : <p class="list-found">{say("found")}</p>}
          <NewRows />
        </div>
        {query.value === "" && views.value.length === 0 ? null : <ViewsBar />}
      </header>
      <div class="list-body">
        <RowsView />
      </div>
      <ToDeck />
      <UndoBar />
      <BatchBar />
    </section>
  );
}

/** For as long as what was just decided can be taken back. */
function UndoBar() {
  const count = undoable.value.length;
  if (count === 0) return null;
  return (
    <section class="batch-bar" aria-label={say("decided")}>
      <p>{say("decided.count", { count })}</p>
      <Button kind="quiet" shortcut={KEYS.undo} onClick={() => void undoLast()}>
        {say("take-back")}
      </Button>
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
  return <Tabs label={say("splits")} items={items} selected={split.value} onSelect={goToSplit} />;
}

/** A longer name would leave no room for the others. */
function SplitName({ id }: { readonly id: Split }) {
  return (
    <>
      <span aria-hidden={WHOLE_NAMES[id] !== undefined}>{splitName(id)}</span>
      <span class="visually-hidden">{WHOLE_NAMES[id]}</span>
    </>
  );
}
const WHOLE_NAMES: Partial<Record<Split, string>> = {
  others: say("whole.others"),
  waiting: say("whole.waiting"),
};

/** In a line that exists anyway, so that nothing moves when it comes and goes. */
function NewRows() {
  const count = waitingRows.value.length;
  if (count === 0) return null;
  return (
    <button type="button" class="new-rows" onClick={() => void load()}>
      {say("new", { count })}
    </button>
  );
}

/** For a thumb: in a wide window the request stands beside its row anyway. */
function ToDeck() {
  if (isWide.value || isMarking.value || split.value !== "needs_me") return null;
  if (query.value !== "" || needsMe.value < 2) return null;
  return (
    <a class="button to-deck" href="/deck">
      {say("deck")}
    </a>
  );
}

const ViewsBar = latePart(async () => (await import("./views-bar.tsx")).ViewsBar);
