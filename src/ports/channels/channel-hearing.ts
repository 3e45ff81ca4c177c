/**
 * Whether a channel hears what people do on its platform. What it posts is another matter: a channel
 * can be deaf and still bring every question.
 */
export type ChannelHearing =
  | { readonly state: "running" }
  /** It does not hear now, and tries again by itself. `why` is for people, without content and secrets. */
  | { readonly state: "reconnecting"; readonly why: string }
  /** It does not hear, or not all, until somebody does what `why` says. */
  | { readonly state: "deaf"; readonly why: string };

export type HearingState = ChannelHearing["state"];

export const RUNNING: ChannelHearing = { state: "running" };

/** How a channel hears after a fault: one that is permanent ends only when somebody does what it says. */
export function hearingAfter(fault: {
  readonly kind: string;
  readonly message: string;
}): Exclude<ChannelHearing, { readonly state: "running" }> {
  return { state: fault.kind === "permanent" ? "deaf" : "reconnecting", why: fault.message };
}
