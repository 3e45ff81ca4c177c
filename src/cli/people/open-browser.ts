import { spawn } from "node:child_process";
import { once } from "node:events";

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
