import type { ContentMode } from "../../domain/hub/routing.ts";
import type { Fold } from "../../domain/inbox/fold.ts";
import { present } from "../../domain/present.ts";
import type { ForOthers, ShownRequest } from "../../domain/requests/request.ts";
import { REVIEWED_AFTER_MS } from "../../domain/requests/review.ts";
import type { Content, ContentBlock, Control } from "../../ports/channels/channel.ts";
import { foldLines } from "../fold-words.ts";
import { decidersOf } from "../for-others-words.ts";
import { whyWords } from "../refused-words.ts";
import { oneLine } from "../visible-text.ts";
import type { Reader } from "../words/reader.ts";
import { fact, inLanguage, lines, link, note, shownName, title } from "./content-blocks.ts";
import { excerpt, sizeOf } from "./content-excerpt.ts";
import { authorizationParts } from "./request-content-authorization.ts";
import { closedParts } from "./request-content-closed.ts";
import { heldParts } from "./request-content-held.ts";
import { type ControlOptions, type RequestParts, requestSubject } from "./request-content-parts.ts";
import { questionParts } from "./request-content-question.ts";
import { reviewParts } from "./request-content-review.ts";
import { wordsControls } from "./request-content-words.ts";

export interface RequestContentOptions extends ControlOptions {
  /** Earshot's page of the request. */
  readonly url: string;
  /** It opens on the server's machine alone, so that a link would be dead elsewhere. */
  readonly isPageLocal?: boolean;
  /** Whether the channel shows all of a content. */
  readonly fits: (content: Content) => boolean;
  /** `minimal` does not say what it is about. */
  readonly mode?: ContentMode;
  /** This is a repeat, in case the first attempt arrived after all. */
  readonly isResent?: boolean;
  /** What people do in that place is not heard at the moment. */
  readonly isUnheard?: boolean;
  /** For a request that the review has reached: how long it has been open. */
  readonly waitedMs?: number;
  /** Similar requests that wait after it; `fold` covers it and the first of them. */
  readonly behind?: { readonly count: number; readonly fold: Fold };
  /** For a closed one: how the platform names the person who closed it. */
  readonly closer?: string;
  /** For an open one: who was given it. */
  readonly assignee?: string;
  /** For a chat with one person who cannot decide it. */
  readonly forOthers?: ForOthers | undefined;
}

export interface RequestContent {
  readonly content: Content;
  /** All of it is shown, so that it may be decided there. */
  readonly isWhole: boolean;
}

/** Tried one after the other until one fits. */
const ROOMS = [
  { chars: 1_600, lines: 24 },
  { chars: 800, lines: 12 },
  { chars: 300, lines: 6 },
  { chars: 100, lines: 2 },
] as const;

/**
 * A request as a channel shows it. A control that answers or approves appears only if the whole
 * question or action is shown. Otherwise its beginning, its end and a link to the page appear.
 */
export function requestContent(
  request: ShownRequest,
  options: RequestContentOptions,
): RequestContent {
  const { reader } = options;
  const { words } = reader;
  const parts = partsOf(request, options);
  const isUnheard = options.isUnheard === true && request.status === "open";
  const notes = [
    ...(options.isResent === true ? [note(words.say("post.resent"))] : []),
    ...(isUnheard ? [note(words.say("post.unheard"))] : []),
    ...assigned(request, options),
  ];
  const bare = (blocks: readonly ContentBlock[], controls: readonly Control[]): Content => ({
    blocks: [title(parts.title), ...notes, ...blocks, pageBlock(parts.linkLabel, options)],
    controls,
  });
  const subject = requestSubject(request, reader);
  const opens = opening(request);
  const frame = (...shown: Parameters<typeof bare>): Content => {
    return inLanguage(words, { subject, ...present({ opens }), ...bare(...shown) });
  };
  const minimal = { content: inLanguage(words, bare([], [])), isWhole: false };
  if (options.mode === "minimal") return minimal;
  const behind = behindBlocks(options.behind, reader);
  const reviewed = withReview(parts, request, options);
  const asking = isPressed(request, options) ? wordsControls(request, options) : [];
  const whole = [reviewed ?? parts, parts]
    // What only adds words gives way to what decides.
    .flatMap(({ blocks, controls }) => [
      { blocks, controls: [...controls, ...asking] },
      { blocks, controls },
    ])
    // Waiting requests never stop it from being decided there.
    .flatMap(({ blocks, controls }) =>
      [behind, behind.slice(0, 1), []].map((told) => frame([...blocks, ...told], controls)),
    )
    .find(options.fits);
  if (whole !== undefined) return { content: whole, isWhole: true };
  const size = fact(
    words.say("post.size"),
    words.say("post.chars", { count: sizeOf(parts.blocks) }),
  );
  for (const room of ROOMS) {
    const shown = excerpt(parts.blocks, { ...room, words });
    const facts = { kind: "facts", facts: [size] } as const;
    const blocks = [note(parts.tooLong), facts, ...shown, ...behind.slice(0, 1)];
    const content = frame(blocks, []);
    if (options.fits(content)) return { content, isWhole: false };
  }
  return minimal;
}

/** Says whose turn it is; whoever could decide it still can. */
function assigned(
  { status }: ShownRequest,
  { assignee, reader: { words } }: RequestContentOptions,
): ContentBlock[] {
  if (status !== "open" || assignee === undefined) return [];
  return [{ kind: "facts", facts: [fact(words.say("fact.assigned"), shownName(assignee))] }];
}

/** Whether something can be done there now. */
function isPressed(request: ShownRequest, { forOthers }: RequestContentOptions): boolean {
  return request.status === "open" && request.held === undefined && forOthers === undefined;
}

function pageBlock(
  label: string,
  { url, isPageLocal, reader }: Pick<RequestContentOptions, "url" | "isPageLocal" | "reader">,
): ContentBlock {
  if (isPageLocal !== true) return link(label, url);
  return note(reader.words.say("post.local", { label }));
}

/** Once it is closed, how it closed is the news. */
function opening({ kind, status }: ShownRequest): Content["opens"] {
  if (status !== "open") return undefined;
  return kind === "question" ? "said" : "subject";
}

/** For how many places the differences are listed; the page lists all. */
const MOST_PLACES = 3;
const PLACE_CHARS = 160;

/** Says that more wait, and where they differ. */
function behindBlocks(
  behind: RequestContentOptions["behind"],
  { words }: Reader,
): readonly ContentBlock[] {
  if (behind === undefined) return [];
  const { count, fold } = behind;
  const told = note(words.say("behind.count", { count }));
  const places = foldLines(fold, words).slice(0, MOST_PLACES);
  if (places.length === 0) return [told];
  return [
    told,
    lines(
      words.say("behind.differ"),
      places.map((place) => oneLine(place, PLACE_CHARS)),
    ),
  ];
}

function partsOf(request: ShownRequest, options: RequestContentOptions): RequestParts {
  if (request.status !== "open") return closedParts(request, options.reader, options.closer);
  const parts =
    request.kind === "question"
      ? questionParts(request, options)
      : authorizationParts(request, options);
  if (options.forOthers !== undefined) return lookedAt(parts, options.forOthers, options.reader);
  return heldParts(request, parts, options) ?? parts;
}

/** For a reader who can only look: it has nothing to press, and says who can decide it. */
function lookedAt(
  { title, blocks }: RequestParts,
  forOthers: ForOthers,
  { words }: Reader,
): RequestParts {
  const deciders = decidersOf(forOthers, words) ?? words.say("nobody.now");
  const facts = [
    fact(words.say("fact.not_yours"), whyWords(forOthers, words)),
    fact(words.say("fact.who_can"), deciders),
  ];
  return {
    title,
    blocks: [{ kind: "facts", facts }, ...blocks],
    controls: [],
    linkLabel: words.say("page.look"),
    tooLong: words.say("long.look"),
  };
}

/** Includes what can be done if nobody answers; undefined if it is too early for that. */
function withReview(
  { blocks, controls }: RequestParts,
  { status }: ShownRequest,
  options: RequestContentOptions,
): Pick<RequestParts, "blocks" | "controls"> | undefined {
  const { waitedMs = 0 } = options;
  if (status !== "open" || waitedMs < REVIEWED_AFTER_MS) return undefined;
  const review = reviewParts(waitedMs, options);
  return {
    blocks: [...review.blocks, ...blocks],
    controls: options.forOthers === undefined ? [...controls, ...review.controls] : controls,
  };
}
