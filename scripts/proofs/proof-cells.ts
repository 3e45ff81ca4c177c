/* The cells of proofs, by the names under which they are proved. */

/** What `earshot-client` runs on. In `npm test` it is the Node of this clone alone. */
export const CLIENT_RUNTIMES = ["Node 24", "Node 20", "Node 22", "workerd"] as const;
export type ClientRuntime = (typeof CLIENT_RUNTIMES)[number];

/* The matrix of client mistakes. */

export const FAULTY_CLIENTS = [
  "the SDK, modern",
  "the SDK, legacy",
  "the SDK before it",
  "raw HTTP that nobody reads",
  "raw lines that nobody reads",
  "raw lines that withdraw the call",
] as const;

/** Only if Python and its SDK are available. */
export const PYTHON_CLIENTS = [
  "Python SDK 1, legacy over http",
  "Python SDK 1, legacy over stdio",
  "Python SDK 2, legacy over http",
  "Python SDK 2, legacy over stdio",
  "Python SDK 2, 2026-07-28 over http",
  "Python SDK 2, 2026-07-28 over stdio",
] as const;

export const FAULTY_KINDS = ["question", "approval"] as const;

export const faultCell = (kind: string, client: string): string => `${kind}: ${client}`;

export const cellsOf = (clients: readonly string[]): readonly string[] =>
  FAULTY_KINDS.flatMap((kind) => clients.map((client) => faultCell(kind, client)));

/** What the client for Python runs on, and the check of its types. In `npm test` it is python3 alone. */
export const PYTHON_RUNS = [
  "Python 3.10",
  "Python 3.11",
  "Python 3.12",
  "Python 3.13",
  "Python 3.14",
  "types",
] as const;

/** The frameworks behind which a bridge is proved, each from a folder with its own lock file. */
export const BRIDGED = ["ai", "langgraph", "mastra", "openai-agents", "claude-agent-sdk"] as const;

/** The frameworks in Python that have a bridge, by the folders of their rigs in python/bridges. */
export const PYTHON_BRIDGES = ["langgraph", "pydantic_ai", "openai_agents", "crewai"] as const;

/** The engines of durable runs that are woken by a call, each from a folder with its own lock file. */
export const ENGINES = ["restate"] as const;

/** The languages in which clients are made of the OpenAPI document. */
export const OPENAPI_CLIENTS = ["typescript", "python"] as const;

/** Whose hours are simulated: what each presses with, and how fast. */
export const OPERATORS = [
  "keys",
  "pointer",
  "keys and pointer",
  "phone",
  "fast keys",
  "fast pointer",
  "slow keys and pointer",
  "fast phone",
  "slow keys",
  "fast keys and pointer",
] as const;
export type Operator = (typeof OPERATORS)[number];
