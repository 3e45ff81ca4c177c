import { api } from "./api.ts";
import { dropAllDrafts } from "./drafts.ts";
import { unfollow } from "./live.ts";
import { isSignedOut, me, signIn } from "./me.ts";
import { dropPageSecret } from "./page-secret.ts";

/** Ends the web session, and leaves nothing of it in this browser. */
export async function signOut(): Promise<void> {
  try {
    await api.signOut();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  dropPageSecret();
  dropAllDrafts();
  unfollow();
  me.value = undefined;
  signIn.value = "out";
}
