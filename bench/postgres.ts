import { Client } from "pg";
import { startPostgres } from "../scripts/postgres.ts";

/** Makes a database on the server of the bench; returns its address. */
export type NewDatabase = (name: string) => Promise<string>;

/** Gives `use` a PostgreSQL with full fsync, and ends it afterwards. */
export async function withPostgres<T>(use: (newDatabase: NewDatabase) => Promise<T>): Promise<T> {
  const server = await startPostgres({ fsync: true });
  try {
    return await use((name) => newDatabase(server.url, name));
  } finally {
    await server.remove();
  }
}

async function newDatabase(server: string, name: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
