import { randomUUID } from "node:crypto";
import { EarshotError } from "../../domain/errors.ts";
import { connect } from "../postgres/connection.ts";
import type { Connection } from "../postgres/database.ts";
import { NO_SESSIONS } from "../postgres/errors.ts";

const ROUNDS = 3;
const NOTE = "select set_config('earshot.session', $1, false)";
const LOOK =
  "select pg_backend_pid() as process, current_setting('earshot.session', true) as noted";

interface Seen {
  readonly process: number;
  readonly noted: string | null;
}

/**
 * Throws STORE_UNAVAILABLE if a pooler gives each transaction another session: nodes would get each
 * other's role, workspace and locks. Uses two connections, because an idle pooler gives a single one the
 * same session each time.
 */
export async function assertSessions(url: string): Promise<void> {
  const open = () => connect({ url, purpose: "session check", as: "owner" });
  const first = await open();
  try {
    const second = await open();
    try {
      await compare([first, second]);
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
}

async function compare(connections: readonly Connection[]): Promise<void> {
  const own = connections.map((connection) => ({ connection, note: randomUUID() }));
  for (const { connection, note } of own) await connection.query(NOTE, [note]);
  const processes = new Map<Connection, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { connection, note } of own) {
      const [seen] = await connection.query<Seen>(LOOK);
      const process = processes.get(connection) ?? seen?.process;
      if (seen === undefined || seen.noted !== note || seen.process !== process) throw noSessions();
      processes.set(connection, seen.process);
    }
  }
  if (new Set(processes.values()).size < own.length) throw noSessions();
}

function noSessions(): EarshotError {
  return new EarshotError("STORE_UNAVAILABLE", NO_SESSIONS);
}
