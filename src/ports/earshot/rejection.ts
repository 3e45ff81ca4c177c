import type { RequestId } from "../../domain/id.ts";

export interface RejectInput {
  readonly id: RequestId;
  /** Told to the agent; at most 2 KiB. */
  readonly reason?: string;
  /** `like`: for a time what is like it is rejected at once, and nobody is asked; it takes `permit`. */
  readonly covers?: "this" | "like";
  /** Of `like`: from now, at most 24 hours; an hour where absent. */
  readonly forMs?: number;
  /** Of `like`: JSON Pointers of arguments that may be anything. */
  readonly anyAt?: readonly string[];
  /** Of `like`: of arguments whose digits may be any, as those of a counter. */
  readonly digitsAt?: readonly string[];
}

export interface PreviewRejectionInput extends Pick<RejectInput, "id" | "anyAt"> {
  /** Absent: where the alike ones that are open differ in digits. */
  readonly digitsAt?: readonly string[];
}

/** What a rejection would reach that covers what is like it. */
export interface RejectionPreview {
  /** As given, or as found. */
  readonly digitsAt: readonly string[];
  /** The others that it covers, are open and are the caller's to reject, oldest first. */
  readonly ids: readonly RequestId[];
  /** How many more it covers that the caller may not decide. */
  readonly left: number;
}
