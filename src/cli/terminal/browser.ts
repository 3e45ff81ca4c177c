import { spawn } from "node:child_process";
import { once } from "node:events";
import type { RunContext } from "./run-context.ts";

/** The program that opens an address in the local browser, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const OTHER_OPENER = ["xdg-open"] as const;

/** Whether this process has a screen on which a browser could show a page. */
export function hasScreen(hasDisplay: boolean, platform = process.platform): boolean {
  return hasDisplay || OPENERS[platform] !== undefined;
}

/** False if nothing can open it; nobody reports whether a page came up. */
export async function openBrowser(address: string): Promise<boolean> {
  const [command, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  try {
    const opener = spawn(command, [...args, address], { detached: true, stdio: "ignore" });
    await once(opener, "spawn");
    opener.unref();
    return true;
  } catch {
    return false;
  }
}

/** Longer addresses are cut if the browser shows the page already. */
const SHORT = 76;

/** Opens a page in the browser where there is a screen, and prints its address as a link. */
export async function showPage(
  { output, environment, options }: Pick<RunContext, "output" | "environment" | "options">,
  { label, url }: { readonly label: string; readonly url: string },
): Promise<void> {
  const isOpen = hasScreen(environment.hasDisplay === true) && (await openBrowser(url));
  const shown = isOpen && url.length > SHORT ? `${url.slice(0, SHORT)}…` : url;
  const isPlain = process.stderr.isTTY !== true || environment.noColor || options.plain === true;
  output.note(label);
  output.note(`  ${isPlain ? shown : linked(url, shown)}`);
  if (isOpen) output.note("  It has been opened in your browser.");
}

/** OSC 8: a terminal that knows it opens the address when the text is pressed; others show the text alone. */
function linked(url: string, text: string): string {
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}
