import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from "playwright-core";
import { onTestFinished } from "vitest";

/*
 * Contexts that facts use one after the other. A new one has a process of its own that compiles the page
 * anew, which takes longer than most facts do.
 */

interface Kept {
  readonly kind: string;
  readonly context: BrowserContext;
  /** Stays open: the process of a site ends with its last page. */
  readonly parked: Page;
  readonly session: CDPSession;
}

/** Of kinds that are wanted seldom none is kept for long. */
const MOST = 3;
const free: Kept[] = [];

/** A context with nothing in it, of this fact alone until its end. */
export async function keptContext(
  browser: Browser,
  { wanted, origin }: { readonly wanted: BrowserContextOptions; readonly origin: string },
): Promise<BrowserContext> {
  const kind = JSON.stringify(wanted);
  const at = free.findIndex((one) => one.kind === kind && one.context.browser() === browser);
  const [found] = at < 0 ? [] : free.splice(at, 1);
  const kept = found ?? (await make(browser, kind));
  onTestFinished(() => giveBack(kept, origin));
  return kept.context;
}

async function make(browser: Browser, kind: string): Promise<Kept> {
  const context = await browser.newContext(JSON.parse(kind) as BrowserContextOptions);
  const parked = await context.newPage();
  // All ports of a host are one site to the browser.
  await parked.route("**/*", (route) => route.fulfill({ body: "", contentType: "text/html" }));
  await parked.goto("http://localhost/");
  return { kind, context, parked, session: await context.newCDPSession(parked) };
}

/** Nothing of a fact is left for the next one, but the compiled code. */
async function giveBack(kept: Kept, origin: string): Promise<void> {
  const { context, parked, session } = kept;
  try {
    await Promise.all(context.pages().map((page) => page !== parked && page.close()));
    await Promise.all([
      context.unrouteAll(),
      context.clearCookies(),
      context.clearPermissions(),
      context.setOffline(false),
      session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" }),
    ]);
  } catch {
    // The fact has closed it itself, or taken its browser away.
    await context.close().catch(() => {});
    return;
  }
  free.push(kept);
  if (free.length > MOST) await free.shift()?.context.close();
}
