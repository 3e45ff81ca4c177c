import type { TestProject } from "vitest/node";
import { startPostgres } from "../../scripts/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of a superuser. */
    readonly postgresUrl: string;
  }
}

/**
 * One server for all tests. EARSHOT_TEST_PG names another one, whose role may create databases and
 * roles.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const given = process.env["EARSHOT_TEST_PG"];
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given);
    return;
  }
  const server = await startPostgres();
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}
