import type { WordBlock } from "./word-blocks.ts";

/* What a channel shows, and what a person can do there. */

/** One thing to show. Every text in it is plain: the channel escapes it for its platform. */
export type ContentBlock =
  /** Earshot's own words, emphasised. */
  | { readonly kind: "title"; readonly text: string }
  /** Earshot's own words, small. */
  | { readonly kind: "note"; readonly text: string }
  /**
   * The words of an agent or a person: inert, without mentions and links. If `blocks` are there, a
   * channel may draw them in place of the text, which has their markup in it.
   */
  | {
      readonly kind: "said";
      readonly by: string;
      readonly text: string;
      readonly blocks?: readonly WordBlock[];
    }
  /** Earshot's labels with values of the action. */
  | {
      readonly kind: "facts";
      readonly facts: readonly { readonly label: string; readonly value: string }[];
    }
  /**
   * Lines in a fixed-width font, such as the arguments of an action; with `blocks`, words of an agent as
   * in `said`.
   */
  | {
      readonly kind: "lines";
      readonly label: string;
      readonly lines: readonly string[];
      readonly blocks?: readonly WordBlock[];
    }
  /** Leads only to Earshot's own page. */
  | { readonly kind: "link"; readonly label: string; readonly url: string };

export interface Choice {
  /** At most 40 bytes of `A-Za-z0-9_.-`. */
  readonly token: string;
  readonly label: string;
  readonly description?: string;
}

/** What a person can do there. A channel leaves out what it cannot show; the link is always there. */
export type Control =
  | (Choice & { readonly kind: "button"; readonly style?: "primary" | "danger" })
  /** Several options at once, sent together. */
  | {
      readonly kind: "select";
      readonly token: string;
      readonly label: string;
      readonly options: readonly Choice[];
      readonly min: number;
      readonly max: number;
    }
  /** Opens a form, which `Inbound` of kind `submit` brings back under the same token. */
  | {
      readonly kind: "form";
      readonly token: string;
      readonly label: string;
      readonly form: FormView;
    }
  /** A reply in words is an answer. */
  | { readonly kind: "reply"; readonly hint: string };

export interface FormView {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** As that of a content. */
  readonly language?: string;
}

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly kind: "text" | "lines" | "number" | "yes_no" | "one_of" | "some_of";
  readonly options?: readonly string[];
  /** What comes back for each option, where that is not the option itself. */
  readonly keys?: readonly string[];
  readonly isRequired: boolean;
  /** The initial value; `yes` or `no` for `yes_no`. */
  readonly value?: string;
}

export interface Content {
  /** One line that tells it from others. Absent if nothing about it may be revealed. */
  readonly subject?: string;
  /**
   * What a notification begins with, since a locked phone shows little more: the first `said` block, or
   * the subject. If absent, the blocks in their order.
   */
  readonly opens?: "said" | "subject";
  readonly blocks: readonly ContentBlock[];
  readonly controls: readonly Control[];
  /** Of Earshot's words in it, such as `de`; English if absent. */
  readonly language?: string;
}
