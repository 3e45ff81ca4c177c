import { readFileSync } from "node:fs";

/** One row of the bench of peers. */
export interface PeerSide {
  /** As the command line names it. */
  readonly name: string;
  readonly title: string;
  readonly keepsIn: "SQLite" | "libSQL" | "PostgreSQL" | "its own server";
  readonly program: URL;
  /** What the program is given after its folder and database. */
  readonly args: readonly string[];
  /** Of bench/peers, and shown with their versions; none for what is in this clone. */
  readonly packages: readonly string[];
  /** The row of Earshot that it is compared with: the one over the same kind of store. */
  readonly beside: EarshotSide;
}

export type EarshotSide = "earshot.sqlite" | "earshot.postgres";

export const PEERS_FOLDER = new URL("./peers/", import.meta.url);
const CYCLES = new URL("./servers/cycles.ts", import.meta.url);

const own = (args: readonly string[]) => ({ program: CYCLES, args, packages: [] });
const peer = (program: string, ...packages: readonly string[]) => ({
  program: new URL(`./${program}.ts`, PEERS_FOLDER),
  args: [],
  packages,
});
const SQLITE = { keepsIn: "SQLite", beside: "earshot.sqlite" } as const;
const POSTGRES = { keepsIn: "PostgreSQL", beside: "earshot.postgres" } as const;

/** Earshot before what is compared with it. */
export const PEER_SIDES: readonly PeerSide[] = [
  { name: "earshot.sqlite", title: "Earshot, over HTTP", ...SQLITE, ...own(["product"]) },
  { name: "limit.sqlite", title: "the bare limit, over HTTP", ...SQLITE, ...own(["limit"]) },
  {
    name: "langgraph.sqlite",
    title: "LangGraph",
    ...SQLITE,
    ...peer(
      "langgraph",
      "@langchain/langgraph",
      "@langchain/langgraph-checkpoint-sqlite",
      "better-sqlite3",
    ),
  },
  {
    name: "mastra",
    title: "Mastra",
    ...SQLITE,
    keepsIn: "libSQL",
    ...peer("mastra", "@mastra/core", "@mastra/libsql"),
  },
  {
    name: "openai-agents",
    title: "OpenAI Agents, its RunState kept by the bench",
    ...SQLITE,
    ...peer("openai-agents", "@openai/agents"),
  },
  {
    name: "restate",
    title: "Restate, over HTTP",
    ...SQLITE,
    keepsIn: "its own server",
    ...peer("restate", "@restatedev/restate-server", "@restatedev/restate-sdk"),
  },
  { name: "earshot.postgres", title: "Earshot, over HTTP", ...POSTGRES, ...own(["product"]) },
  { name: "limit.postgres", title: "the bare limit, over HTTP", ...POSTGRES, ...own(["limit"]) },
  {
    name: "langgraph.postgres",
    title: "LangGraph",
    ...POSTGRES,
    ...peer("langgraph", "@langchain/langgraph", "@langchain/langgraph-checkpoint-postgres"),
  },
  { name: "dbos", title: "DBOS", ...POSTGRES, ...peer("dbos", "@dbos-inc/dbos-sdk") },
];

/** The exact versions that bench/peers names. */
export function versionsOf({ packages }: PeerSide): Readonly<Record<string, string>> {
  const file = readFileSync(new URL("package.json", PEERS_FOLDER), "utf8");
  const { dependencies } = JSON.parse(file) as { dependencies: Record<string, string> };
  return Object.fromEntries(packages.map((name) => [name, dependencies[name] ?? "not named"]));
}
