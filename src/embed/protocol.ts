/*
 * What the page of an application and the frame in it say to each other. The frame says that it is
 * there, which tells nothing; the page answers to the frame's exact origin with one end of a channel,
 * and all else goes over that, where nobody else hears it. No token is ever in an address.
 */

/** The first words of both, by `postMessage`. */
export const READY = "earshot:ready";
export const START = "earshot:start";

export type EmbedTheme = "system" | "light" | "dark";

export interface StartMessage {
  readonly type: typeof START;
  /** The one request to show; all that asks the user if absent. */
  readonly request?: string;
  readonly token?: string;
  readonly theme?: EmbedTheme;
}

export type ToFrame =
  | { readonly type: "token"; readonly token: string }
  | { readonly type: "theme"; readonly theme: EmbedTheme };

export type FromFrame =
  | { readonly type: "size"; readonly height: number }
  /** What the frame is, for those who do not see it. */
  | { readonly type: "title"; readonly title: string }
  /** It has no token, or one that is about to end. */
  | { readonly type: "tokenRequested" }
  | { readonly type: "answered"; readonly id: string }
  | { readonly type: "decided"; readonly id: string; readonly outcome: "approved" | "rejected" }
  /** It is over, by whomever. */
  | { readonly type: "closed"; readonly id: string; readonly status: string };
