import { join } from "node:path";
import {
  Client,
  type ClientCapabilities,
  type JsonSchemaType,
  type JsonSchemaValidator,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { Json } from "../../src/domain/json.ts";
import type { OpenRequest, Shown, ShownRequest } from "../../src/domain/requests/request.ts";
import type { Envelope } from "../../src/ports/earshot/tool-door.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { eventually, testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* A real server with real clients of MCP, for one test. */

export interface Door {
  readonly data: string;
  readonly url: string;
  readonly port: number;
  readonly key: string;
  readonly operatorKey: string;
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  stop(): Promise<void>;
}

export async function openDoor(
  mcp: NonNullable<Parameters<typeof startServer>[0]["mcp"]> = {},
): Promise<Door> {
  const dataFolder = join(testFolder(), "data");
  await makeEmptyDataFolder(dataFolder);
  const server = await startServer({ dataFolder, port: 0, mcp });
  onTestFinished(() => server.stop());
  const { url } = server;
  const keyOf = (of: "agent" | "operator") => readKeyFile(dataFolder, of) ?? "";
  return {
    data: dataFolder,
    url,
    port: Number(new URL(url).port),
    key: keyOf("agent"),
    operatorKey: keyOf("operator"),
    agent: createClient({ url, key: keyOf("agent") }),
    operator: createClient({ url, key: keyOf("operator") }),
    stop: server.stop,
  };
}

export const ERAS = ["modern", "legacy"] as const;
export type Era = (typeof ERAS)[number];

const INFO = { name: "test", version: "1.0.0" };

export interface ConnectOptions {
  readonly era?: Era;
  readonly capabilities?: ClientCapabilities;
  readonly key?: string;
  readonly fetch?: typeof fetch;
}

const validators = new AjvJsonSchemaValidator();
const compiled = new Map<string, JsonSchemaValidator<unknown>>();

/**
 * What a client has by default, but that it keeps what it compiled: each client of each fact is told the
 * same schemas of the same tools, and to compile them takes as long as all else that it does.
 */
function getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? validators.getValidator(schema);
  compiled.set(text, known);
  return known as JsonSchemaValidator<T>;
}

/** The SDK's client of today, pinned to one era. */
export async function connectClient(
  { url, key }: Pick<Door, "url" | "key">,
  { era = "modern", capabilities = {}, key: other = key, ...more }: ConnectOptions = {},
): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : ("legacy" as const);
  const client = new Client(INFO, {
    capabilities,
    versionNegotiation: { mode },
    jsonSchemaValidator: { getValidator },
  });
  const headers = { authorization: `Bearer ${other}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers }, ...more }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** The SDK's client of the version before, which most clients are built on. */
export async function connectOldClient({ url, key }: Door): Promise<OldClient> {
  const client = new OldClient(INFO);
  const headers = { authorization: `Bearer ${key}` };
  const transport = new OldTransport(new URL("/mcp", url), { requestInit: { headers } });
  await client.connect(transport as Parameters<OldClient["connect"]>[0]);
  onTestFinished(() => client.close());
  return client;
}

/** What a call of a tool has returned. */
export function envelopeOf(result: object): Envelope {
  const { structuredContent } = result as { structuredContent?: unknown };
  return structuredContent as Envelope;
}

export function isAsking(request: ShownRequest, question: string): boolean {
  return request.kind === "question" && request.question.text === question;
}

/** The request behind a question, as soon as it is asked. */
export function asked({ operator }: Pick<Door, "operator">, question: string) {
  return eventually(async () => {
    const { items } = await operator.list({ status: "open" });
    return items.find((request) => isAsking(request, question)) as Shown<OpenRequest> | undefined;
  });
}

export async function answer(door: Door, question: string, text: string): Promise<void> {
  const { id } = await asked(door, question);
  await door.operator.answer({ id, answer: { text } });
}

/** Late answers that rode along with a result, by their request. */
export function lateAnswers({ data }: Envelope): readonly Json[] {
  return (data["late_answers"] ?? []) as readonly Json[];
}
