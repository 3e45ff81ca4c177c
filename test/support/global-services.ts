import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type ChromiumProgram, unpackChromium } from "../../scripts/chromium.ts";
import { startPostgres } from "../../scripts/postgres.ts";

/*
 * What tests share: a server of PostgreSQL, a template of its databases and an unpacked browser. Each is
 * started when the first test asks for it, by HTTP, since tests run in other processes; a run of other tests does not wait for it.
 */

declare module "vitest" {
  interface ProvidedContext {
    readonly servicesUrl: string;
  }
}

export interface Services {
  /** The address of the server, of a superuser. */
  readonly postgres: string;
  /** The name of a database there with the tables of Earshot, for others to be copies of. */
  readonly template: string;
  readonly chromium: ChromiumProgram;
}

interface Started {
  readonly value: unknown;
  end?(): Promise<void>;
}

type Find = <Name extends keyof Services>(name: Name) => Promise<Services[Name]>;

const START: Readonly<Record<keyof Services, (find: Find) => Promise<Started>>> = {
  /** EARSHOT_TEST_PG names another server, whose role may create databases and roles. */
  async postgres() {
    const given = process.env["EARSHOT_TEST_PG"] ?? "";
    if (given !== "") return { value: given };
    const server = await startPostgres();
    return { value: server.url, end: () => server.remove() };
  },
  async template(find) {
    const server = await find("postgres");
    const name = `earshot_template_${process.pid}`;
    await query(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    // Loaded late: a run of other tests needs nothing of it.
    const { migratePostgres } = await import("../../src/store/setup/migrate-postgres.ts");
    await migratePostgres({ url: url.href, now: Date.now() });
    return { value: name, end: () => query(server, `drop database ${name}`) };
  },
  chromium: async () => ({ value: await unpackChromium() }),
};

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Started>>();

  async function find<Name extends keyof Services>(name: Name): Promise<Services[Name]> {
    const running = started.get(name) ?? START[name](find);
    started.set(name, running);
    return (await running).value as Services[Name];
  }

  const server = createServer((request, response) => {
    void find((request.url?.slice(1) ?? "") as keyof Services)
      .then((value) => JSON.stringify(value))
      .catch((error: unknown) => {
        response.statusCode = 500;
        return String(error);
      })
      .then((body) => response.end(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  project.provide("servicesUrl", `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    // What was made in another goes before it.
    for (const running of (await Promise.allSettled(started.values())).reverse()) {
      if (running.status === "fulfilled") await running.value.end?.();
    }
  };
}
