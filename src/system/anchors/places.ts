import { resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { AnchorPlace } from "../../ports/system/anchor-places.ts";
import { createAnchor } from "../anchor.ts";
import { isLoopbackUrl } from "../public-url.ts";
import { send } from "./send.ts";

/** How an anchor gets to an address. */
export interface AddressOptions {
  readonly method: "PUT" | "POST";
  readonly token?: string | undefined;
  readonly patienceMs?: number;
}

/** A file elsewhere, which is only appended to. Its folder must be there: a disk may not be mounted. */
export function filePlace(path: string): AnchorPlace {
  const file = resolve(path);
  const anchor = createAnchor(file);
  return {
    id: file,
    name: file,
    async write(lines) {
      const there = new Set(await anchor.tail());
      for (const line of lines) if (!there.has(line)) await anchor.append(line);
    },
  };
}

/** An address that takes the newest line of each workspace, and gives them back to who verifies. */
export function addressPlace(
  address: string,
  { method, token, patienceMs }: AddressOptions,
): AnchorPlace {
  const url = checkedUrl(address);
  if (token !== undefined && url.protocol !== "https:" && !isLoopbackUrl(url)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The token for ${url.host} would be sent without TLS. Give its https:// address.`,
    );
  }
  return {
    id: url.href,
    name: nameOf(url),
    async write(lines, signal) {
      await send({
        url,
        method,
        headers: present({
          "content-type": lines.length === 1 ? "application/json" : "application/jsonl",
          authorization: token === undefined ? undefined : `Bearer ${token}`,
        }),
        body: lines.map((line) => `${line}\n`).join(""),
        signal,
        ...present({ patienceMs }),
      });
    },
  };
}

/** Without its path and query, which may be a secret. */
export function nameOf({ origin }: URL): string {
  return origin;
}

export function checkedUrl(address: string): URL {
  const url = URL.parse(address);
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !isHttp || url.username !== "" || url.password !== "") {
    throw new EarshotError(
      "INVALID_INPUT",
      "An anchor goes to a file, or to an http(s) address without a user or password in it; give a token with EARSHOT_ANCHOR_TOKEN.",
    );
  }
  url.hash = "";
  return url;
}
