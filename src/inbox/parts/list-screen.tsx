import type { ComponentChildren } from "preact";
import { type IdPrefix, type IdsByPrefix, isId } from "../../domain/id.ts";
import { useKeys } from "../browser/keys.ts";
import { go, place } from "../browser/router.ts";
import { Empty } from "../ui/empty.tsx";
import { Screen } from "../ui/screen.tsx";
import { say } from "./messages/messages.ts";

interface Props<P extends IdPrefix> {
  readonly title: string;
  /** What is said where there is none: "There is no run of this id". */
  readonly none: string;
  readonly prefix: P;
  /** Path parts below the screen's address that are views of the list, not items of it. */
  readonly views?: readonly string[];
  readonly list: (view: string | undefined) => ComponentChildren;
  readonly one: (id: IdsByPrefix[P]) => ComponentChildren;
}

/** A list, and the item that is open: the address says which. `Escape` leads back. */
export function ListScreen<P extends IdPrefix>(props: Props<P>) {
  const { title, none, prefix, views = [], list, one } = props;
  const [screen = "", open] = place.value.parts;
  const isList = open === undefined || views.includes(open);
  useKeys(screen, isList ? {} : { Escape: () => go(`/${screen}`) });
  return (
    <Screen title={title}>
      {isList ? (
        list(open)
      ) : isId(prefix, open) ? (
        one(open)
      ) : (
        <Empty title={none}>{say("no-such.back", { title })}</Empty>
      )}
    </Screen>
  );
}
