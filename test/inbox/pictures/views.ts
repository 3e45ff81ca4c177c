import type { Page } from "playwright-core";
import { THE_RUN } from "../../support/few-runs.ts";
import type { View } from "../looks.ts";
import type { Pictured } from "./record.ts";

/** Every address of the page, as `src/inbox/browser/router.ts` lists them, by the name of its picture. */
export const ROUTES: Readonly<Record<string, string>> = {
  inbox: "/",
  others: "/others",
  waiting: "/waiting",
  snoozed: "/snoozed",
  done: "/done",
  search: "/?q=",
  request: "/REQUEST",
  deck: "/deck",
  conversations: "/conversations",
  conversation: "/conversations/ID",
  liaison: "/liaison",
  "liaison-talk": "/liaison/ID",
  "liaison-fitness": "/liaison/fitness",
  runs: "/runs",
  run: "/runs/ID",
  sessions: "/sessions",
  session: "/sessions/ID",
  agents: "/agents",
  agent: "/agents/ID",
  deliveries: "/deliveries",
  policy: "/policy",
  audit: "/audit",
  dashboard: "/dashboard",
  settings: "/settings",
  "sign-in": "/sign-in",
};

/** What stands at an address beside its first look. */
export const MORE = [
  "question-text",
  "question-choices",
  "question-fields",
  "authorization-low",
  "authorization-medium",
  "authorization-quorum",
  "authorization-critical",
  "reject",
  "palette",
  "keys",
  "policy-try",
  "policy-history",
  "devices",
] as const;

export const SHOWN_AS = ["light", "dark", "phone"] as const;

export interface PicturedView extends View {
  /** Whose page it is; that of somebody who decides, if absent. */
  readonly by?: "owner" | "nobody";
}

const heading = (name: string) => async (page: Page) =>
  await page.getByRole("heading", { name, level: 1 }).waitFor();
const text = (words: string | RegExp) => async (page: Page) =>
  await page.getByText(words).filter({ visible: true }).first().waitFor();

const decide = async (page: Page) =>
  await page
    .getByRole("region", { name: "Decide" })
    .or(page.getByRole("button", { name: /^Send answer/ }))
    .or(page.getByRole("group", { name: "Options" }))
    .first()
    .waitFor();

function dialog(key: string, name: string) {
  return async (page: Page) => {
    await decide(page);
    await page.keyboard.press(key);
    await page.getByRole("dialog", { name }).waitFor();
  };
}

function tab(name: string) {
  return async (page: Page) => {
    await page.getByRole("tab", { name }).click();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  };
}

/** All of them, on a record. */
export function viewsOf({ ids }: Pictured): readonly PicturedView[] {
  const at = (name: string) => `/${ids[name] ?? ""}`;
  return [
    { name: "inbox", path: at("high"), ready: decide },
    { name: "others", path: `/others${at("high")}`, ready: text("ana"), by: "owner" },
    { name: "waiting", path: "/waiting", ready: text("Waiting") },
    { name: "snoozed", path: "/snoozed", ready: text("write to the authors") },
    { name: "done", path: `/done${at("done")}`, ready: text("It is.") },
    { name: "search", path: "/?q=level:high", ready: text("pay_invoice") },
    { name: "request", path: at("choice"), ready: text("production") },
    { name: "deck", path: "/deck", ready: decide },
    { name: "conversations", path: "/conversations", ready: heading("Conversations") },
    {
      name: "conversation",
      path: `/conversations${at("conversation")}`,
      ready: async (page) => await page.locator(".thread").getByText("3 tables").first().waitFor(),
    },
    { name: "liaison", path: "/liaison", ready: text("What do you need?"), by: "owner" },
    { name: "liaison-talk", path: `/liaison${at("liaison")}`, ready: text("revenue"), by: "owner" },
    { name: "liaison-fitness", path: "/liaison/fitness", ready: heading("Liaison"), by: "owner" },
    { name: "runs", path: "/runs", ready: text("trial") },
    { name: "run", path: `/runs/${THE_RUN}`, ready: text("trial") },
    { name: "sessions", path: "/sessions", ready: text("Compare the hours"), by: "owner" },
    {
      name: "session",
      path: `/sessions${at("session")}`,
      ready: text("I need to know where to begin"),
      by: "owner",
    },
    { name: "agents", path: "/agents", ready: text("Halt"), by: "owner" },
    { name: "agent", path: `/agents${at("agent")}`, ready: text("Waits for"), by: "owner" },
    { name: "deliveries", path: "/deliveries", ready: heading("Deliveries"), by: "owner" },
    { name: "policy", path: "/policy", ready: text("two have to agree"), by: "owner" },
    { name: "policy-try", path: "/policy", ready: tab("Try one call"), by: "owner" },
    { name: "policy-history", path: "/policy", ready: tab("History"), by: "owner" },
    { name: "audit", path: "/audit", ready: text("EAR2001"), by: "owner" },
    { name: "dashboard", path: "/dashboard", ready: text("Time to answer"), by: "owner" },
    { name: "settings", path: "/settings", ready: text("This browser") },
    { name: "devices", path: "/settings", ready: devices },
    { name: "sign-in", path: "/sign-in", ready: heading("Sign in"), by: "nobody" },
    { name: "question-text", path: at("text"), ready: decide },
    { name: "question-choices", path: at("choices"), ready: text("Margin") },
    { name: "question-fields", path: at("fields"), ready: text("Replicas") },
    { name: "authorization-low", path: at("low"), ready: decide },
    { name: "authorization-medium", path: at("medium"), ready: decide },
    { name: "authorization-quorum", path: at("quorum"), ready: decide },
    { name: "authorization-critical", path: at("critical"), ready: decide },
    { name: "reject", path: at("high"), ready: dialog("d", "Reject") },
    { name: "palette", path: at("high"), ready: dialog("Control+k", "Command palette") },
    { name: "keys", path: at("high"), ready: dialog("?", "Keyboard") },
  ];
}

async function devices(page: Page): Promise<void> {
  const region = page.getByRole("region", { name: "Your devices" });
  await region
    .getByRole("button", { name: "Turn on for this device" })
    .or(region.getByText("push"))
    .first()
    .waitFor();
  await region.scrollIntoViewIfNeeded();
}
