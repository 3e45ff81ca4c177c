import { isChannelKind } from "../../../domain/channel-kind.ts";
import { filesBeside } from "../../../domain/evidence/evidence-block.ts";
import type { EvidenceFile } from "../../../domain/evidence/evidence-view.ts";
import { type Delivery, isOfRequest } from "../../../domain/hub/delivery.ts";
import { present } from "../../../domain/present.ts";
import {
  closerOf,
  type ForOthers,
  type ShownRequest,
  storedOf,
} from "../../../domain/requests/request.ts";
import { isDue } from "../../../domain/requests/request-machine.ts";
import { toMs } from "../../../domain/timestamp.ts";
import type { Channel, Content } from "../../../ports/channels/channel.ts";
import type { Outlets } from "../../../ports/channels/outlets.ts";
import { forOthersThan } from "../../authority/for-others.ts";
import { isToBeTold } from "../../call/channel-hearings.ts";
import { type Context, nowOf } from "../../call/context.ts";
import { languageFor } from "../../call/language-for.ts";
import { callerByKeys } from "../../deciders/operator-as-caller.ts";
import { viewsOf } from "../../evidence/show-evidence.ts";
import { behindOf } from "../../planning/fold-behind.ts";
import { modeOf } from "../../planning/rules-in-force.ts";
import { findAsked } from "../../planning/with-askers.ts";

/** What a delivery shows now. */
export interface Shown {
  readonly content: Content;
  /** Set for an open authorization that is shown whole: the digest its buttons approve. */
  readonly digest?: string;
  /** Nobody is asked any more. */
  readonly isClosed: boolean;
  /** How many others ask the same. */
  readonly askers?: number;
  /** How many wait behind it. */
  readonly behind?: number;
  /** What people are given beside it. */
  readonly files?: readonly EvidenceFile[];
}

/** Undefined if there is nothing to show, because it was erased or does not exist. */
export async function contentOf(
  ctx: Context,
  { delivery, channel, outlets }: { delivery: Delivery; channel: Channel; outlets: Outlets },
): Promise<Shown | undefined> {
  const isResent = delivery.isResent === true;
  const { workspace, address } = delivery;
  // Who is asked what their words answer is who said them.
  const operator = delivery.which === undefined ? delivery.operator : delivery.agent;
  const reader = await languageFor(ctx, { workspace, operator, channel: address.channel });
  const posted = { delivery, outlets, isResent, language: reader.language };
  if (delivery.which !== undefined) return await whichOf(ctx, posted);
  if (!isOfRequest(delivery.item)) return await messageOf(ctx, posted);
  const request = await findAsked(ctx, delivery.workspace, delivery.item);
  if (request === undefined) return undefined;
  const behind = request.status === "open" ? await behindOf(ctx, delivery, request) : undefined;
  const evidence = request.status === "open" ? await viewsOf(ctx, request, reader) : [];
  const mode = await modeOf(ctx, request, channel.kind);
  const { content, isWhole } = outlets.contents.request(request, {
    ...reader,
    tokens: (name) => `${delivery.nonce}.${name}`,
    url: outlets.pageUrl(request.id),
    isPageLocal: outlets.isPageLocal?.() === true,
    fits: (made) => channel.fits(made),
    capabilities: channel.capabilities,
    mode,
    isResent,
    isUnheard: isUnheard(ctx, channel),
    waitedMs: ctx.clock.now() - toMs(request.createdAt),
    ...present({ behind }),
    evidence,
    ...(await closerIn(ctx, request)),
    forOthers: await forOthersThere(ctx, delivery, request),
    ...(await assigneeOf(ctx, request)),
  });
  const isClosed = request.status !== "open" || isOver(ctx, request);
  // A post that does not show everything must not offer a button that approves it.
  const isAction = request.kind === "authorization" && !isClosed && isWhole;
  const askers = request.alsoAskedBy?.length ?? 0;
  return {
    content,
    isClosed,
    askers,
    behind: behind?.count ?? 0,
    files: mode === "minimal" ? [] : filesBeside(evidence, { isWhole }),
    ...present({ digest: isAction ? request.authorization.digest : undefined }),
  };
}

function isUnheard({ hearings, clock }: Context, { kind }: Channel): boolean {
  const known = hearings.of(kind);
  return known !== undefined && isToBeTold(known, clock.now());
}

/** A chat of several people includes somebody who can decide. */
async function forOthersThere(
  ctx: Context,
  { workspace, operator }: Delivery,
  request: ShownRequest,
): Promise<ForOthers | undefined> {
  if (operator === undefined || request.status !== "open") return undefined;
  const person = await ctx.people.find(workspace, operator);
  const caller = person?.kind === "person" ? await callerByKeys(ctx, person) : undefined;
  return caller && (await forOthersThan(ctx, caller, { request, at: "chat" }));
}

/** Whose turn it is, where somebody was given it. */
async function assigneeOf(
  { store }: Context,
  { workspace, id, status }: ShownRequest,
): Promise<{ readonly assignee?: string }> {
  if (status !== "open") return {};
  return present({ assignee: (await store.findAssignment(workspace, id))?.to.name });
}

/** By the account's name in that chat, because an operator's own name may be that of a role. */
async function closerIn(
  { store }: Context,
  request: ShownRequest,
): Promise<{ readonly closer?: string }> {
  const by = request.status === "open" ? undefined : closerOf(request);
  if (by === undefined || !isChannelKind(by.via)) return {};
  const links = await store.listLinks(request.workspace);
  const link = links.find((one) => one.operator === by.principal && one.channel === by.via);
  return link === undefined ? {} : { closer: link.name };
}

/** It may have expired while the hub was down, before anybody noted it. */
function isOver(ctx: Context, request: ShownRequest): boolean {
  return isDue(storedOf(request), nowOf(ctx));
}

interface Posted {
  readonly delivery: Delivery;
  readonly outlets: Outlets;
  readonly isResent: boolean;
  readonly language: string;
}

/** The buttons number the questions as they were when it was first asked. */
async function whichOf(
  ctx: Context,
  { delivery, outlets, isResent, language }: Posted,
): Promise<Shown | undefined> {
  const { which, workspace, agent, nonce, text: words = "" } = delivery;
  if (which === undefined) return undefined;
  const found = await Promise.all(which.requests.map((id) => ctx.store.findRequest(workspace, id)));
  const questions = found.filter((request) => request?.kind === "question");
  const who = await ctx.people.find(workspace, agent);
  const content = outlets.contents.which({
    language,
    by: who?.name ?? agent,
    words,
    questions,
    isResent,
    chosen: which.chosen === "none" ? "none" : questions.find(({ id }) => id === which.chosen),
    tokens: (name) => `${nonce}.${name}`,
  });
  return { content, isClosed: which.chosen !== undefined };
}

async function messageOf(
  ctx: Context,
  { delivery, outlets, isResent, language }: Posted,
): Promise<Shown | undefined> {
  const { text, part, workspace, agent } = delivery;
  if (text === undefined) return undefined;
  const who = await ctx.people.find(workspace, agent);
  // Earshot's own messages are stored under the operator who wanted them.
  const by = who?.kind === "person" ? "Earshot" : (who?.name ?? agent);
  const content = outlets.contents.message({ language, by, text, part, isResent });
  return { content, isClosed: false };
}
