import { AGENTS } from "../operations/agents.ts";
import { AUTHORIZATIONS } from "../operations/authority.ts";
import { CONVERSATIONS } from "../operations/conversations.ts";
import { DEVICES } from "../operations/devices.ts";
import { ERASURES } from "../operations/erasures.ts";
import { EXCHANGE } from "../operations/exchange.ts";
import { HOSTS } from "../operations/hosts.ts";
import { HUB } from "../operations/hub.ts";
import { INBOX } from "../operations/inbox.ts";
import { KEYS } from "../operations/keys.ts";
import { LIAISON } from "../operations/liaison.ts";
import { FITNESS } from "../operations/liaison-learning.ts";
import { AUDIT, EVENTS } from "../operations/log.ts";
import { MAILBOX } from "../operations/mailbox.ts";
import { MEMORY } from "../operations/memory.ts";
import { OPERATORS } from "../operations/people.ts";
import { POLICY } from "../operations/policy.ts";
import { REQUESTS } from "../operations/requests.ts";
import { REVIEW } from "../operations/review.ts";
import { RUNS } from "../operations/runs.ts";
import { SERVER } from "../operations/server.ts";
import { SESSIONS } from "../operations/sessions.ts";
import { SIGN_IN } from "../operations/sign-in.ts";
import { SIGNERS } from "../operations/signers.ts";
import { SUBSCRIPTIONS } from "../operations/subscriptions.ts";
import { TOOL_CALLS } from "../operations/tool-calls.ts";
import type { OperationText } from "../schemas/operation.ts";

/* What the operations are about. */

interface Group {
  readonly about: string;
  readonly of: readonly Readonly<Record<string, OperationText>>[];
}

const GROUPS: Readonly<Record<string, Group>> = {
  requests: { about: "Ask people, wait, answer and cancel.", of: [REQUESTS] },
  authorizations: {
    about: "Seek authorization for an action, decide it, and redeem what was approved.",
    of: [AUTHORIZATIONS],
  },
  exchange: {
    about: "What people and agents say before a decision, and words in place of a tool.",
    of: [EXCHANGE],
  },
  mailbox: { about: "What people said, until its agent acknowledges it.", of: [MAILBOX] },
  conversations: { about: "Tell without asking, and read what was said.", of: [CONVERSATIONS] },
  inbox: { about: "What is open for a person, and what they do with it.", of: [INBOX] },
  review: { about: "What nobody has answered for long.", of: [REVIEW] },
  policy: { about: "What may run unasked, and who decides the rest.", of: [POLICY] },
  hub: { about: "Messages, deliveries, links and attention.", of: [HUB] },
  subscriptions: { about: "Programs that are called when requests close.", of: [SUBSCRIPTIONS] },
  devices: { about: "Browsers that are notified while no page is open.", of: [DEVICES] },
  sessions: { about: "Agents that pause for people and go on.", of: [SESSIONS, HOSTS] },
  liaison: { about: "From a need to a task to feedback.", of: [LIAISON, FITNESS] },
  memory: { about: "What agents keep from one session to the next.", of: [MEMORY] },
  log: {
    about: "What happened, and its proof.",
    of: [EVENTS, AUDIT, RUNS, TOOL_CALLS],
  },
  signers: { about: "Who signs decisions, and who says so.", of: [SIGNERS] },
  people: { about: "People, keys, agents and web sessions.", of: [KEYS, AGENTS, OPERATORS] },
  "sign-in": { about: "What lets a browser in.", of: [SIGN_IN] },
  server: { about: "The server itself, and erasing.", of: [SERVER, ERASURES] },
};

/** Names that the contract of the liaison gives to operations that have another here. */
const CONTRACT = "contract";
const TOOLS = "tools";
const PUBLIC = "public";

export const TAGS = [
  ...Object.entries(GROUPS).map(([name, { about }]) => ({ name, description: about })),
  { name: CONTRACT, description: "Operations of the liaison by their names in its contract." },
  { name: TOOLS, description: "The tools of a model, each with its arguments as the body." },
  { name: PUBLIC, description: "For anyone who reaches the port." },
];

export const TOOL_TAG: readonly string[] = [TOOLS];
export const PUBLIC_TAG: readonly string[] = [PUBLIC];

/** The tags of an operation: exactly one. */
export function tagsOf(operation: string): readonly string[] {
  if (operation.includes("_")) return [CONTRACT];
  return Object.entries(GROUPS)
    .filter(([, { of }]) => of.some((texts) => Object.hasOwn(texts, operation)))
    .map(([name]) => name);
}
