import type { WorkspaceId } from "../../domain/id.ts";
import type { LogPosition, Others, OthersListener } from "../../ports/store/others.ts";
import { type Connection, EVERY_WORKSPACE, type PostgresDatabase } from "./database.ts";
import { NOTICE_CHANNEL, readNotice } from "./notice.ts";
import type { Timeline } from "./timeline.ts";

const POLL_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** If notices name more logs than this before a look, all logs are looked at. */
const MOST_NAMED = 1_000;

export interface OthersOptions {
  readonly database: Pick<PostgresDatabase, "query" | "connect">;
  readonly timeline: Pick<Timeline, "note" | "compare">;
  /** The name of this node, whose own notices are ignored. */
  readonly node: string;
  /** How often all logs are looked at, whatever notices say; default 1,000 ms. */
  readonly pollMs?: number;
}

export interface PostgresOthers extends Others {
  figures(): ListeningFigures;
}

export interface ListeningFigures {
  readonly isListening: boolean;
  /** Notices of other nodes. */
  readonly notices: number;
  /** How often the connection for notices was lost. */
  readonly losses: number;
  /** How often all logs could not be looked at. */
  readonly failures: number;
}

/** Hears of other nodes by LISTEN on one connection, and also looks at the heads of all logs. */
export function createOthers(options: OthersOptions): PostgresOthers {
  const { database, node } = options;
  let session: Listening | undefined;
  return {
    node,
    async listen(listener) {
      session = new Listening(options, listener);
      await session.begin();
      return () => session?.end() ?? Promise.resolve();
    },
    compared: () => session?.compared(),
    async catchUp(workspace) {
      const rows = await database.query<{ readonly seq: number }>(
        workspace,
        "select seq from heads where workspace = $1",
        [workspace],
      );
      session?.told(rows.map(({ seq }) => ({ workspace, seq })));
    },
    figures: () => session?.figures() ?? { isListening: false, notices: 0, losses: 0, failures: 0 },
  };
}

/** Keeps one connection listening, and looks at the heads. */
class Listening {
  readonly #options: OthersOptions;
  readonly #listener: OthersListener;
  #connection: Connection | undefined;
  #isEnded = false;
  #pauseMs = FIRST_PAUSE_MS;
  #retry: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isCalledAgain = false;
  /** The database's timeline as of the present connection. */
  #timeline: string | undefined;
  /** Logs that notices named since the last look. */
  #named = new Set<WorkspaceId>();
  #isLookingAtNamed = false;
  #notices = 0;
  #losses = 0;
  #failures = 0;

  constructor(options: OthersOptions, listener: OthersListener) {
    this.#options = options;
    this.#listener = listener;
  }

  async begin(): Promise<void> {
    try {
      await this.#connect();
      await this.#look();
    } catch (error) {
      await this.end();
      throw error;
    }
    this.#poll = setInterval(() => this.#lookSoon(), this.#options.pollMs ?? POLL_MS).unref();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    const connection = this.#connection;
    this.#connection = undefined;
    await Promise.all([connection?.close(), this.#looking?.catch(() => {})]);
  }

  compared(): void {
    const isHeard = this.#connection !== undefined && this.#timeline !== undefined;
    if (isHeard && this.#timeline !== undefined) this.#options.timeline.compare(this.#timeline);
  }

  told(positions: readonly LogPosition[]): void {
    if (!this.#isEnded) this.#listener.reached(positions);
  }

  figures(): ListeningFigures {
    return {
      isListening: this.#connection !== undefined,
      notices: this.#notices,
      losses: this.#losses,
      failures: this.#failures,
    };
  }

  async #connect(): Promise<void> {
    const connection = await this.#options.database.connect("notices");
    connection.onNotification((_, payload) => this.#hear(payload));
    connection.onEnd(() => this.#lost(connection));
    try {
      await connection.query(`listen ${NOTICE_CHANNEL}`);
      this.#timeline = await this.#options.timeline.note();
    } catch (error) {
      await connection.close();
      throw error;
    }
    if (this.#isEnded) await connection.close();
    else if (connection.isOpen()) this.#connection = connection;
    else throw new Error("The connection for notices has ended.");
  }

  #hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice?.node === this.#options.node) return;
    this.#notices += 1;
    if (notice?.positions === undefined) this.#lookSoon();
    else this.#lookAt(notice.positions);
  }

  /** Anybody with access to the database can send a notice, so it is looked up and never believed. */
  #lookAt(positions: readonly LogPosition[]): void {
    for (const { workspace } of positions) this.#named.add(workspace);
    if (this.#named.size > MOST_NAMED) {
      this.#named.clear();
      this.#lookSoon();
    } else if (!this.#isLookingAtNamed) void this.#lookAtNamed();
  }

  async #lookAtNamed(): Promise<void> {
    this.#isLookingAtNamed = true;
    try {
      while (this.#named.size > 0 && !this.#isEnded) {
        const named = [...this.#named];
        this.#named.clear();
        this.told(await this.#headsOf(named));
      }
    } catch {
      // The next look at all logs covers these too, and reports the state of the store.
    } finally {
      this.#isLookingAtNamed = false;
    }
  }

  #headsOf(named: readonly WorkspaceId[]): Promise<readonly LogPosition[]> {
    return this.#options.database.query<{ workspace: string; seq: number }>(
      EVERY_WORKSPACE,
      "select workspace, seq from heads where workspace = any($1)",
      [named],
    );
  }

  #lost(connection: Connection): void {
    if (this.#isEnded || this.#connection !== connection) return;
    this.#connection = undefined;
    this.#losses += 1;
    this.#listener.hearing(false, new Error("The connection for notices was lost."));
    this.#connectLater();
  }

  #connectLater(): void {
    this.#retry = setTimeout(() => void this.#connectAgain(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  async #connectAgain(): Promise<void> {
    try {
      await this.#connect();
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#lookSoon();
    } catch {
      if (!this.#isEnded) this.#connectLater();
    }
  }

  /** A look under way may have begun too early, so another one follows. */
  #lookSoon(): void {
    if (this.#looking !== undefined) this.#isCalledAgain = true;
    else void this.#look().catch(() => {});
  }

  #look(): Promise<void> {
    const looking = this.#lookOnce().finally(() => {
      this.#looking = undefined;
      if (!this.#isCalledAgain || this.#isEnded) return;
      this.#isCalledAgain = false;
      this.#lookSoon();
    });
    this.#looking = looking;
    return looking;
  }

  async #lookOnce(): Promise<void> {
    const listening = this.#connection;
    try {
      const rows = await this.#options.database.query<{ workspace: string; seq: number }>(
        EVERY_WORKSPACE,
        "select workspace, seq from heads",
      );
      this.told(rows);
    } catch (error) {
      this.#failures += 1;
      if (!this.#isEnded) this.#listener.hearing(false, error);
      throw error;
    }
    // Nothing is missed only if notices were heard before the look began and still are.
    const isHeard = listening !== undefined && listening === this.#connection;
    if (isHeard && !this.#isEnded) this.#listener.hearing(true);
  }
}
