import type { ComponentType } from "preact";
import { KEYS } from "../browser/key-table.ts";
import type { IconName } from "../ui/icon.tsx";
import { late } from "../ui/late.tsx";

export interface ScreenEntry {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** The keys that go there. */
  readonly keys: string;
  readonly component: ComponentType;
}

/**
 * The screens besides the inbox, in the order of the rail; `name` is the first part of their
 * address.
 */
export const SCREENS: readonly ScreenEntry[] = [
  {
    ...named("Conversations", "conversations"),
    component: late("Conversations", async () => {
      return (await import("../screens/conversations.tsx")).ConversationsScreen;
    }),
  },
  {
    ...named("Liaison", "liaison"),
    component: late("Liaison", async () => {
      return (await import("../screens/liaison.tsx")).LiaisonScreen;
    }),
  },
  {
    ...named("Runs", "runs"),
    component: late("Runs", async () => (await import("../screens/runs.tsx")).RunsScreen),
  },
  {
    ...named("Sessions", "sessions"),
    component: late("Sessions", async () => {
      return (await import("../screens/sessions.tsx")).SessionsScreen;
    }),
  },
  {
    ...named("Agents", "agents"),
    component: late("Agents", async () => (await import("../screens/agents.tsx")).AgentsScreen),
  },
  {
    ...named("Deliveries", "deliveries"),
    component: late("Deliveries", async () => {
      return (await import("../screens/deliveries.tsx")).DeliveriesScreen;
    }),
  },
  {
    ...named("Policy", "policy"),
    component: late("Policy", async () => (await import("../screens/policy.tsx")).PolicyScreen),
  },
  {
    ...named("Audit", "audit"),
    component: late("Audit", async () => (await import("../screens/audit.tsx")).AuditScreen),
  },
  {
    ...named("Dashboard", "dashboard"),
    component: late("Dashboard", async () => {
      return (await import("../screens/dashboard.tsx")).DashboardScreen;
    }),
  },
  {
    ...named("Settings", "settings"),
    component: late("Settings", async () => {
      return (await import("../screens/settings.tsx")).SettingsScreen;
    }),
  },
];

function named<N extends IconName & keyof typeof KEYS>(title: string, name: N) {
  return { name, path: `/${name}`, title, icon: name, keys: KEYS[name].key } as const;
}
