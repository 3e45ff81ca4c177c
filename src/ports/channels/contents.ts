import type { ContentMode } from "../../domain/hub/routing.ts";
import type { RequestId } from "../../domain/id.ts";
import type { Fold } from "../../domain/inbox/fold.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Answer } from "../../domain/requests/question.ts";
import type { ForOthers, QuestionRequest, Request } from "../../domain/requests/request.ts";
import type { Capabilities, Content } from "./channel.ts";

/** What a button means on the request it stands on. */
export type ControlMeaning =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "approve" }
  | { readonly kind: "reject" }
  | { readonly kind: "review"; readonly outcome: "keep" | "escalate" | "abandon" }
  | { readonly kind: "separate"; readonly id: RequestId }
  | { readonly kind: "form" }
  | { readonly kind: "select" };

/** Makes what people see, for every channel. */
export interface Contents {
  /**
   * A request as it stands. Where `isWhole` is false it does not fit there: nothing on it decides,
   * and it links to the page.
   */
  request(
    request: Request,
    options: {
      /** The token of a control by its name. */
      readonly tokens: (name: string) => string;
      /** Where the page shows it. */
      readonly url: string;
      readonly fits: (content: Content) => boolean;
      readonly capabilities: Capabilities;
      /** `minimal`: its title and the link alone; nothing on it decides. */
      readonly mode: ContentMode;
      /** It may stand there twice, and this is the second. */
      readonly isResent: boolean;
      /** What people do where it stands is not heard now. */
      readonly isUnheard?: boolean;
      /** How long it has been open. */
      readonly waitedMs: number;
      /** What waits behind it and is like it; `fold` is of it and the first of them. */
      readonly behind?: { readonly count: number; readonly fold: Fold };
      /** What who closed it is called on the platform where they did. */
      readonly closer?: string;
      /** Of one that stands before one person alone, who cannot decide it: nothing on it decides. */
      readonly forOthers?: ForOthers | undefined;
    },
  ): { readonly content: Content; readonly isWhole: boolean };
  /** Asks whose answer words are, by buttons of the names `0`, `1` … and `none`; or says what they were. */
  which(asked: {
    readonly by: string;
    readonly words: string;
    readonly questions: readonly QuestionRequest[];
    /** What they were taken for. */
    readonly chosen?: QuestionRequest | "none" | undefined;
    readonly tokens: (name: string) => string;
    readonly isResent: boolean;
  }): Content;
  message(said: {
    readonly by: string;
    readonly text: string;
    readonly part?: { readonly index: number; readonly of: number } | undefined;
    readonly isResent: boolean;
  }): Content;
  /** The text in parts of at most `max` UTF-16 units as they are shown, which together are the text exactly. */
  split(text: string, max: number): readonly string[];
  /** What the control of this name means; undefined where there is none on this request. */
  meaning(name: string, request: Request): ControlMeaning | undefined;
  /** The answer that options of a select are, by their names; undefined where one is none of them. */
  chosen(names: readonly string[], request: Request): Answer | undefined;
  /** The fields of a question's form, of what was filled in. */
  fields(values: JsonObject, request: Request): Answer | undefined;
}
