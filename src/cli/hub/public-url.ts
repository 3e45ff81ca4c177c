import { servingOf } from "../../system/data-folder.ts";
import { checkPublicUrl } from "../../system/public-url.ts";
import {
  readSavedPublicUrl,
  savePublicUrl,
  wasPublicUrlAsked,
} from "../server/saved-public-url.ts";
import { type AtTerminal, askText } from "./ask-settings.ts";

export const NO_LINKS =
  "Posts have no links to the page, since it opens on this computer alone. What is decided on the page is decided there: npx earshot open";

/**
 * Asks a person once for the address of the page where nobody knows one. Without it, a link would
 * be dead on every phone.
 */
export async function askPublicUrl(context: AtTerminal): Promise<void> {
  const { options, environment, output } = context;
  const serving = servingOf(options.data);
  if (serving === undefined || serving.publicUrl !== undefined) return;
  const known = environment.publicUrl ?? readSavedPublicUrl(options.data) ?? (await asked(context));
  output.note(
    known === undefined
      ? `${NO_LINKS}. Later: npx earshot start --public-url https://…`
      : "The public address is used from the next start: npx earshot stop, then npx earshot start.",
  );
}

async function asked(context: AtTerminal): Promise<string | undefined> {
  const { data } = context.options;
  if (wasPublicUrlAsked(data)) return undefined;
  const given = await askText(
    "Public address of this server, such as https://earshot.example.com, for links in posts\nIt is that of a proxy with TLS (docs/guides/reverse-proxy.md). Enter: there is none.",
    { ...context, saved: "the channel is saved", fault: publicUrlFault },
  );
  const url = given === undefined ? undefined : checkPublicUrl(given);
  savePublicUrl(data, url);
  return url;
}

function publicUrlFault(value: string): string | undefined {
  try {
    checkPublicUrl(value);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
