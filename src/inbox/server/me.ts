import { signal } from "@preact/signals";
import { isEarshotError } from "../../domain/errors.ts";
import type { Right } from "../../domain/people/principal.ts";
import type { Whoami } from "../../ports/earshot/earshot.ts";
import { api } from "./api.ts";

/** Who is signed in with this browser. */
export const me = signal<Whoami | undefined>(undefined);
export const signIn = signal<"unknown" | "in" | "out">("unknown");

export function can(right: Right): boolean {
  return me.value?.rights.includes(right) ?? false;
}

/** Asks the server who is signed in; throws errors that are not about signing in. */
export async function loadMe(): Promise<void> {
  try {
    me.value = await api.whoami();
    signIn.value = "in";
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
}

/** Whether an error says that the web session is over; the page then shows how to sign in. */
export function isSignedOut(error: unknown): boolean {
  if (!isEarshotError(error, "NOT_SIGNED_IN")) return false;
  me.value = undefined;
  signIn.value = "out";
  return true;
}
