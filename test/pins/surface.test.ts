import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import * as channel from "../../src/channels/index.ts";
import { createProgram } from "../../src/cli/program.ts";
import { EXIT_CODES } from "../../src/cli/terminal/exit-codes.ts";
import * as client from "../../src/client/index.ts";
import { OPERATIONS, type Operation, PUBLIC_PATHS } from "../../src/contract/operations.ts";
import { ERRORS } from "../../src/domain/errors.ts";
import { EVENT_TYPES } from "../../src/domain/log/event.ts";
import { RIGHTS } from "../../src/domain/people/principal.ts";
import * as root from "../../src/index.ts";
import * as channelTesting from "../../src/testing/channel-contract/index.ts";
import * as testing from "../../src/testing/index.ts";
import * as tools from "../../src/tools/index.ts";

/*
 * What others rely on, letter for letter. A change here is a promise made or broken: it belongs in
 * the changelog.
 */

test("the error codes, with status, retry and exit code", () => {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, retry, exit }]) => `${code} ${status} ${retry} ${exit}`,
  );
  expect(rows).toMatchSnapshot();
});

test("the exit codes of the command line", () => {
  expect(EXIT_CODES).toMatchSnapshot();
});

test("the routes, with the right that each needs", () => {
  const rows = Object.entries<Operation>(OPERATIONS).map(
    ([name, { method, path, right, status }]) => `${method} ${path} → ${status} ${name} (${right})`,
  );
  expect([
    ...rows,
    ...Object.keys(PUBLIC_PATHS).map((path) => `GET ${path} (public)`),
  ]).toMatchSnapshot();
});

test("the event types and the rights", () => {
  expect({ EVENT_TYPES, RIGHTS }).toMatchSnapshot();
});

test("the exports of each entry", () => {
  const names = (module: object) => Object.keys(module).sort();
  expect({
    root: names(root),
    client: names(client),
    tools: names(tools),
    channel: names(channel),
    testing: names(testing),
    channelTesting: names(channelTesting),
  }).toMatchSnapshot();
  const { exports } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  expect(Object.keys(exports)).toMatchSnapshot();
});

function usages(command: Command, path: string): string[] {
  const own = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const shown = command.options.filter(({ hidden }) => !hidden);
  const options = shown.map((option) => option.flags);
  const line = [path, ...own, ...options].join(" ");
  return [line, ...command.commands.flatMap((child) => usages(child, `${path} ${child.name()}`))];
}

test("the commands with their arguments and options", async () => {
  const program = await createProgram({ finish() {}, signal: new AbortController().signal });
  expect(usages(program, "earshot").toSorted()).toMatchSnapshot();
});
