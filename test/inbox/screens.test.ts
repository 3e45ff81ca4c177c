import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { logText, runId, sampleRun, storeRun } from "../host-report/sample-run.ts";
import { faultsOf, seenIn, type View } from "./looks.ts";
import { PAY, useStage } from "./stage.ts";

const stage = useStage();

const heading = (name: string) => async (page: Page) =>
  await page.getByRole("heading", { name, level: 1 }).waitFor();
const text = (words: string | RegExp) => async (page: Page) =>
  await page.getByText(words).first().waitFor();
const dialog = (key: string, name: string) => async (page: Page) => {
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press(key);
  await page.getByRole("dialog", { name }).waitFor();
};

/** What an owner sees, who has all that there is on every screen. */
const screens: View[] = [
  { name: "inbox", path: "/", ready: text("Which database") },
  { name: "others", path: "/others", ready: text("Run pay") },
  { name: "done", path: "/done", ready: text("Is the build green?") },
  { name: "waiting", path: "/waiting", ready: text("Waiting") },
  { name: "empty", path: "/snoozed", ready: text("Nothing put off") },
  { name: "search", path: "/?q=tool:read_file", ready: text("read_file") },
  { name: "conversations", path: "/conversations", ready: heading("Conversations") },
  { name: "liaison", path: "/liaison", ready: text("No conversations yet") },
  { name: "liaison-fitness", path: "/liaison/fitness", ready: text("No task was done yet") },
  { name: "runs", path: "/runs", ready: text("pattern-hunt") },
  { name: "run", path: `/runs/${runId(0)}`, ready: text("pattern-hunt") },
  { name: "agents", path: "/agents", ready: text("Halt") },
  { name: "deliveries", path: "/deliveries", ready: text("No channel is set up") },
  { name: "policy", path: "/policy", ready: text("two have to agree") },
  { name: "policy-tests", path: "/policy", ready: tab("Tests") },
  { name: "policy-try", path: "/policy", ready: tab("Try one call") },
  {
    name: "policy-history",
    path: "/policy",
    ready: async (page) => {
      await tab("History")(page);
      await page.getByRole("region", { name: "Parts of the policy in force" }).waitFor();
    },
  },
  { name: "policy-alone", path: "/policy", ready: alone },
  { name: "policy-edit", path: "/policy", ready: tab("Edit") },
  { name: "audit", path: "/audit", ready: text("EAR1001") },
  { name: "dashboard", path: "/dashboard", ready: text("Time to answer") },
  { name: "settings", path: "/settings", ready: text("Register a passkey") },
  { name: "sign-in", path: "/sign-in", ready: heading("Sign in") },
];

/** What somebody sees who may decide what the owner's agent asks. */
const requests: View[] = [];

function tab(name: string) {
  return async (page: Page) => await page.getByRole("tab", { name }).click();
}

async function alone(page: Page): Promise<void> {
  await tab("One person alone")(page);
  await text(/with the key of the agent/)(page);
}

beforeAll(async () => {
  storeRun(stage.server.folder, runId(0), logText(sampleRun()));
  const choice = await stage.ask({
    text: "Which database should I use for the nightly report?",
    context: "Both are reachable. The report reads about 2 GB.",
    form: { kind: "choice", options: [{ label: "staging" }, { label: "production" }] },
  });
  const free = await stage.ask({ text: "What shall the summary be called?" });
  const pay = await stage.seek(PAY);
  const read = await stage.seek({ tool: "read_file", args: { path: "/srv/invoices/2026-10.csv" } });
  await stage.seek({ tool: "admin_reset_system", args: { environment: "test" } });
  const done = await stage.ask({ text: "Is the build green?" });
  await stage.ana.answer({ id: done.id, answer: { text: "It is." } });
  const write = await stage.seek({ tool: "write_file", args: { path: "/srv/x", content: "a\nb" } });
  await stage.ana.approve({ id: write.id, digest: write.authorization.digest });
  await stage.agent.tell({ text: "The report is done: 3 tables, no errors." });
  await stage.agent.recordToolCall({
    tool: "list_invoices",
    call: "call_1",
    argsDigest: "A".repeat(43),
  });
  screens.push({
    name: "conversation",
    path: `/conversations/${done.conversation}`,
    // On a phone the list, which says the same, is hidden behind it.
    ready: async (page) => await page.locator(".thread").getByText("3 tables").first().waitFor(),
  });
  screens.push({ name: "agent", path: `/agents/${pay.agent}`, ready: text("Waits for") });
  requests.push(
    { name: "request-choice", path: `/${choice.id}`, ready: text("production") },
    { name: "request-text", path: `/${free.id}`, ready: text("Send answer") },
    { name: "request-low", path: `/${read.id}`, ready: text("The agent says") },
    { name: "request-high", path: `/${pay.id}`, ready: text("The agent says") },
    { name: "request-edit", path: `/${pay.id}`, ready: edited },
    { name: "request-done", path: `/done/${done.id}`, ready: text("It is.") },
    { name: "deck", path: "/deck", ready: text("One at a time") },
    { name: "deck-over", path: "/deck", ready: deckOver },
    { name: "reject", path: `/${read.id}`, ready: dialog("d", "Reject") },
    { name: "scope", path: `/${read.id}`, ready: dialog("Shift+A", "Approve with scope") },
    { name: "snooze", path: `/${read.id}`, ready: dialog("h", "Snooze") },
    { name: "palette", path: `/${read.id}`, ready: dialog("Control+k", "Command palette") },
    { name: "keys", path: `/${read.id}`, ready: dialog("?", "Keyboard") },
  );
});

const PHONE = { width: 390, height: 844, isPhone: true };
const VIEWERS = [
  { what: "every screen", views: screens, key: () => stage.server.operator },
  { what: "every way to look at a request", views: requests, key: () => stage.anaKey },
];
/** A browser goes through all of them on two processors that others use too. */
const SLOW = { timeout: 120_000 };

/** Every card was passed. */
async function deckOver(page: Page): Promise<void> {
  const later = page.getByRole("button", { name: "Later" });
  await page.getByRole("region", { name: "Decide" }).or(page.getByText("Send answer")).waitFor();
  while (await later.isEnabled()) await later.click();
  await page.getByRole("button", { name: "Go through them again" }).waitFor();
}

/** The arguments are changed, and the change is there to be looked at. */
async function edited(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Decide" }).waitFor();
  await page.keyboard.press("e");
  const region = page.getByRole("region", { name: "Edit arguments" });
  await region.getByLabel("amount").fill("90");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("table", { name: "Changes" }).waitFor();
}

/** A small phone, and 400 % zoom of a window of 1,280 px: nothing has to be scrolled sideways. */
const NARROWED = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
];

const WINDOWS = ["wide", "phone"] as const;
const seen = (window: (typeof WINDOWS)[number], views: readonly View[]) =>
  seenIn(window, { views, windows: WINDOWS });

describe.each(VIEWERS)("$what", SLOW, ({ views, key }) => {
  test("a wide window shows it whole and free of faults that axe finds, however narrow it is made", async () => {
    const tab = await stage.open({ key: key() });
    const looked = { views: seen("wide", views), suffix: "", narrowed: NARROWED };
    expect(await faultsOf(tab, looked)).toEqual([]);
  });

  test("a phone shows it whole and free of faults that axe finds", async () => {
    const tab = await stage.open({ ...PHONE, key: key() });
    expect(await faultsOf(tab, { views: seen("phone", views), suffix: "-phone" })).toEqual([]);
  });
});
