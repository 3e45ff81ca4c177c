import { dropAllDrafts } from "../browser/drafts.ts";
import { api } from "../server/api.ts";
import { unfollow } from "../server/live.ts";
import { isSignedOut, me, signIn } from "../server/me.ts";
import { dropPageSecret } from "../server/page-secret.ts";

/** Ends the web session, and removes all of it from this browser. */
export async function signOut(): Promise<void> {
  try {
    await api.signOut();
  } catch (error) {
    if (!isSignedOut(error)) throw error;
  }
  const { endHere } = await import("../device/this-device.ts");
  await endHere().catch(() => undefined);
  dropPageSecret();
  dropAllDrafts();
  unfollow();
  me.value = undefined;
  signIn.value = "out";
}
