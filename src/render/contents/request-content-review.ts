import type { ReviewOutcome } from "../../domain/requests/review.ts";
import type { ContentBlock, Control } from "../../ports/channels/channel.ts";
import { lengthWords } from "../words/lengths.ts";
import { note } from "./content-blocks.ts";
import type { ControlOptions } from "./request-content-parts.ts";

/** What a button can do about a request that nobody answers. */
type ReviewByButton = Extract<ReviewOutcome["do"], "keep" | "escalate" | "abandon">;

interface ReviewButton {
  readonly name: string;
  readonly outcome: ReviewByButton;
  readonly style?: "danger";
}

const BUTTONS: readonly ReviewButton[] = [
  { name: "vk", outcome: "keep" },
  { name: "vo", outcome: "escalate" },
  { name: "vz", outcome: "abandon", style: "danger" },
];

/** What the control with this name does about a request; undefined for another control. */
export function reviewNamed(name: string): ReviewByButton | undefined {
  return BUTTONS.find((one) => one.name === name)?.outcome;
}

/** Shown beside the controls of a request that has been open for so long. */
export function reviewParts(
  waitedMs: number,
  { tokens, capabilities, reader: { words } }: ControlOptions,
): { readonly blocks: readonly ContentBlock[]; readonly controls: readonly Control[] } {
  return {
    blocks: [note(words.say("review.waited", { time: lengthWords(waitedMs, words) }))],
    controls: capabilities.buttons
      ? BUTTONS.map(({ name, outcome, ...button }): Control => {
          const label = words.say(`button.${outcome}`);
          return { kind: "button", token: tokens(name), label, ...button };
        })
      : [],
  };
}
