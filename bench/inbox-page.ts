import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchChromium, unpackChromium } from "../scripts/chromium.ts";
import { createClient, type EarshotClient } from "../src/client/index.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import { fill } from "./fill.ts";
import { inFolder } from "./folder.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";

const PRODUCT = new URL("./servers/product.ts", import.meta.url);

/** A real browser, signed in to a server of its own with this many open requests. */
export interface InboxBench {
  readonly server: ServerProcess;
  readonly origin: string;
  readonly browser: Browser;
  /** A browser's profile that is signed in already, without a page. */
  readonly signedIn: (as?: BrowserContextOptions) => Promise<Page>;
  readonly operator: EarshotClient;
  readonly agent: EarshotClient;
  readonly operatorKey: string;
}

/** The list of requests; each row is a link in it. */
export const ROWS = ".rows .row > a";

export async function withInbox<T>(
  open: number,
  use: (bench: InboxBench) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    await fill(folder, { answered: 0, open });
    const server = await startProcess(PRODUCT, folder);
    const browser = await launchChromium(await unpackChromium());
    try {
      const url = `http://127.0.0.1:${server.port}`;
      const origin = url.replace("127.0.0.1", "localhost");
      const operatorKey = readKeyFile(folder, "operator") ?? "";
      const operator = createClient({ url, key: operatorKey });
      const agent = createClient({ url, key: readKeyFile(folder, "agent") ?? "" });
      const signedIn = async (as: BrowserContextOptions = {}) => {
        const page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, ...as });
        const { token } = await operator.createSignInLink({ atTerminal: true });
        await page.goto(`${origin}/sign-in#${token}`);
        await page.waitForSelector(ROWS);
        return page;
      };
      return await use({ server, origin, browser, signedIn, operator, agent, operatorKey });
    } finally {
      await browser.close();
      await server.kill();
    }
  });
}
