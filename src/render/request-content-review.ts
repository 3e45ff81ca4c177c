import { formatDuration } from "../domain/duration.ts";
import type { ReviewOutcome } from "../domain/requests/review.ts";
import type { ContentBlock, Control } from "../ports/channels/channel.ts";
import { note } from "./content-blocks.ts";
import type { ControlOptions } from "./request-content-parts.ts";

/** What a button can do about a request that nobody answers. */
type ReviewByButton = Extract<ReviewOutcome["do"], "keep" | "escalate" | "abandon">;

interface ReviewButton {
  readonly name: string;
  readonly outcome: ReviewByButton;
  readonly label: string;
  readonly style?: "danger";
}

const BUTTONS: readonly ReviewButton[] = [
  { name: "vk", outcome: "keep", label: "Keep waiting" },
  { name: "vo", outcome: "escalate", label: "Ask the owners" },
  { name: "vz", outcome: "abandon", label: "Give it up", style: "danger" },
];

/** What the control with this name does about a request; undefined for another control. */
export function reviewNamed(name: string): ReviewByButton | undefined {
  return BUTTONS.find((one) => one.name === name)?.outcome;
}

/** Shown beside the controls of a request that has been open for so long. */
export function reviewParts(
  waitedMs: number,
  { tokens, capabilities }: ControlOptions,
): { readonly blocks: readonly ContentBlock[]; readonly controls: readonly Control[] } {
  return {
    blocks: [note(`Nobody has answered it for ${formatDuration(waitedMs)}.`)],
    controls: capabilities.buttons
      ? BUTTONS.map(({ name, outcome: _, ...button }): Control => {
          return { kind: "button", token: tokens(name), ...button };
        })
      : [],
  };
}
