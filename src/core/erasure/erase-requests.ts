import type { Authorization } from "../../domain/authority/authorization.ts";
import type { RequestId } from "../../domain/id.ts";
import { ERASED, erased } from "../../domain/requests/erased.ts";
import { namesMatter, saidBy } from "../../domain/requests/matter.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { WordsRow } from "../../ports/earshot/words.ts";
import { nowOf } from "../call/context.ts";
import { noticeHindrance } from "../notices/owner-notices.ts";
import { cancel } from "../requests/cancel.ts";
import { expireDue } from "../requests/expire.ts";
import { eraseBeside, erasing } from "./erase.ts";
import { postsOf } from "./erase-posts.ts";
import { DUE, type Eraser, idOf, type Pursuit, type Standing } from "./pursuit.ts";

const CONTENT = ["question", "answer", "reason", "action"] as const;

async function requestOf({ ctx, caller }: Pursuit, row: WordsRow): Promise<Request | undefined> {
  const { workspace } = caller.principal;
  const request = await ctx.store.findRequest(workspace, idOf(row) as RequestId);
  return request === undefined ? undefined : await expireDue(ctx, request, nowOf(ctx));
}

function holds({ matter }: Pursuit, { texts }: WordsRow): boolean {
  if (matter.kind === "person") {
    const said = [texts["answer"] ?? null, texts["reason"] ?? null];
    return said.some(isSaid) && saidBy(matter, texts["closed_by"] ?? null);
  }
  const asked = askedFor(texts["authorization"] ?? null);
  return [...CONTENT.map((column) => texts[column] ?? null), asked].some((text) =>
    namesMatter(matter, text),
  );
}

function isSaid(words: string | null): boolean {
  return words !== null && !words.includes(ERASED);
}

/** The agent's part of it, without who had to decide and who did. */
function askedFor(authorization: string | null): string | null {
  if (authorization === null) return null;
  const { votes: _votes, demand: _demand, ...asked } = JSON.parse(authorization) as Authorization;
  const { edit } = asked;
  return JSON.stringify(edit === undefined ? asked : { ...asked, edit: { ...edit, by: null } });
}

async function standingOf(pursuit: Pursuit, request: Request): Promise<Standing> {
  const { ctx, caller } = pursuit;
  const posts = await postsOf(pursuit, request.id);
  const hindrance = await noticeHindrance(ctx, caller, request);
  if (hindrance !== undefined) return { state: "open", why: `it ${hindrance}`, ...posts };
  if (request.status === "open") {
    return { state: "open", why: "somebody may be about to answer it", ...posts };
  }
  if (request.status !== "approved" || request.erasedAt !== undefined) return { ...DUE, ...posts };
  const grant = await ctx.store.findGrant(request.workspace, request.id);
  const now = nowOf(ctx);
  const isUsed = grant?.consumedAt !== undefined;
  const isGood = request.collectBy > now || (grant !== undefined && grant.expiresAt > now);
  if (isUsed || !isGood) return { ...DUE, ...posts };
  return { state: "open", why: "it is approved and may still run", ...posts };
}

export const REQUESTS: Eraser = {
  keeps: [...CONTENT, "tool", "rule"],
  instead: { approvers: null },
  async look(pursuit, row) {
    const request = await requestOf(pursuit, row);
    if (request === undefined || request.id === pursuit.approvedBy) return undefined;
    return await standingOf(pursuit, request);
  },
  holds,
  async close(pursuit, row) {
    const { ctx, caller } = pursuit;
    const request = await requestOf(pursuit, row);
    if (request?.status !== "open") return;
    if ((await noticeHindrance(ctx, caller, request)) !== undefined) return;
    await cancel(ctx, caller, { input: { id: request.id } });
  },
  async take(pursuit, row) {
    const { ctx, caller } = pursuit;
    const request = await requestOf(pursuit, row);
    if (request === undefined || request.status === "open") return;
    const actor = caller.principal.id;
    // Dependent content first: once the request no longer names anybody, no later erasure gets
    // here.
    await eraseBeside(ctx, request, actor);
    if (request.erasedAt !== undefined) return;
    const at = nowOf(ctx);
    await ctx.commit(erasing(erased(request, at), { at, actor }));
  },
};
