import { spawn } from "node:child_process";
import { once } from "node:events";

/** What opens an address in the browser of whoever sits here, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const OTHER_OPENER = ["xdg-open"] as const;

/** Whether this process has a screen that a browser could show a page on. */
export function hasScreen(hasDisplay: boolean, platform = process.platform): boolean {
  return hasDisplay || OPENERS[platform] !== undefined;
}

/** False where there is nothing that opens it; whether a page came up nobody tells. */
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
