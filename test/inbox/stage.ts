import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizationRequest, QuestionRequest } from "../../src/domain/requests/request.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { AskInput } from "../../src/ports/earshot/requests.ts";
import { type OpenOptions, openInbox, type Tab, theBrowser } from "../support/browser.ts";
import { ownKey } from "../support/own-key.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

/* A server, a browser and some people and agents, for the tests of one file. */

/** One person may lower an amount alone. */
const edits: JsonObject = { narrow: { "/amount": "lower, at least 1" } };

/** What levels the tools of the tests have. */
const POLICY: JsonObject = {
  version: 1,
  rules: [
    { name: "reading", tools: ["read_*"], level: "LOW" },
    { name: "spending", tools: ["pay"], level: "HIGH", edits },
    { name: "transfers", tools: ["transfer*"], edits },
    { name: "two have to agree", tools: ["deploy"], level: "MEDIUM", quorum: 2 },
  ],
};

export const PAY: AuthorizeInput = {
  tool: "pay",
  args: { amount: 120, to: "ACME", urgent: false },
  reason: "The invoice of October is due.",
  argsSchema: {
    type: "object",
    required: ["amount", "to"],
    properties: {
      amount: { type: "number", minimum: 1, maximum: 1_000 },
      to: { type: "string", enum: ["ACME", "Initech"] },
      urgent: { type: "boolean" },
    },
  },
};

export interface Stage {
  readonly server: HomeServer;
  readonly browser: Browser;
  /** The agent, whose owner is the operator. */
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  /** Another person who may decide. */
  readonly ana: EarshotClient;
  readonly anaKey: string;
  open(options?: Partial<OpenOptions>): Promise<Tab>;
  ask(input: Partial<AskInput> & { readonly text: string }): Promise<QuestionRequest>;
  seek(input: Partial<AuthorizeInput> & { readonly tool: string }): Promise<AuthorizationRequest>;
}

/** Set before the tests of the file run, and closed behind them. */
export function useStage(): Stage {
  const stage = {} as { -readonly [K in keyof Stage]: Stage[K] };
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startHomeServer(), theBrowser()]);
    const { url } = server;
    const operator = createClient({ url, key: server.operator });
    await operator.applyPolicy({ source: POLICY });
    const made = await ownKey(operator, { kind: "person", name: "ana", role: "approver" });
    const scout = await operator.createKey({ kind: "agent", name: "scout" });
    const anaKey = made.secret;
    Object.assign(stage, {
      server,
      browser,
      operator,
      anaKey,
      ana: createClient({ url, key: anaKey }),
      agent: createClient({ url, key: scout.secret }),
      open: (options) => openInbox(browser, { url, key: anaKey, ...options }),
      ask: async (input) => (await stage.agent.ask(input)).request as QuestionRequest,
      seek: async (input) =>
        (
          await stage.agent.authorize({
            args: { path: "/srv/notes.txt" },
            reason: "To go on.",
            joinKey: `join ${++joined}`,
            ...input,
          })
        ).request as AuthorizationRequest,
    } satisfies Stage);
  });
  afterAll(async () => {
    await stage.server?.close();
  });
  return stage;
}

/** Until what is open has stood there for as long as a key that decides wants it to. */
export async function looked(page: Page): Promise<void> {
  await page.locator("html[data-looked]").waitFor();
}

/** Presses what decides until it is done and gone: a press can come too soon for the page. */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect
    .poll(async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => {});
      return await button.isVisible();
    })
    .toBe(false);
}

let joined = 0;
