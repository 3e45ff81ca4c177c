import "../styles/screens.css";
import "../styles/screens-tables.css";
import "../styles/screens-runs.css";
import "../styles/screens-liaison.css";
import "../styles/screens-exchanges.css";
import "../styles/screens-specification.css";
import "../styles/screens-feedback.css";
import { isId } from "../../domain/id.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { LiaisonFitness } from "../liaison/liaison-fitness.tsx";
import { LiaisonList } from "../liaison/liaison-list.tsx";
import { LiaisonView } from "../liaison/liaison-view.tsx";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";
import { Tabs } from "../ui/tabs.tsx";

const VIEWS = [
  { id: "list", label: "Conversations" },
  { id: "fitness", label: "Reliability and fitness" },
] as const;
const PATHS = { list: "/liaison", fitness: "/liaison/fitness" } as const;

/** Tasks that people talk over with the liaison: all of them, one, and what is learned from them. */
export function LiaisonScreen() {
  const [, open] = place.value.parts;
  const isOne = open !== undefined && open !== "fitness";
  useKeys("liaison", isOne ? { Escape: () => go("/liaison") } : {});
  return (
    <Screen title="Liaison">
      {isOne ? <One id={open} /> : <Views view={open === "fitness" ? "fitness" : "list"} />}
    </Screen>
  );
}

function One({ id }: { readonly id: string }) {
  if (isId("cnv", id)) return <LiaisonView key={id} id={id} />;
  return (
    <Empty title="There is no conversation of this id">
      Go back to Liaison for those that there are.
    </Empty>
  );
}

function Views({ view }: { readonly view: (typeof VIEWS)[number]["id"] }) {
  return (
    <>
      <Tabs
        items={VIEWS}
        selected={view}
        onSelect={(id) => go(PATHS[id])}
        label="Views of the liaison"
      />
      {view === "list" ? <LiaisonList /> : <LiaisonFitness />}
    </>
  );
}
