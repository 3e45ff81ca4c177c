import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { EvidenceInput } from "../../src/ports/earshot/evidence.ts";
import { addAuthenticator } from "../support/browser.ts";
import { faultsOf, seenIn, type View } from "./looks.ts";
import { useStage } from "./stage.ts";

/* What opens over the page, and what stands beside an action. */

const stage = useStage();
const PHONE = { width: 390, height: 844, isPhone: true };
/** A browser goes through all of them on two processors that others use too. */
const SLOW = { timeout: 120_000 };
const CHANGE: EvidenceInput = {
  kind: "file",
  name: "src/limits.ts",
  before: { text: "const limit = 10;\n" },
  after: { text: "const limit = 1000;\n" },
};
const FORM = { kind: "choice", options: [{ label: "staging" }, { label: "prod" }] } as const;

/** Of an owner, who may do all of it. */
const owned: View[] = [
  { name: "new-key", path: "/agents", ready: byButton("New key", "New key") },
  { name: "made-key", path: "/agents", ready: madeKey("own", "Take the key with you") },
  { name: "invitation", path: "/agents", ready: madeKey("person", "Hand the invitation over") },
  {
    name: "reject-open",
    path: "/agents",
    ready: byButton("Reject all… that is open of scout", "Reject what is open of scout"),
  },
  { name: "operator", path: "/settings", ready: byButton("Add an operator", "Add an operator") },
  { name: "operator-link", path: "/settings", ready: added },
  {
    name: "passkey",
    path: "/settings",
    ready: byButton("Register a passkey", "Register a passkey"),
  },
];
/** Of somebody who decides what the owner's agent asks. */
const decided: View[] = [];
const ON_PHONES: readonly View[] = [{ name: "more", path: "/", ready: byButton("More", "More") }];

beforeAll(async () => {
  const args = { path: "/srv/notes.txt" };
  const read = await stage.seek({ tool: "read_notes", args, reason: "See https://example.com/a." });
  const gone = await stage.seek({ tool: "write_file" });
  await stage.ana.approve({ id: gone.id, digest: gone.authorization.digest });
  const shown = await stage.seek({ tool: "write_limits", evidence: [CHANGE] });
  await stage.ana.setPassphrase({ passphrase: "correct horse battery" });
  for (const place of ["one", "two"]) await stage.ask({ text: `Where, ${place}?`, form: FORM });
  for (const month of ["May", "June"]) {
    await stage.seek({ tool: "read_report", args: { month } });
  }
  const [rent] = await Promise.all(
    ["Rent", "Rent "].map((note) => stage.seek({ tool: "pay_rent", args: { note } })),
  );
  decided.push(
    { name: "assign", path: `/${read.id}`, ready: byKey("m", "Give it to a colleague") },
    { name: "ask-agent", path: `/${read.id}`, ready: byKey("q", "Ask the agent") },
    { name: "respond", path: `/${read.id}`, ready: byKey("t", "Answer instead of running it") },
    {
      name: "leave",
      path: `/${read.id}`,
      ready: byButton("Where this link leads", "Leave Earshot"),
    },
    {
      name: "revoke",
      path: `/done/${gone.id}`,
      ready: byButton("Take back the approval", "Take the approval back"),
    },
    { name: "prove", path: "/agents", ready: madeKey("own", "Prove that it is you") },
    { name: "evidence", path: `/${shown.id}`, ready: drawn },
    {
      name: "save-view",
      path: "/?q=tool:read_report",
      ready: byButton("Save view", "Save this search as a view"),
    },
    {
      name: "reject-alike",
      path: `/${rent?.id}`,
      ready: byButton("Reject all 2", "Reject 2 alike"),
    },
    {
      name: "approve-together",
      path: "/?q=tool:read_report",
      ready: marked("a", "Decide together"),
    },
    {
      name: "reject-together",
      path: "/?q=tool:read_report",
      ready: marked("d", "Reject 2 together"),
    },
    {
      name: "snooze-together",
      path: "/?q=tool:read_report",
      ready: marked("h", "Snooze 2 together"),
    },
    { name: "answer-together", path: "/?q=where", ready: marked("2", "Answer 2 together") },
  );
});

function byButton(button: string, dialog: string) {
  return async (page: Page) => {
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
  };
}

function byKey(key: string, dialog: string) {
  return async (page: Page) => {
    await page.getByRole("region", { name: "Decide" }).waitFor();
    await page.keyboard.press(key);
    await page.getByRole("dialog", { name: dialog }).waitFor();
  };
}

function marked(key: string, dialog: string) {
  return async (page: Page) => {
    const rows = page.getByRole("list", { name: "Requests" }).locator("li");
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+J");
    await page.getByText("2 selected").waitFor();
    await page.keyboard.press(key);
    await page.getByRole("dialog", { name: dialog }).waitFor();
  };
}

let made = 0;

function madeKey(whose: "own" | "person", dialog: string) {
  return async (page: Page) => {
    await byButton("New key", "New key")(page);
    const form = page.getByRole("dialog", { name: "New key" });
    await form.getByLabel("For", { exact: true }).selectOption(whose);
    if (whose === "person") await form.getByLabel("Name", { exact: true }).fill(`guest ${++made}`);
    await form.getByRole("button", { name: "Make the key" }).click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
  };
}

async function added(page: Page): Promise<void> {
  await byButton("Add an operator", "Add an operator")(page);
  const form = page.getByRole("dialog", { name: "Add an operator" });
  await form.getByLabel("Name", { exact: true }).fill(`colleague ${++made}`);
  await form.getByRole("button", { name: /^Add/ }).click();
  await page.getByRole("dialog", { name: "Hand the link over" }).waitFor();
}

async function drawn(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Evidence" }).getByText("src/limits.ts").first().waitFor();
}

const WINDOWS = ["wide", "phone"] as const;
const seen = (window: (typeof WINDOWS)[number], views: readonly View[]) =>
  seenIn(window, { views, windows: WINDOWS });

test.each([
  { who: "an owner", key: () => stage.server.operator, views: owned },
  { who: "somebody who decides", key: () => stage.anaKey, views: decided },
])("what opens over the page of $who is free of faults that axe finds", SLOW, async (of) => {
  const wide = await stage.open({ key: of.key() });
  await addAuthenticator(wide.page);
  expect(await faultsOf(wide, { views: seen("wide", of.views), suffix: "" })).toEqual([]);
  const phone = await stage.open({ ...PHONE, key: of.key() });
  await addAuthenticator(phone.page);
  const views = [...seen("phone", of.views), ...ON_PHONES];
  expect(await faultsOf(phone, { views, suffix: "-phone" })).toEqual([]);
});
