import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, servingOf } from "../../system/data-folder.ts";
import type { RunContext } from "../terminal/run-context.ts";
import type { McpClient } from "./client.ts";
import { clientKey } from "./client-key.ts";
import { findInstallation } from "./installation.ts";
import { findPlaces } from "./places.ts";
import type { Setup } from "./plan.ts";
import type { Scope } from "./scope.ts";

/** The options of `earshot init`, as given. */
export interface InitOptions {
  readonly scope?: Scope;
  readonly url?: string;
  readonly name: string;
  readonly hook: boolean;
  readonly skill: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly remove?: boolean;
}

const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];

/** What is to be set up; throws INVALID_INPUT if the options do not fit together. */
export function setupOf(
  { options, environment }: RunContext,
  client: McpClient,
  given: InitOptions,
): Setup {
  if (!SERVER_NAME.test(given.name)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(given.name)} cannot name a server. Use letters, digits, - and _, at most 64, and begin with a letter or digit.`,
    );
  }
  const url = given.url === undefined ? environment.url : checkedUrl(given.url);
  const data = dataPaths(options.data).root;
  return {
    client,
    scope: given.scope ?? (client.files.project === undefined ? "user" : "project"),
    places: findPlaces(),
    name: given.name,
    data,
    key: clientKey(data, client, url),
    installation: findInstallation(),
    url,
    isRemote: given.url !== undefined,
    hasHook: given.hook && client.id === "claude-code",
    hasSkill: given.skill && client.id === "claude-code",
  };
}

/**
 * The address without path. A key is sent there with every call, so it must not travel unencrypted.
 */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || LOOPBACK.includes(url?.hostname ?? "");
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isSafe) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(text)} is not an address that a key can be sent to. Use https://…, or http://127.0.0.1:4242 on this machine.`,
    );
  }
  return url.origin;
}

/** Whether the keys of the data folder are keys of that server. */
export function isOwnServer({ data, url }: Pick<Setup, "data" | "url">): boolean {
  const own = servingOf(data)?.url;
  return url === undefined || (own !== undefined && new URL(own).origin === url);
}
