/**
 * Whether a channel hears what people do on its platform. Posting is separate: a channel can be deaf
 * and still post every question.
 */
export type ChannelHearing =
  | { readonly state: "running" }
  /** It does not hear now, and retries by itself. `why` is for people, without content or secrets. */
  | { readonly state: "reconnecting"; readonly why: string }
  /** It does not hear everything until somebody does what `why` says. */
  | { readonly state: "deaf"; readonly why: string };

export type HearingState = ChannelHearing["state"];

export const RUNNING: ChannelHearing = { state: "running" };

/** A channel's hearing after a fault. A permanent fault ends only when somebody acts on its message. */
export function hearingAfter(fault: {
  readonly kind: string;
  readonly message: string;
}): Exclude<ChannelHearing, { readonly state: "running" }> {
  return { state: fault.kind === "permanent" ? "deaf" : "reconnecting", why: fault.message };
}
