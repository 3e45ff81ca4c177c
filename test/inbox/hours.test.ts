import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Handled } from "../../scripts/hours-table.ts";
import { OPERATORS, type Operator } from "../../scripts/proofs/proof-cells.ts";
import { provenCell, provenSeed, volumeOf } from "../../scripts/proofs/proofs.ts";
import { createClient, type EarshotClient } from "../../src/client/index.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { addAuthenticator, type Tab } from "../support/browser.ts";
import { ownKey } from "../support/own-key.ts";
import { handle, type Persona } from "./hours/hand.ts";
import { type Asked, askAnHour, type FormName, OLD_QUESTION, POLICY } from "./hours/mix.ts";
import { useStage } from "./stage.ts";

/*
 * Hours of operators on the real page: `npm run prove -- hours`. Each works off sixty requests in their
 * own way, and every one of them has to be decided as its person meant.
 */

const stage = useStage();
const volume = volumeOf("hours");
const PERSONAS: Readonly<Record<Operator, Omit<Persona, "name">>> = {
  keys: { way: "keys", keyMs: 200, pointMs: 1_300 },
  pointer: { way: "pointer", keyMs: 280, pointMs: 1_300 },
  "keys and pointer": { way: "both", keyMs: 200, pointMs: 1_300 },
  phone: { way: "phone", keyMs: 280, pointMs: 1_300 },
  "fast keys": { way: "keys", keyMs: 120, pointMs: 1_100 },
  "fast pointer": { way: "pointer", keyMs: 200, pointMs: 1_100 },
  "slow keys and pointer": { way: "both", keyMs: 280, pointMs: 1_500 },
  "fast phone": { way: "phone", keyMs: 200, pointMs: 1_100 },
  "slow keys": { way: "keys", keyMs: 500, pointMs: 1_500 },
  "fast keys and pointer": { way: "both", keyMs: 120, pointMs: 1_100 },
};
/** The one whose line is to be written, or as many as are asked for. */
const cell = provenCell("hours");
const working = OPERATORS.filter((one, at) => (cell === undefined ? at < volume : one === cell));
const PHONE = { width: 390, height: 844, isPhone: true };
const WIDE = { width: 1_440, height: 900 };
const AN_HOUR_MS = 600_000;

if (volume === 0) test.skip("an hour of each operator is left to `npm run prove`", () => {});
test.each(working)(
  "%s: an hour of requests is worked off, and each is decided as its operator meant",
  { timeout: AN_HOUR_MS, retry: 0 },
  async (operator) => {
    const index = OPERATORS.indexOf(operator);
    const persona = { ...PERSONAS[operator], name: `operator-${index}` };
    const { client, tab, agent } = await sitDown(persona);
    const random = seeded(provenSeed() + index);
    const asked = await askAnHour(agent, { to: persona.name, random });
    await tab.page.goto(`${tab.origin}${persona.way === "phone" ? "/deck" : "/"}`);
    const handled: Handled[] = [];
    while (handled.length < asked.length) {
      const began = performance.now();
      const { id, form } = await shownOf(tab.page, asked);
      const byKeys = persona.way === "keys" || (persona.way === "both" && random() < 0.5);
      const done = await handle(tab.page, form, { ...persona, byKeys });
      const told = { timeout: 20_000, message: `${form} ${id}` };
      await expect.poll(() => statusOf(client, id), told).toBe(meant(form));
      handled.push({ form, way: persona.way, ...done, pageMs: performance.now() - began });
    }
    const file = process.env["EARSHOT_HOURS_FILE"];
    if (file !== undefined) writeFileSync(`${file}.${index}`, JSON.stringify(handled));
  },
);

/** Of all that was asked the one that the page shows and that is open there. */
async function shownOf(page: Page, asked: readonly Asked[]): Promise<Asked> {
  const pane = page.getByRole("main", { name: "Request" });
  await pane.getByRole("region", { name: "Decide" }).waitFor();
  const number = async () => Number(/atch[- ](\d+)/.exec(await pane.innerText())?.[1]);
  await expect.poll(number).toBeGreaterThan(0);
  const found = asked[(await number()) - 1];
  if (found === undefined) throw new Error("The page shows none of what was asked.");
  return found;
}

async function sitDown({ name, way }: Persona) {
  await stage.operator.applyPolicy({ source: POLICY });
  const { secret: key } = await ownKey(stage.operator, { kind: "person", name, role: "approver" });
  const client = createClient({ url: stage.server.url, key });
  const made = await stage.operator.createKey({ kind: "agent", name: `agent of ${name}` });
  const agent = createClient({ url: stage.server.url, key: made.secret });
  const { request } = await agent.ask({ text: OLD_QUESTION, to: [name] });
  await client.answer({ id: request.id, answer: { text: "From the one in Frankfurt." } });
  const window = way === "phone" ? PHONE : WIDE;
  const tab = await stage.open({ ...window, key, byLink: true });
  await withPasskey(tab, client);
  return { client, tab, agent };
}

async function withPasskey({ page, origin }: Tab, client: EarshotClient): Promise<void> {
  await addAuthenticator(page);
  await page.goto(`${origin}/settings`);
  await page.getByRole("button", { name: "Register a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("laptop");
  await dialog.getByRole("button", { name: /Register/ }).click();
  await expect.poll(async () => (await client.listPasskeys()).items.length).toBe(1);
}

const statusOf = async (client: EarshotClient, id: RequestId) =>
  (await client.show({ id })).request.status;

function meant(form: FormName): string {
  if (form === "reject") return "rejected";
  const isApproved = form === "HIGH" || form === "CRITICAL" || form === "LOW, MEDIUM";
  return isApproved ? "approved" : "answered";
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
