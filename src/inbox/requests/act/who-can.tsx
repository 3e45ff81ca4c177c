import type { ForOthers } from "../../../domain/requests/request.ts";
import { decidersOf } from "../../../render/for-others-words.ts";
import { whyWords } from "../../../render/refused-words.ts";
import { words } from "../../parts/render-words.ts";
import { Icon } from "../../ui/icon.tsx";
import { say } from "./messages/messages.ts";

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
