import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type ChromiumProgram, unpackChromium } from "../../scripts/chromium.ts";
import { startPostgres } from "../../scripts/postgres.ts";

/*
 * What tests share: a server of PostgreSQL and an unpacked browser. Each is started when the first test
 * asks for it, by HTTP, since tests run in other processes; a run of other tests does not wait for it.
 */

declare module "vitest" {
  interface ProvidedContext {
    readonly servicesUrl: string;
  }
}

export interface Services {
  /** The address of the server, of a superuser. */
  readonly postgres: string;
  readonly chromium: ChromiumProgram;
}

interface Started {
  readonly value: unknown;
  end?(): Promise<void>;
}

const START: Readonly<Record<keyof Services, () => Promise<Started>>> = {
  /** EARSHOT_TEST_PG names another server, whose role may create databases and roles. */
  async postgres() {
    const given = process.env["EARSHOT_TEST_PG"] ?? "";
    if (given !== "") return { value: given };
    const server = await startPostgres();
    return { value: server.url, end: () => server.remove() };
  },
  chromium: async () => ({ value: await unpackChromium() }),
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Started>>();

  async function reply(name: string): Promise<string> {
    const start = START[name as keyof Services];
    const running = started.get(name) ?? start();
    started.set(name, running);
    return JSON.stringify((await running).value);
  }

  const server = createServer((request, response) => {
    void reply(request.url?.slice(1) ?? "")
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
    for (const running of await Promise.allSettled(started.values())) {
      if (running.status === "fulfilled") await running.value.end?.();
    }
  };
}
