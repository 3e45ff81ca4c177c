import { inject } from "vitest";
import type { Services } from "./global-services.ts";

/** What tests share, as `global-services.ts` has started it; the first to ask waits for that. */
export async function service<Name extends keyof Services>(name: Name): Promise<Services[Name]> {
  const reply = await fetch(`${inject("servicesUrl")}/${name}`);
  const body = await reply.text();
  if (!reply.ok) throw new Error(`The tests have no ${name}: ${body}`);
  return JSON.parse(body) as Services[Name];
}
