import type { ForOthers, ShownRequest } from "../../../domain/requests/request.ts";
import { decidersOf } from "../../../render/for-others-words.ts";
import { whyWords } from "../../../render/refused-words.ts";
import { words } from "../../parts/render-words.ts";
import { Icon } from "../../ui/icon.tsx";
import { say } from "./messages/messages.ts";

/**
 * Whether somebody else has to decide it. If nobody can at the moment, a rejection is all that is
 * left.
 */
export function isForOthers({ forOthers }: Pick<ShownRequest, "forOthers">): boolean {
  return forOthers !== undefined && forOthers.deciders.length > 0;
}

interface Props {
  readonly forOthers: ForOthers;
  readonly what: "decide" | "answer";
}

/** Who can decide or answer it, and why the viewer cannot. */
export function WhoCan({ forOthers, what }: Props) {
  return (
    <>
      <p class="decide-others">
        <Icon name="person" />
        {say(`who.${what}`, { who: decidersOf(forOthers, words) ?? say("who.nobody") })}
      </p>
      <p class="decide-why">{whyWords(forOthers, words)}</p>
    </>
  );
}
