import type { Environment } from "../../compose/config.ts";
import { servingOf } from "../../system/data-folder.ts";
import { checkPublicUrl } from "../../system/public-url.ts";

/**
 * Where people open the inbox of the server that a command calls. This is its public URL, from the
 * environment or the server of the data folder; otherwise the address that the command calls.
 */
export function inboxAt(
  {
    options,
    environment,
  }: { readonly options: { readonly data: string }; readonly environment: Environment },
  server: string,
): string {
  const { url, publicUrl } = environment;
  if (publicUrl !== undefined) return checkPublicUrl(publicUrl);
  // A server other than the folder's does not say where it is opened.
  const known = url === undefined ? servingOf(options.data)?.publicUrl : undefined;
  return known ?? server;
}
