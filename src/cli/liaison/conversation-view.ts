import type { EarshotClient } from "../../client/client.ts";
import type { ConversationId } from "../../domain/id.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { momentLines } from "./moment-lines.ts";
import { labelledLines, optionLines, type Page } from "./said-lines.ts";
import { type Moment, storyOf } from "./story.ts";
import { untilReached } from "./until-reached.ts";

/** Shows a conversation as it grows, whoever adds to it: each moment once. */
export interface ConversationView {
  /** Reads the record and shows what is new; undefined if the signal came first. */
  refresh(): Promise<Liaison | undefined>;
  /**
   * What the person typed here is already visible to them; returns how much of it is not in the
   * record yet.
   */
  expectOwnWords(change: 1 | 0 | -1): number;
}

export interface ViewOptions {
  readonly earshot: Pick<EarshotClient, "showLiaison" | "show">;
  readonly id: ConversationId;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly page: () => Page;
  /** Shown from its beginning if it began here, otherwise from the person's last words. */
  readonly isNew: boolean;
  readonly onShown: (liaison: Liaison) => void;
}

export function createConversationView(options: ViewOptions): ConversationView {
  const { earshot, id, signal, onShown } = options;
  const seen = new Set<string>();
  let own = options.isNew ? 1 : 0;
  let offered: string | undefined;
  let isFirst = true;
  let last: Promise<unknown> = Promise.resolve();

  async function show(): Promise<Liaison | undefined> {
    const read = () => earshot.showLiaison({ conversation_id: id });
    const liaison = await untilReached({ signal }, read);
    if (liaison === undefined) return undefined;
    const story = storyOf(liaison);
    const head = isFirst && !options.isNew ? begin(story, liaison) : [];
    isFirst = false;
    const due = story.filter((moment) => isDue(moment, liaison));
    const lines = [
      ...head,
      ...due.flatMap((moment) => take(moment, liaison)),
      ...(await offer(liaison)),
    ];
    if (lines.length > 0) options.print(lines.join("\n"));
    onShown(liaison);
    return liaison;
  }

  /** Its current phase, and after that what was said last. */
  function begin(story: readonly Moment[], { title, phase }: Liaison): readonly string[] {
    const lastWords = Math.max(story.findLastIndex(isPersons), 0);
    for (const { key } of story.slice(0, lastWords)) seen.add(key);
    const page = options.page();
    const isTold = story.slice(lastWords).some(({ kind }) => kind === "moved");
    return [
      ...labelledLines({ label: `${id}  `, text: title, paint: page.style.bold }, page),
      ...(isTold ? [] : [page.style.dim(`— ${phase} —`)]),
    ];
  }

  /** What can be picked, once for each question: the worker's comes first, as where it is answered. */
  async function offer({ workerAsks = [], request }: Liaison): Promise<readonly string[]> {
    const id = workerAsks[0] ?? request;
    if (id === undefined || id === offered) return [];
    const read = () => earshot.show({ id }).catch(() => undefined);
    const open = (await untilReached({ signal }, read))?.request;
    offered = id;
    if (open?.kind !== "question" || open.status !== "open") return [];
    const { form } = open.question;
    const labels = "options" in form ? form.options.map(({ label }) => label) : [];
    return optionLines(labels, options.page());
  }

  function isDue(moment: Moment, liaison: Liaison): boolean {
    return !seen.has(moment.key) && !isUnsettled(moment, liaison);
  }

  function take(moment: Moment, liaison: Liaison): readonly string[] {
    seen.add(moment.key);
    if (own > 0 && isPersons(moment) && moment.exchange.via === "cli") {
      own -= 1;
      return [];
    }
    return momentLines(moment, liaison, { ...options.page(), isLive: true });
  }

  return {
    refresh() {
      const shown = last.then(show);
      last = shown.catch(() => {});
      return shown;
    },
    expectOwnWords(change) {
      own = Math.max(own + change, 0);
      return own;
    },
  };
}

function isPersons(moment: Moment): moment is Extract<Moment, { kind: "said" }> {
  return moment.kind === "said" && moment.exchange.role === "human";
}

/**
 * A result waits for the liaison's words about it, which usually report it; feedback waits until
 * all of it was said.
 */
function isUnsettled(moment: Moment, { dueAt, phase, round }: Liaison): boolean {
  if (moment.kind === "result") return dueAt !== undefined;
  const isAsked = phase === "feedback_collection";
  return moment.kind === "feedback" && isAsked && moment.feedback.round === round;
}
