import { EarshotError } from "../../domain/errors.ts";
import type { Connection } from "./database.ts";

const PATIENCE_MS = 10_000;

export interface ConnectionSetOptions {
  readonly size: number;
  readonly connect: () => Promise<Connection>;
}

interface Waiting {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: unknown) => void;
}

/** A few connections, each used by one caller at a time and opened when first needed. */
export class ConnectionSet {
  readonly #options: ConnectionSetOptions;
  readonly #waiting = new Set<Waiting>();
  #idle: Connection[] = [];
  readonly #taken = new Set<Connection>();
  #opening = 0;
  #isClosed = false;

  constructor(options: ConnectionSetOptions) {
    this.#options = options;
  }

  /** Rejects with STORE_UNAVAILABLE if none is free in time. */
  take(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(closed());
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const waiting = { resolve, reject };
    this.#waiting.add(waiting);
    const timer = setTimeout(() => {
      if (this.#waiting.delete(waiting)) reject(noneFree(this.#options.size));
    }, PATIENCE_MS).unref();
    this.#serve();
    return promise.finally(() => clearTimeout(timer));
  }

  giveBack(connection: Connection): void {
    this.#taken.delete(connection);
    if (this.#isClosed) void connection.close().catch(() => {});
    else if (connection.isOpen()) this.#idle.push(connection);
    this.#serve();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting) reject(closed());
    this.#waiting.clear();
    const idle = this.#idle;
    this.#idle = [];
    await Promise.all(idle.map((connection) => connection.close()));
  }

  #serve(): void {
    this.#idle = this.#idle.filter((connection) => connection.isOpen());
    for (const waiting of this.#waiting) {
      const connection = this.#idle.pop();
      if (connection === undefined) break;
      this.#hand(waiting, connection);
    }
    const room = this.#options.size - this.#taken.size - this.#opening;
    const wanted = Math.min(room, this.#waiting.size - this.#opening);
    for (let count = 0; count < wanted; count++) void this.#open();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    try {
      const connection = await this.#options.connect();
      this.#opening -= 1;
      this.giveBack(connection);
    } catch (error) {
      this.#opening -= 1;
      const [first] = this.#waiting;
      if (first === undefined) return;
      this.#waiting.delete(first);
      first.reject(error);
      // The others learn it too, when they try.
      this.#serve();
    }
  }

  #hand(waiting: Waiting, connection: Connection): void {
    this.#waiting.delete(waiting);
    this.#taken.add(connection);
    waiting.resolve(connection);
  }
}

function noneFree(size: number): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `All ${size} connections for turns have been taken for too long: nothing was changed. Try again.`,
  );
}

function closed(): EarshotError {
  return new EarshotError("SHUTTING_DOWN", "The node is stopping.");
}
