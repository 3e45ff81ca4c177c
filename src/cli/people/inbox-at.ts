import type { Environment } from "../../compose/config.ts";
import { servingOf } from "../../system/data-folder.ts";
import { checkPublicUrl } from "../../system/public-url.ts";

/**
 * Where people open the inbox of the server that a command calls: at its public URL, which the
 * environment or the server of the data folder says, or else where the command calls it.
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
  // Another server than that of the folder says nothing of where it is opened.
  const known = url === undefined ? servingOf(options.data)?.publicUrl : undefined;
  return known ?? server;
}
