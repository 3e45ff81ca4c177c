import { present } from "../../domain/present.ts";

/*
 * Proves that a call comes from the page at this very address. The cookie of the web session is
 * sent to every port of the host; this storage belongs to one port alone. In a browser that stores
 * nothing for the page, one stays signed in until one leaves the page.
 */
const KEY = "earshot.page";
let unkept: string | undefined;

export function pageSecret(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? unkept;
  } catch {
    return unkept;
  }
}

let carried: string | undefined;
let renew: <T>(call: () => Promise<T>) => Promise<T> = (call) => call();

/** Whether a token lets in here, in place of a web session. */
export function carriesToken(): boolean {
  return carried !== undefined;
}

/** How calls get another token where theirs has ended. */
export function renewBy(by: typeof renew): void {
  renew = by;
}

/** Makes a call of a part that stands in somebody else's page, too. */
export function letIn<T>(call: () => Promise<T>): Promise<T> {
  return renew(call);
}

/** In the page of an application: what lets its user in, in place of a web session; kept in memory alone. */
export function carryToken(token: string): void {
  carried = `Bearer ${token}`;
}

/** The header that every call by fetch carries. */
export function pageHeaders(): Readonly<Record<string, string>> {
  if (carried !== undefined) return { authorization: carried };
  const secret = pageSecret();
  return present({ "earshot-page": secret });
}

export function keepPageSecret(secret: string): void {
  unkept = undefined;
  try {
    localStorage.setItem(KEY, secret);
  } catch {
    unkept = secret;
  }
}

export function dropPageSecret(): void {
  unkept = undefined;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
}

/** Calls `act` when somebody signs in in another tab: what this one shows may not be theirs. */
export function onOtherSignIn(act: () => void): void {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === KEY && newValue !== null) act();
  });
}
