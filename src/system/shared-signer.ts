import { EarshotError } from "../domain/errors.ts";
import type { Turns } from "../ports/store/others.ts";
import type { Signer } from "../ports/system/signer.ts";
import { readOrMake, SECRET_NAMES, type SealedSecrets } from "./sealed-secrets.ts";
import { createRecentTokens, kidOf, type Loaded, loadedFrom, signedBy } from "./signer.ts";
import {
  headedBy,
  type KeyRing,
  keyRingText,
  parseKeyRing,
  publicKeysOf,
  rotated,
} from "./signing-keys.ts";

/** A key that another node has rotated out signs here for this time at most. */
const FRESH_MS = 1_000;
const MAX_RACES = 8;
const TURN = "signing-keys";

export interface SharedSignerOptions {
  readonly secrets: SealedSecrets;
  readonly turns: Turns;
  readonly now: () => number;
}

interface Held extends Loaded {
  readonly version: number;
}

/** A signer whose keys all nodes share: each verifies what any of them has signed. */
export async function openSharedSigner(options: SharedSignerOptions): Promise<Signer> {
  const { secrets, turns } = options;
  const nowText = () => new Date(options.now()).toISOString();
  const recent = createRecentTokens();
  let held = await read();
  let readAt = performance.now();

  async function read(): Promise<Held> {
    const first = () => keyRingText(rotated([], nowText()));
    const { text, version } = await readOrMake(secrets, SECRET_NAMES.signingKeys, first);
    const ring = parseKeyRing(text);
    if (ring === undefined) throw unreadable();
    return { ...loadedFrom(ring), version };
  }

  async function readAnew(): Promise<Held> {
    const at = performance.now();
    const found = await read();
    // Two reads may be under way at once, and the earlier one may finish last.
    if (found.version >= held.version) {
      held = found;
      readAt = Math.max(readAt, at);
    }
    return held;
  }

  async function fresh(): Promise<Held> {
    return performance.now() - readAt <= FRESH_MS ? held : await readAnew();
  }

  /**
   * The key that the log names as new takes effect, even if this node loses its connection or its
   * turn: nobody may have signed with a key that the log does not know.
   */
  async function replace(former: Held, ring: KeyRing): Promise<void> {
    const [key] = ring;
    let { version, ring: below } = former;
    for (let race = 0; race < MAX_RACES; race++) {
      const text = keyRingText(headedBy(key, below));
      const isPut = await secrets
        .put(SECRET_NAMES.signingKeys, { text, former: version })
        .catch(() => false);
      const found = await readAnew();
      if (isPut || found.ring.some(({ kid }) => kid === key.kid)) return;
      ({ version, ring: below } = found);
    }
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      `The signing key ${key.kid} could not be stored. Rotate the keys again.`,
    );
  }

  return {
    async sign(kind, claims) {
      const token = signedBy(await fresh(), kind, claims);
      recent.put(kind, token, claims);
      return token;
    },
    async verify(kind, token) {
      const known = recent.get(kind, token) ?? held.prove(kind, token);
      if (known !== undefined) return known;
      const kid = kidOf(kind, token);
      if (kid === undefined || held.ring.some((key) => key.kid === kid)) return undefined;
      return (await readAnew()).prove(kind, token);
    },
    publicKeys: async () => publicKeysOf((await readAnew()).ring),
    rotate: (record) =>
      turns.run(TURN, async () => {
        const former = await readAnew();
        const ring = rotated(former.ring, nowText());
        await record(ring[0].kid);
        await replace(former, ring);
      }),
  };
}

function unreadable(): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "The signing keys in the table secrets cannot be read, so nothing can be signed or proved. Put the database back from a backup.",
  );
}
