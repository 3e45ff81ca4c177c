import type { Environment } from "../../compose/config.ts";
import type { ServerOptions } from "../../compose/server.ts";

/** What the command line says about who can reach the server, and whom it calls; the environment supplies the rest. */
export interface ReachOptions {
  readonly listen?: string;
  readonly allowedHost?: readonly string[];
  readonly publicUrl?: string;
  readonly notifyHost?: readonly string[];
  readonly pushHost?: readonly string[];
  readonly embedOrigin?: readonly string[];
}

export function reachOf(
  { listen, allowedHost, publicUrl, notifyHost, pushHost, embedOrigin }: ReachOptions,
  environment: Environment,
  saved?: string,
): Pick<
  ServerOptions,
  "listen" | "allowedHosts" | "publicUrl" | "notifyHosts" | "pushHosts" | "embedOrigins"
> {
  return {
    listen: listen ?? environment.listen,
    allowedHosts: allowedHost ?? namesOf(environment.allowedHosts),
    embedOrigins: embedOrigin ?? namesOf(environment.embedOrigins),
    pushHosts: pushHost ?? namesOf(environment.pushHosts),
    notifyHosts: notifyHost ?? namesOf(environment.notifyHosts),
    publicUrl: publicUrl ?? environment.publicUrl ?? saved,
  };
}

/** Names in a variable, separated by commas. */
export function namesOf(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
