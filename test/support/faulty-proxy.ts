import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connectTo, relay } from "./faulty-proxy-relay.ts";

/** One round of a client: everything it sent before it wants a reply. */
export interface Round {
  /** The texts of its statements, prepared ones included. */
  readonly text: string;
  /** Whether any of its values contains this text. */
  mentions(text: string): boolean;
  /** The name that the client gives itself, which says what the connection is for. */
  readonly application: string;
}

/**
 * What becomes of a round: it goes to the server and its reply to the client; the connection is cut
 * before the server gets it, or after the server has done all of it and before the client hears of
 * that; or the reply is held back for so many milliseconds. A fate that
 * is still to come keeps the round from the server until then.
 */
export type Fate = "pass" | "cut_before" | "cut_after" | number;

/** Stands between clients and PostgreSQL, and does to their connections what networks do. */
export interface FaultyProxy {
  /** The same address by way of the proxy. */
  urlFor(url: string): string;
  /** Sets the function that decides the fate of each round from now on. */
  decide(fate: (round: Round) => Fate | Promise<Fate>): void;
  /** No byte goes either way, and no connection ends, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections and accepts no new ones, until `admit`. */
  refuse(): void;
  admit(): void;
  /** Ends all current connections. */
  cutAll(): void;
  /** Whether the messages of NOTIFY get lost; everything else continues. */
  loseNotices(isLosing: boolean): void;
  /** How often a fault was inflicted. */
  readonly done: Readonly<Record<"cutBefore" | "cutAfter" | "delayed" | "lostNotices", number>>;
  close(): Promise<void>;
}

/** What all connections of a proxy share. */
export interface Weather {
  fate(round: Round): Fate | Promise<Fate>;
  /** Resolves at once unless it is frozen. */
  thawed(): Promise<void>;
  isLosingNotices(): boolean;
  readonly done: Record<"cutBefore" | "cutAfter" | "delayed" | "lostNotices", number>;
}

/** Without TLS, since the proxy has to read the messages. */
export async function startFaultyProxy(server: string): Promise<FaultyProxy> {
  const target = new URL(server);
  const ends = new Set<() => void>();
  const done = { cutBefore: 0, cutAfter: 0, delayed: 0, lostNotices: 0 };
  let fate: (round: Round) => Fate | Promise<Fate> = () => "pass";
  let frozen: PromiseWithResolvers<void> | undefined;
  let isRefusing = false;
  let isLosing = false;

  const weather: Weather = {
    fate: (round) => fate(round),
    thawed: async () => await frozen?.promise,
    isLosingNotices: () => isLosing,
    done,
  };

  function accept(client: Socket): void {
    client.on("error", () => {});
    if (isRefusing) return void client.resetAndDestroy();
    const upstream = connectTo(target);
    const end = () => {
      ends.delete(end);
      client.destroy();
      upstream.destroy();
    };
    ends.add(end);
    void relay({ client, upstream, weather }).finally(end);
  }

  function cutAll(): void {
    for (const end of [...ends]) end();
  }

  const listener: Server = createServer({ noDelay: true }, accept);
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    done,
    urlFor(url) {
      const through = new URL(url);
      through.host = `127.0.0.1:${address.port}`;
      return through.href;
    },
    decide(by) {
      fate = by;
    },
    freeze() {
      frozen ??= Promise.withResolvers<void>();
    },
    thaw() {
      frozen?.resolve();
      frozen = undefined;
    },
    refuse() {
      isRefusing = true;
      cutAll();
    },
    admit() {
      isRefusing = false;
    },
    cutAll,
    loseNotices(is) {
      isLosing = is;
    },
    async close() {
      frozen?.resolve();
      const closed = once(listener, "close");
      listener.close();
      cutAll();
      await Promise.race([closed, sleep(1_000)]);
    },
  };
}
