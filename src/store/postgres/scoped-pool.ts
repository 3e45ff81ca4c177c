import { EarshotError } from "../../domain/errors.ts";
import type { OpenConnection, Statement } from "./connection.ts";
import type { PgRow, PgValue, Scope } from "./database.ts";
import { sqlState } from "./errors.ts";

const WAIT_MS = 5_000;
const IDLE_MS = 60_000;
const SET_SCOPE = "select set_config('earshot.workspace', $1, false)";
/** Further statements are not prepared: each takes memory of the server on every connection. */
const MAX_PREPARED = 500;

export interface PoolOptions {
  readonly size: number;
  /** How long a caller waits for a free connection; default 5 s. */
  readonly waitMs?: number;
  connect(): Promise<OpenConnection>;
}

/** How many connections there are, for metrics. */
export interface PoolFigures {
  readonly size: number;
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

interface Member {
  readonly connection: OpenConnection;
  scope: Scope | undefined;
  idle: NodeJS.Timeout | undefined;
}

interface Waiter {
  readonly scope: Scope;
  take(member: Member): void;
  fail(error: unknown): void;
}

/**
 * Connections that each see the rows of one workspace until they are set to another. Each runs one
 * statement at a time, so a slow one delays nobody while another connection is free.
 */
export class ScopedPool {
  readonly #options: PoolOptions;
  readonly #idle: Member[] = [];
  readonly #busy = new Set<Member>();
  readonly #waiters: Waiter[] = [];
  readonly #names = new Map<string, string>();
  #opening = 0;
  #isOpen = true;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  figures(): PoolFigures {
    return {
      size: this.#options.size,
      open: this.#idle.length + this.#busy.size,
      busy: this.#busy.size,
      waiting: this.#waiters.length,
    };
  }

  async query<R extends object = PgRow>(
    scope: Scope,
    text: string,
    values: readonly PgValue[] = [],
  ): Promise<readonly R[]> {
    const statement = { ...this.#named(text), text, values };
    try {
      return await this.#runOnce<R>(scope, statement);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // A newer node has widened a table of this prepared statement. Nothing has run yet.
      return await this.#runOnce<R>(scope, statement);
    }
  }

  async #runOnce<R extends object>(scope: Scope, statement: Statement): Promise<readonly R[]> {
    const member = await this.#acquire(scope);
    try {
      const rows = await run<R>(member, { scope, statement });
      this.#release(member);
      return rows;
    } catch (error) {
      if (isStalePlan(error) || !member.connection.isOpen()) this.#drop(member);
      else this.#release(member);
      throw error;
    }
  }

  #named(text: string): { readonly name?: string } {
    const known = this.#names.get(text);
    if (known !== undefined) return { name: known };
    if (this.#names.size >= MAX_PREPARED) return {};
    const name = `earshot_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return { name };
  }

  async #acquire(scope: Scope): Promise<Member> {
    this.#assertOpen();
    // To set one to another workspace takes a hundredth of the work of opening one.
    const idle = this.#takeIdle((member) => member.scope === scope) ?? this.#takeIdle(() => true);
    if (idle !== undefined) return idle;
    if (this.#busy.size + this.#opening < this.#options.size) return await this.#open();
    return await this.#wait(scope);
  }

  #takeIdle(isWanted: (member: Member) => boolean): Member | undefined {
    const place = this.#idle.findIndex(isWanted);
    if (place === -1) return undefined;
    const [member] = this.#idle.splice(place, 1);
    if (member === undefined) return undefined;
    clearTimeout(member.idle);
    this.#busy.add(member);
    return member;
  }

  async #open(): Promise<Member> {
    this.#opening += 1;
    let connection: OpenConnection;
    try {
      connection = await this.#options.connect();
    } catch (error) {
      this.#failWaiters(error);
      throw error;
    } finally {
      this.#opening -= 1;
    }
    const member: Member = { connection, scope: undefined, idle: undefined };
    this.#busy.add(member);
    connection.onEnd(() => this.#drop(member));
    if (this.#isOpen) return member;
    this.#drop(member);
    throw closed();
  }

  /** If no connection is left and none can be opened, none will be given back either. */
  #failWaiters(error: unknown): void {
    if (this.#busy.size > 0 || this.#opening > 1) return;
    for (const waiter of this.#waiters.splice(0)) waiter.fail(error);
  }

  #wait(scope: Scope): Promise<Member> {
    const { promise, resolve, reject } = Promise.withResolvers<Member>();
    const waiter: Waiter = {
      scope,
      take(member) {
        clearTimeout(timer);
        resolve(member);
      },
      fail(error) {
        clearTimeout(timer);
        reject(error);
      },
    };
    const timer = setTimeout(() => {
      const place = this.#waiters.indexOf(waiter);
      if (place !== -1) this.#waiters.splice(place, 1);
      reject(this.#busy.size === 0 ? unanswered() : exhausted(this.#options.size));
    }, this.#options.waitMs ?? WAIT_MS);
    this.#waiters.push(waiter);
    return promise;
  }

  #release(member: Member): void {
    if (!this.#busy.has(member)) return;
    if (!this.#isOpen || !member.connection.isOpen()) {
      this.#drop(member);
      return;
    }
    const next = this.#waiters.shift();
    if (next !== undefined) {
      next.take(member);
      return;
    }
    this.#busy.delete(member);
    this.#idle.push(member);
    member.idle = setTimeout(() => this.#drop(member), IDLE_MS).unref();
  }

  #drop(member: Member): void {
    clearTimeout(member.idle);
    const place = this.#idle.indexOf(member);
    if (place !== -1) this.#idle.splice(place, 1);
    const isKnown = this.#busy.delete(member) || place !== -1;
    if (!isKnown) return;
    void member.connection.close();
    this.#replaceFor(this.#waiters[0]);
  }

  /** A caller waiting for the lost connection gets a new one. */
  #replaceFor(waiter: Waiter | undefined): void {
    if (waiter === undefined || !this.#isOpen) return;
    this.#open().then(
      (member) => this.#release(member),
      () => {},
    );
  }

  #assertOpen(): void {
    if (!this.#isOpen) throw closed();
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    for (const waiter of this.#waiters.splice(0)) waiter.fail(closed());
    const members = [...this.#idle.splice(0), ...this.#busy];
    this.#busy.clear();
    for (const member of members) clearTimeout(member.idle);
    await Promise.all(members.map(({ connection }) => connection.close()));
  }
}

async function run<R extends object>(
  member: Member,
  { scope, statement }: { readonly scope: Scope; readonly statement: Statement },
): Promise<readonly R[]> {
  if (member.scope === scope) return await member.connection.send<R>(statement);
  // Until the server confirms it, the scope of this connection is unknown.
  member.scope = undefined;
  const setScope = { name: "earshot_scope", text: SET_SCOPE, values: [scope] };
  const rows = await member.connection.queryAfter<R>(setScope, statement);
  member.scope = scope;
  return rows;
}

function isStalePlan(error: unknown): boolean {
  return sqlState(error) === "0A000" && String(error).includes("cached plan");
}

function exhausted(size: number): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `All ${size} connections to PostgreSQL are in use. Try again in a moment; where it happens often, raise --pool.`,
  );
}

function unanswered(): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    "PostgreSQL does not answer. Check that it runs; Earshot goes on by itself.",
  );
}

function closed(): EarshotError {
  return new EarshotError("SHUTTING_DOWN", "The store is closed. Start Earshot again.");
}
