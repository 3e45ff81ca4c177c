import type { Voice } from "../../channels/console/voice.ts";
import type { EarshotClient } from "../../client/client.ts";
import { mayClose } from "../../domain/requests/may-close.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Whoami } from "../../ports/earshot/earshot.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { closeEach, typesCount } from "./reject-each.ts";

const PAGE = 100;

type Speaking = RunContext & { readonly voice: Voice };

export interface AgentRejection {
  readonly agent: ListedAgent;
  /** Told to the agent. */
  readonly why: { readonly reason?: string };
  readonly isConfirmed: boolean;
}

/**
 * Rejects everything that an agent has open, each by its own id, as if it had been named. A caller
 * who may cancel also cancels its questions. What the caller may not decide is left, and counted.
 */
export async function rejectAgent(
  context: Speaking,
  { earshot, me }: { readonly earshot: EarshotClient; readonly me: Whoami },
  { agent: { principal }, why, isConfirmed }: AgentRejection,
): Promise<number> {
  const {
    output,
    voice: { own },
  } = context;
  const { name } = principal;
  const agent = oneLine(name, 40);
  const open = await openOf(earshot, principal.id);
  const mine = open.filter((request) => mayClose(me, request));
  tellCounts(context, { agent, open, mine });
  // If nothing is open, the goal is reached; what the caller may not close is still open.
  if (mine.length === 0) return open.length === 0 ? EXIT_CODES.answered : EXIT_CODES.error;
  const count = mine.length;
  const what = own.say("agent.close", { count, agent });
  if (!isConfirmed && !(await typesCount(context, { what, count }))) {
    output.note(own.say("like.none"));
    return EXIT_CODES.error;
  }
  const kinds = new Map(mine.map(({ id, kind }) => [id, kind]));
  const closing = await closeEach(context, [...kinds.keys()], (id, call) =>
    kinds.get(id) === "question"
      ? earshot.cancel({ id, ...why }, call)
      : earshot.reject({ id, ...why }, call),
  );
  output.note(own.say("agent.closed", { closed: closing.closed, count }));
  if (principal.haltedAt === undefined) {
    output.note(own.say("agent.again", { agent: JSON.stringify(name) }));
  }
  const { failure } = closing;
  const isOthersDoing = failure?.code === "REQUEST_CLOSED" && closing.closed > 0;
  if (failure !== undefined && !isOthersDoing) throw failure;
  return EXIT_CODES.answered;
}

async function openOf(
  earshot: Pick<EarshotClient, "list">,
  agent: ShownRequest["agent"],
): Promise<readonly ShownRequest[]> {
  const found: ShownRequest[] = [];
  let next: { readonly cursor?: string } | undefined = {};
  while (next !== undefined) {
    const page: Awaited<ReturnType<EarshotClient["list"]>> = await earshot.list({
      agent,
      status: "open",
      order: "oldest",
      limit: PAGE,
      ...next,
    });
    found.push(...page.items);
    next = page.next === undefined ? undefined : { cursor: page.next };
  }
  return found;
}

interface Counted {
  readonly agent: string;
  readonly open: readonly ShownRequest[];
  readonly mine: readonly ShownRequest[];
}

function tellCounts({ output, voice: { own } }: Speaking, { agent, open, mine }: Counted): void {
  const questions = mine.filter(({ kind }) => kind === "question").length;
  const left = open.length - mine.length;
  const counts = { count: open.length, actions: mine.length - questions, questions };
  output.note(
    open.length === 0
      ? own.say("agent.none", { agent })
      : own.say("agent.open", { agent, ...counts }),
  );
  if (left > 0) output.note(own.say("agent.stay", { count: left }));
}
