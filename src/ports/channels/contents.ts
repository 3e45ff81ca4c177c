import type { EarshotError } from "../../domain/errors.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { ContentMode } from "../../domain/hub/routing.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Fold } from "../../domain/inbox/fold.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type {
  ForOthers,
  QuestionRequest,
  Shown,
  ShownRequest,
} from "../../domain/requests/request.ts";
import type { Capabilities, Content } from "./channel.ts";

/** The meaning of a button on its request. */
export type ControlMeaning =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "approve" }
  | { readonly kind: "reject" }
  | { readonly kind: "review"; readonly outcome: "keep" | "escalate" | "abandon" }
  | { readonly kind: "undo" }
  /** It asks for words, whose meaning `words` tells. */
  | { readonly kind: "words"; readonly hint?: (language: string) => string }
  | { readonly kind: "separate"; readonly id: RequestId }
  | { readonly kind: "form" }
  | { readonly kind: "select" };

/** What a person wants with words that they were asked for. */
export type WordsAct =
  | { readonly do: "approve"; readonly note?: string; readonly digest: string }
  | { readonly do: "reject"; readonly reason?: string }
  | { readonly do: "ask" | "respond"; readonly text: string }
  | { readonly do: "answer"; readonly answer: Answer };

/** Makes what people see, for every channel. */
export interface Contents {
  /**
   * A request in its present state. If `isWhole` is false it does not fit there: nothing on it decides,
   * and it links to the page.
   */
  request(
    request: ShownRequest,
    options: {
      /** Of whoever reads it, such as `de`. */
      readonly language: string;
      /** UTC if absent. */
      readonly timeZone?: string | undefined;
      /** The token of a control by its name. */
      readonly tokens: (name: string) => string;
      /** Where the page shows it. */
      readonly url: string;
      /** The page opens on the server's machine alone: the place is told, and nothing links to it. */
      readonly isPageLocal?: boolean;
      readonly fits: (content: Content) => boolean;
      readonly capabilities: Capabilities;
      /** `minimal`: only its title and the link; nothing on it decides. */
      readonly mode: ContentMode;
      /** What stands beside it, drawn; without it that is not decided there. */
      readonly evidence?: readonly EvidenceView[];
      /** It may appear twice there, and this is the second post. */
      readonly isResent: boolean;
      /** Its channel does not hear people now. */
      readonly isUnheard?: boolean;
      /** How long it has been open. */
      readonly waitedMs: number;
      /** Similar requests that wait behind it; `fold` compares it with the first of them. */
      readonly behind?: { readonly count: number; readonly fold: Fold };
      /** The name, on the platform, of the person who closed it there. */
      readonly closer?: string;
      /** Who was given it. */
      readonly assignee?: string;
      /** For a post to one person who cannot decide it: nothing on it decides. */
      readonly forOthers?: ForOthers | undefined;
    },
  ): { readonly content: Content; readonly isWhole: boolean };
  /** Asks which question words answer, with buttons named `0`, `1` … and `none`; or says the choice. */
  which(asked: {
    readonly language: string;
    readonly by: string;
    readonly words: string;
    readonly questions: readonly Shown<QuestionRequest>[];
    /** The choice that was made. */
    readonly chosen?: Shown<QuestionRequest> | "none" | undefined;
    readonly tokens: (name: string) => string;
    readonly isResent: boolean;
  }): Content;
  message(said: {
    readonly language: string;
    readonly by: string;
    readonly text: string;
    readonly part?: { readonly index: number; readonly of: number } | undefined;
    readonly isResent: boolean;
  }): Content;
  /** Splits the text into parts of at most `max` UTF-16 units as shown; together they are the exact text. */
  split(text: string, max: number): readonly string[];
  /** The meaning of the control of this name; undefined if the request has no such control. */
  meaning(name: string, request: ShownRequest): ControlMeaning | undefined;
  /** The answer for chosen options, by their names; undefined if one of them is unknown. */
  chosen(names: readonly string[], request: ShownRequest): Answer | undefined;
  /** What words that were asked for want, by the name of their control; undefined if nothing. */
  words(name: string, values: JsonObject, request: ShownRequest): WordsAct | undefined;
  /** Why something was refused. */
  refused(error: EarshotError, language: string): string;
  /** The answer for a filled-in form. */
  fields(values: JsonObject, request: ShownRequest): Answer | undefined;
}
