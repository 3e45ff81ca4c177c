import type { WordsPlace, WordsRow } from "../../ports/earshot/words.ts";
import { CONTENTS } from "./erase-content.ts";
import { MEMORY, ONCE, PERMISSIONS } from "./erase-kept.ts";
import { OUTBOX, OUTBOX_POSTS } from "./erase-posts.ts";
import { REQUESTS } from "./erase-requests.ts";
import { LIAISONS, MESSAGES, SESSIONS } from "./erase-said.ts";
import { DUE, type Eraser, idOf } from "./pursuit.ts";

/** Only names and titles stand there. */
const NAMES: Eraser = { look: async () => DUE };

function stays(why: (row: WordsRow) => string): Eraser {
  return { look: async (_, row) => ({ state: "stays", why: why(row) }) };
}

/** Places are searched in this order: those that hold the words of others come first. */
export const ERASERS: Readonly<Record<WordsPlace, Eraser>> = {
  liaisons: LIAISONS,
  requests: REQUESTS,
  messages: MESSAGES,
  conversations: NAMES,
  sessions: SESSIONS,
  session_entries: SESSIONS,
  graph_nodes: NAMES,
  contents: CONTENTS,
  memory_entries: MEMORY,
  memory_versions: MEMORY,
  outbox: OUTBOX,
  outbox_posts: OUTBOX_POSTS,
  deliveries: NAMES,
  claims: NAMES,
  assignments: NAMES,
  saved_replies: stays(() => "Settings of the inbox, by its operator"),
  planted: stays(
    () => "a test request; its words go within the hour, or with its person's next page",
  ),
  permissions: PERMISSIONS,
  once: ONCE,
  principals: stays(() => "the log holds it too, for as long as there is a record"),
  keys: stays((row) => `a web session: npx earshot web-sessions revoke ${idOf(row)}`),
  passkeys: stays(() => "its operator removes it on the page, or goes with it"),
  links: stays((row) => `npx earshot links remove ${idOf(row)}`),
  attention: stays(() => "npx earshot attention, by its operator"),
  subscriptions: stays((row) => `npx earshot subscriptions remove --agent ${idOf(row)}`),
  marks: stays(() => "where marks stand in a chat, by ids of the platform"),
  agent_profiles: stays(() => "change the agent's folder; its host registers it again"),
  policies: stays(() => "a policy that is or was in force, which decisions rest on"),
  tool_pins: stays(() => "the name of a tool that is known"),
  tool_offers: stays(
    () => "the names of the tools of a server, which its new ones are compared with",
  ),
  tool_definitions: stays(() => "the definition of a tool, which actions rest on"),
  signer_chain: stays(() => "who may sign, which guards and verifiers follow entry by entry"),
  statements: stays(() => "what a person has signed; it goes with its request"),
  events: stays(() => "the log, for as long as there is a record"),
};
export const PLACES = Object.keys(ERASERS) as readonly WordsPlace[];
