import { readServerInfo } from "../../system/data-folder.ts";
import type { Finding } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

const PATIENCE_MS = 5_000;

/** Whether each server is ready from a caller's view: a running process may serve nothing. */
export async function checkReady({
  options,
  environment,
}: Pick<RunContext, "options" | "environment">): Promise<readonly Finding[]> {
  const known = environment.url ?? readServerInfo(options.data)?.url;
  const servers = (known ?? "").split(",").map((url) => url.trim());
  return await Promise.all(servers.filter((url) => URL.canParse(url)).map(readiness));
}

async function readiness(server: string): Promise<Finding> {
  const check = "ready";
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(new URL("/readyz", server), { signal });
    if (response.ok) return { check, state: "ok", detail: `${server} serves and can write` };
    return { check, state: "failed", detail: `${server}: ${reasonIn(await response.text())}` };
  } catch {
    // Another check says if nothing runs there, but none that it hangs.
    return { check, state: "warning", detail: `${server} does not answer. See its server.log.` };
  }
}

function reasonIn(text: string): string {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    return typeof detail === "string" ? detail : text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}
