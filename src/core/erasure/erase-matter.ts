import { EarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { erased } from "../../domain/requests/erased.ts";
import { folded, type Matter } from "../../domain/requests/matter.ts";
import type { ErasedMatter, EraseMatterInput, FoundWords } from "../../ports/earshot/erasure.ts";
import type { WordsKey, WordsPlace, WordsRow } from "../../ports/earshot/words.ts";
import { notFound } from "../call/access.ts";
import { commitOrThrow } from "../call/commit-call.ts";
import { type Context, nowOf } from "../call/context.ts";
import type { Given } from "../call/use-case.ts";
import { inCallersTurn } from "../sign-in/operator-lock.ts";
import { erasing } from "./erase.ts";
import { eraseGround, eraseSoughtBy } from "./erase-ground.ts";
import { eraseRow, lookAt } from "./erase-row.ts";
import { PLACES } from "./erasers.ts";
import { namedRows } from "./named-rows.ts";
import { createPace } from "./pace.ts";
import type { Pursuit } from "./pursuit.ts";

const LEAST_LENGTH = 3;
const MOST_LENGTH = 200;
/** A call runs this long, or until it has found this much; then the caller calls again. */
const CALL_MS = 2_000;
const MOST_FOUND = 500;

const PAGE = 200;
/** At most this many of one place are listed. */
const MOST_OPEN = 100;
const MOST_NAMED = 10;

/**
 * Searches the whole record for a person or a case, one part per call, and erases what it finds if
 * told to. Erased content is not found again, so a call may be repeated. It keeps no key, which
 * would hold a digest of the term.
 */
export async function eraseMatter(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<EraseMatterInput>,
): Promise<ErasedMatter> {
  requireRight(caller, "erase");
  const matter = await matterOf(ctx, caller, input);
  const named = matter.kind === "about" ? { about: matter.term } : { person: matter.name };
  const approvedBy = await eraseSoughtBy(ctx, caller, named);
  const pursuit: Pursuit = { ctx, caller, matter, approvedBy };
  if (input.take === true) return await takeAll(pursuit, named, { input, options });
  const { found, next } = await goThrough(pursuit, { ...input, signal: options?.signal });
  return next === undefined ? { found } : { found, next: cursorOf(next) };
}

async function takeAll(
  looked: Pursuit,
  named: JsonObject,
  { input, options }: Given<EraseMatterInput>,
): Promise<ErasedMatter> {
  const { ctx, caller } = looked;
  if (input.after === undefined && input.close !== true) await assertNothingOpen(looked);
  const pursuit = { ...looked, approvedBy: await grounded(ctx, caller, named) };
  const { found, next } = await goThrough(pursuit, { ...input, signal: options?.signal });
  const count = found.filter(({ state }) => state === "erased").length;
  if (count > 0) await log(pursuit, count);
  if (next !== undefined) return { found, next: cursorOf(next) };
  await eraseApproval(pursuit);
  return { found, left: await ctx.store.scrub() };
}

/**
 * Checked at each part. A caller who continues a running erasure says so, and proves nothing again.
 */
async function grounded(
  ctx: Context,
  caller: Caller,
  named: JsonObject,
): Promise<RequestId | undefined> {
  const { workspace } = caller.principal;
  return await inCallersTurn(ctx, caller, async () => {
    const { writes, events, by } = await eraseGround(ctx, caller, named);
    if (events.length > 0) await commitOrThrow(ctx, { workspace, writes, events });
    return by;
  });
}

/** It names what was erased, and has served its purpose. */
async function eraseApproval({ approvedBy, ...pursuit }: Pursuit): Promise<void> {
  if (approvedBy === undefined) return;
  const { ctx, caller } = pursuit;
  const { workspace } = caller.principal;
  const request = await ctx.store.findRequest(workspace, approvedBy);
  if (request !== undefined && request.status !== "open" && request.erasedAt === undefined) {
    const at = nowOf(ctx);
    await ctx.commit(erasing(erased(request, at), { at, actor: caller.principal.id }));
  }
  const place = "outbox";
  for (const { id } of await ctx.store.deliveriesOf(workspace, approvedBy)) {
    const [row] = await ctx.store.wordsPage({ workspace, place, only: [id], limit: 1 });
    if (row !== undefined) await eraseRow(pursuit, { place, closes: false }, row);
  }
}

async function matterOf(
  ctx: Context,
  { principal: { workspace } }: Caller,
  { about, person }: EraseMatterInput,
): Promise<Matter> {
  if ((about === undefined) === (person === undefined)) {
    throw new EarshotError("INVALID_INPUT", "Name what to erase: either about, or person.");
  }
  if (about !== undefined) return { kind: "about", term: termOf(about) };
  const found = await ctx.store.findPrincipalByName({
    workspace,
    kind: "person",
    name: person ?? "",
  });
  if (found === undefined) throw notFound("operator", person ?? "");
  const { id, name } = found;
  const held = await ctx.store.listKeys(workspace);
  const keys = [...held, ...(await ctx.store.listInvitations(workspace))].map(({ key }) => key);
  const isIn = keys.some((key) => key.principal === id && key.revokedAt === undefined && !key.web);
  if (isIn || (await ctx.store.listPasskeys(workspace, id)).length > 0) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${name} can still sign in. Remove the operator first: npx earshot operators remove ${name}.`,
      { details: { id } },
    );
  }
  return { kind: "person", name, id };
}

function termOf(about: string): string {
  const length = [...folded(about).trim()].length;
  if (length >= LEAST_LENGTH && about.length <= MOST_LENGTH) return about.trim();
  throw new EarshotError(
    "INVALID_INPUT",
    `Name what to erase with ${LEAST_LENGTH} to ${MOST_LENGTH} characters: fewer occur in too much else.`,
  );
}

interface Cursor {
  readonly place: WordsPlace;
  readonly key?: WordsKey | undefined;
}

interface Going extends EraseMatterInput {
  readonly signal: AbortSignal | undefined;
}

async function goThrough(
  pursuit: Pursuit,
  input: Going,
): Promise<{ readonly found: readonly FoundWords[]; readonly next: Cursor | undefined }> {
  const { ctx } = pursuit;
  let pace = createPace(ctx.clock);
  const until = ctx.clock.now() + CALL_MS;
  const found: FoundWords[] = [];
  let at = input.after === undefined ? firstOf(PLACES[0]) : readCursor(input.after);
  while (at !== undefined) {
    const { place, key }: Cursor = at;
    // Rows of another place may be much longer.
    if (key === undefined) pace = createPace(ctx.clock);
    const limit = pace.size();
    const restMs = await pace.step(async () => {
      const { named, last } = await namedRows(pursuit, { place, after: key, limit });
      for (const row of named) {
        const one = await settle(pursuit, { place, row, input });
        if (one !== undefined) found.push(one);
      }
      at = last === undefined ? following(place) : { place, key: last };
    });
    input.signal?.throwIfAborted();
    if (found.length >= MOST_FOUND || ctx.clock.now() >= until) break;
    if (at !== undefined) await rest(ctx, restMs);
  }
  return { found, next: at };
}

async function settle(
  pursuit: Pursuit,
  {
    place,
    row,
    input,
  }: { readonly place: WordsPlace; readonly row: WordsRow; readonly input: Going },
): Promise<FoundWords | undefined> {
  if (input.take !== true) return await lookAt(pursuit, place, row);
  return await eraseRow(pursuit, { place, closes: input.close === true }, row);
}

function firstOf(place: WordsPlace | undefined): Cursor | undefined {
  return place === undefined ? undefined : { place };
}

function following(place: WordsPlace): Cursor | undefined {
  return firstOf(PLACES[PLACES.indexOf(place) + 1]);
}

function rest({ clock }: Context, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

function cursorOf({ place, key }: Cursor): string {
  return `${place} ${JSON.stringify(key ?? null)}`;
}

function readCursor(text: string): Cursor {
  const [name = "", rest] = [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1)];
  const place = PLACES.find((one) => one === name);
  const key = keyOf(rest);
  if (place !== undefined && key !== undefined)
    return { place, ...present({ key: key ?? undefined }) };
  throw new EarshotError(
    "INVALID_INPUT",
    "after continues where an earlier call ended: give the next that it returned.",
  );
}

function keyOf(text: string): WordsKey | null | undefined {
  try {
    const key: unknown = JSON.parse(text);
    if (key === null) return null;
    const isKey =
      Array.isArray(key) && key.every((one) => ["string", "number"].includes(typeof one));
    return isKey && key.length > 0 ? (key as WordsKey) : undefined;
  } catch {
    return undefined;
  }
}

async function log({ ctx, caller, matter }: Pursuit, count: number): Promise<void> {
  const { workspace, id: actor } = caller.principal;
  await ctx.commit({
    workspace,
    writes: [],
    events: [
      {
        type: "matter.erased",
        at: nowOf(ctx),
        actor,
        subject: workspace,
        data: { kind: matter.kind, count },
      },
    ],
  });
}

/**
 * Somebody may be about to answer an open request. Unless closing is wanted too, nothing at all is
 * erased then.
 */
async function assertNothingOpen(pursuit: Pursuit): Promise<void> {
  const open: FoundWords[] = [];
  for (const place of PLACES) open.push(...(await openIn(pursuit, place)));
  if (open.length === 0) return;
  const named = open.slice(0, MOST_NAMED).map(({ place, id }) => `${id} (${place})`);
  throw new EarshotError(
    "INVALID_INPUT",
    `Nothing was erased: ${open.length} that name it are open, and somebody may need them. Close them, or have them closed (close, --close): ${named.join(", ")}.`,
    { details: { open: open.map(({ place, id }) => ({ place, id })) } },
  );
}

async function openIn(pursuit: Pursuit, place: WordsPlace): Promise<readonly FoundWords[]> {
  const open: FoundWords[] = [];
  let after: WordsKey | undefined;
  do {
    const { named, last } = await namedRows(pursuit, { place, after, limit: PAGE, open: true });
    for (const row of named) {
      const found = await lookAt(pursuit, place, row);
      if (found?.state === "open") open.push(found);
    }
    after = last;
  } while (after !== undefined && open.length < MOST_OPEN);
  return open;
}
