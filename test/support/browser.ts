import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
} from "playwright-core";
import { onTestFinished } from "vitest";
import { launchChromium } from "../../scripts/chromium.ts";
import { createClient } from "../../src/client/index.ts";
import { present } from "../../src/domain/present.ts";
import { keptContext } from "./kept-contexts.ts";
import { service } from "./services.ts";
import { cookieName, pageUrl, signInBrowser } from "./web.ts";

/*
 * A real browser on a real server. A test fails if a page of ours does something in it that no page
 * may.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * What a page runs in a fact is over before it is worth to be made fast, and what was compiled once is kept
 * for the facts behind it.
 */
const SHORT_LIVED = ["--js-flags=--no-maglev --no-turbofan --no-flush-bytecode"];

let launched: Promise<Browser> | undefined;

/** The browser of this worker, which ends with it. Each test has its own context in it. */
export async function theBrowser(): Promise<Browser> {
  if (launched !== undefined && !(await launched).isConnected()) launched = undefined;
  launched ??= service("chromium").then((program) => launchChromium(program, SHORT_LIVED));
  return await launched;
}

export interface OpenOptions {
  readonly url: string;
  /** The key of whoever makes the link. */
  readonly key: string;
  /** The person whom the link is for; the key's own person, if absent. */
  readonly operator?: string;
  readonly atTerminal?: boolean;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  readonly isPhone?: boolean;
  /** What the browser asks for, such as `de-AT`. */
  readonly language?: string;
  /** What is shown first; the inbox, if absent. */
  readonly path?: string;
  /** Signs in on the page with a new link, as people do, which is a page more to load. */
  readonly byLink?: boolean;
  /** For what stays with a context to its end: a clock that is set, or a worker. */
  readonly isFresh?: boolean;
  /** What is decided can be taken back for a moment, as people have it; it counts at once, if absent. */
  readonly holds?: boolean;
}

export interface Tab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** `http://localhost:PORT`, since passkeys need a host name. */
  readonly origin: string;
}

/** Signed in and with its first page there; closed with the test. */
export async function openInbox(browser: Browser, options: OpenOptions): Promise<Tab> {
  const { theme = "light", width = 1_440, height = 900, isPhone = false, isFresh } = options;
  const origin = pageUrl(options.url);
  const wanted = {
    viewport: { width, height },
    colorScheme: theme,
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: "reduce",
    ...present({ locale: options.language }),
  } as const;
  const context =
    isFresh === true
      ? await freshContext(browser, wanted)
      : await keptContext(browser, { wanted, origin });
  const page = await watched(context, origin);
  await clickWhatIsStill(page);
  if (options.holds !== true) await countAtOnce(page);
  if (options.byLink === true) await page.goto(await linkFor(origin, options));
  else await enter(page, origin, options);
  await page.getByRole("navigation").first().waitFor();
  return { page, context, origin };
}

async function freshContext(
  browser: Browser,
  wanted: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(wanted);
  onTestFinished(() => context.close());
  return context;
}

/** What the page at `/sign-in` leaves in the browser is there before the first page. */
async function enter(page: Page, origin: string, options: OpenOptions): Promise<void> {
  const { url, path = "/" } = options;
  const { secret, pageSecret } = await signInBrowser(url, options);
  await page.context().addCookies([
    {
      name: cookieName(url),
      value: secret,
      // Of this host alone, as its name says.
      domain: new URL(origin).hostname,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Strict",
    },
  ]);
  const kept = await page.addInitScript(
    (one) => localStorage.setItem("earshot.page", one),
    pageSecret,
  );
  await page.goto(origin + path);
  // Whoever signs out in this browser, or in as another, has another secret then or none.
  await kept.dispose();
}

/**
 * As by its toggle in the settings, until a test sets that. A decision that is held leaves its request open
 * for all others: that nothing was decided could not be told from that.
 */
async function countAtOnce(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const name = "earshot.holds-decisions";
    if (localStorage.getItem(name) === null) localStorage.setItem(name, "false");
  });
}

/**
 * A button that decides accepts a click only once it has stood still for a moment, as a person
 * needs.
 */
async function clickWhatIsStill(page: Page): Promise<void> {
  const moving = "[data-decides]:not([data-still])";
  await page.addLocatorHandler(
    page.locator(moving).first(),
    async () => {
      await page.waitForFunction((what) => document.querySelector(what) === null, moving);
    },
    { noWaitAfter: true },
  );
}

export async function linkFor(
  origin: string,
  { url, key, operator, atTerminal = true }: OpenOptions,
): Promise<string> {
  const { token } = await createClient({ url, key }).createSignInLink({
    ...present({ operator }),
    atTerminal,
  });
  return `${origin}/sign-in#${token}`;
}

/** A page that must not call elsewhere, open a dialog or log an error. */
export async function watched(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (line) => {
    // The browser reports a refused call, but that is no fault of the page.
    if (line.type() === "error" && !/Failed to load resource/.test(line.text())) {
      faults.push(`console: ${line.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const onRequest = (request: Request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`request: ${request.url()}`);
  };
  context.on("request", onRequest);
  onTestFinished(() => {
    context.off("request", onRequest);
    if (faults.length > 0) throw new Error(`The page did what it must not:\n${faults.join("\n")}`);
  });
  return page;
}

/** A platform authenticator that confirms its user without asking. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Saved in `screens` if somebody wants to look at it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env["EARSHOT_SCREENS"] === undefined) return;
  const folder = join(ROOT, "screens");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
