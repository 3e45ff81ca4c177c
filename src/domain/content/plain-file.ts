import { MAX_NAME_LENGTH } from "../limits.ts";

/* What strangers call their files, made harmless for whoever saves them. */

const NAMELESS = "attachment";
/** Control characters, line ends, and what changes the direction or the look of a name. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
/** What no system takes in a name, and what a header or a shell could take for its own. */
const RESERVED = /["*:<>?|`$;]/g;
/** Windows opens a device under these names, whatever stands behind the point. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The name without a path, without hidden characters, and not too long; its ending stays. */
export function plainFileName(given: string): string {
  const last =
    given
      .slice(-4 * MAX_NAME_LENGTH)
      .split(/[\\/]/)
      .at(-1) ?? "";
  const plain = last.replace(UNSEEN, "").replace(RESERVED, "_").trim().replace(/^\.+/, "");
  const name = shortened(plain.replace(/[. ]+$/, ""));
  if (name === "") return NAMELESS;
  return DEVICE.test(name) ? `_${name}` : name;
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  const room = MAX_NAME_LENGTH - [...ending].length;
  return characters.slice(0, room).join("") + ending;
}

/** What bytes are of that nothing is known of; nothing shows or runs such bytes by itself. */
const UNKNOWN_TYPE = "application/octet-stream";
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/;
/** What a browser runs, or takes for a page of whoever serves it. */
const ACTIVE = /html|svg|xml|script|^multipart\/|^message\/|^text\/(?:css|x-|vbs)|^application\/x-/;

/** The media type without parameters; `UNKNOWN_TYPE` for what is none, or what a browser would run. */
export function plainMediaType(given: string | undefined): string {
  const type = given?.slice(0, 256).split(";")[0]?.trim().toLowerCase() ?? "";
  return MEDIA_TYPE.test(type) && !ACTIVE.test(type) ? type : UNKNOWN_TYPE;
}
