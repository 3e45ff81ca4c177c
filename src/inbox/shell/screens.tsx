import type { ComponentType } from "preact";
import { KEYS } from "../browser/key-table.ts";
import type { IconName } from "../ui/icon.tsx";
import { late } from "../ui/late.tsx";
import { say } from "./messages/messages.ts";

export interface ScreenEntry {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** The keys that go there. */
  readonly keys: string;
  readonly component: ComponentType;
}

type Name =
  | "conversations"
  | "liaison"
  | "runs"
  | "sessions"
  | "agents"
  | "deliveries"
  | "policy"
  | "audit"
  | "dashboard"
  | "settings";

/**
 * The screens besides the inbox, in the order of the rail; `name` is the first part of their
 * address.
 */
export const SCREENS: readonly ScreenEntry[] = [
  screen(
    "conversations",
    async () => (await import("../screens/conversations.tsx")).ConversationsScreen,
  ),
  screen("liaison", async () => (await import("../screens/liaison.tsx")).LiaisonScreen),
  screen("runs", async () => (await import("../screens/runs.tsx")).RunsScreen),
  screen("sessions", async () => (await import("../screens/sessions.tsx")).SessionsScreen),
  screen("agents", async () => (await import("../screens/agents.tsx")).AgentsScreen),
  screen("deliveries", async () => (await import("../screens/deliveries.tsx")).DeliveriesScreen),
  screen("policy", async () => (await import("../screens/policy.tsx")).PolicyScreen),
  screen("audit", async () => (await import("../screens/audit.tsx")).AuditScreen),
  screen("dashboard", async () => (await import("../screens/dashboard.tsx")).DashboardScreen),
  screen("settings", async () => (await import("../screens/settings.tsx")).SettingsScreen),
];

function screen(name: Name, load: () => Promise<ComponentType>): ScreenEntry {
  const title = say(`screen.${name}`);
  const keys = KEYS[name].key;
  return { name, path: `/${name}`, title, icon: name, keys, component: late(title, load) };
}
