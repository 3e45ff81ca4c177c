import type { Authorization } from "../../domain/authority/authorization.ts";
import { contentsOf, evidenceOf } from "../../domain/evidence/evidence.ts";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import {
  committedExchange,
  committedKey,
  committedPasskey,
  committedPermission,
  committedResult,
  committedTask,
  committedWords,
} from "../../domain/log/committed.ts";
import { voteText } from "../../domain/log/log-says.ts";
import { MISSING_CONTENT } from "../../domain/log/replay.ts";
import type { Facts } from "../../domain/log/sayings.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { answerFiles } from "../../domain/requests/answer-files.ts";
import { ERASED } from "../../domain/requests/erased.ts";
import { closerOf, type Request, wasRevoked } from "../../domain/requests/request.ts";
import type { Actor } from "../../domain/surface.ts";
import type { Statements } from "../../domain/votes/statement.ts";
import type { Digest } from "../../ports/system/digest.ts";
import { rowToGrant, rowToPermission, rowToPolicy } from "../authority/rows.ts";
import { rowToLiaison } from "../liaison/rows.ts";
import { rowToKey, rowToPasskey, rowToPrincipal } from "../people/rows.ts";
import { rowToConversation, rowToMessage } from "../requests/message-rows.ts";
import { rowToRequest } from "../requests/rows.ts";
import type { Row } from "../schema/tables.ts";
import { rowToSession } from "../sessions/rows.ts";
import { rowToStatement } from "../votes/rows.ts";

/** What is needed to say what a row holds. */
export interface Ground {
  readonly digest: Pick<Digest, "action" | "bytes" | "content" | "json" | "text">;
  readonly statements: Statements;
  /** Principals as the log names them; undefined for one that it has not come to. */
  principal(id: string): Pick<Principal, "kind" | "name"> | undefined;
}

/* What each row holds, by the names under which the log speaks of it in `log-says.ts`. */

/** `contents`: the digests of what is kept beside it. */
export function requestFacts(
  row: Row<"requests">,
  ground: Ground,
  contents: ReadonlySet<string>,
): Facts {
  const request = rowToRequest(row);
  const { kind, status, agent, createdAt } = request;
  return {
    kind,
    status,
    agent,
    createdAt,
    isErased: isErasedRequest(request),
    ...closingFacts(request, ground),
    ...exchangeFacts(request, ground),
    ...(request.kind === "authorization"
      ? authorizationFacts(request, ground)
      : { question: ground.digest.content(request.salt, request.question) }),
    ...missingFacts(contentsNamed(request), contents),
    ...(request.erasedAt !== undefined && ERASED_FACTS),
  };
}

/** What is said of content that is neither there nor erased. */
function missingFacts(named: readonly string[], contents: ReadonlySet<string>): Facts {
  const missing = named.filter((digest) => !contents.has(digest));
  return Object.fromEntries(missing.map((digest) => [`${MISSING_CONTENT} ${digest}`, true]));
}

/** What it shows people, and the files that its answer names. */
function contentsNamed(request: Request): readonly string[] {
  if (request.erasedAt !== undefined) return [];
  const files =
    request.kind === "question" && request.status === "answered"
      ? answerFiles(request.question, request.answer)
      : [];
  return [...evidenceOf(request).flatMap(contentsOf), ...files.map(({ digest }) => digest)];
}

/** What cannot be compared any more. */
const ERASED_FACTS: Facts = {
  question: undefined,
  answer: undefined,
  words: undefined,
  said: undefined,
};

/** What its agent was asked before the decision, and what it answered. */
function exchangeFacts({ askedBack = [], salt, erasedAt }: Request, ground: Ground): Facts {
  if (erasedAt !== undefined) return {};
  return Object.fromEntries(
    askedBack.flatMap(({ number, text, by, answer }) => [
      [`asked back ${number}`, `${whoOf(by, ground)} ${ground.digest.content(salt, text)}`],
      ...(answer === undefined
        ? []
        : [[`answered back ${number}`, ground.digest.content(salt, answer.text)]]),
    ]),
  );
}

function closingFacts(request: Request, ground: Ground): Facts {
  if (request.status === "open") return { closedAt: null, closedBy: null };
  const by = closerOf(request);
  const { salt } = request;
  const words = wordsOf(request);
  return {
    closedAt: request.closedAt,
    ...(by === undefined ? { closedBy: null } : { closedBy: whoOf(by, ground), via: by.via }),
    ...present({
      answer:
        request.status === "answered" ? ground.digest.content(salt, request.answer) : undefined,
      words: words === undefined ? undefined : ground.digest.content(salt, words),
    }),
  };
}

/** What was said of the end beside an answer. */
function wordsOf(request: Request): string | undefined {
  if (request.status === "assumed") return request.assumption;
  if (request.status === "responded") return request.response;
  return "reason" in request ? request.reason : undefined;
}

/** Under another name than their own somebody else would be shown to have said it; a name may be erased. */
function whoOf({ principal, name }: Actor, ground: Ground): string {
  const known = ground.principal(principal);
  const isTheirs = known === undefined || known.name === name || name === ERASED;
  return isTheirs ? principal : `${principal} as ${name}`;
}

function authorizationFacts(
  request: Extract<Request, { kind: "authorization" }>,
  ground: Ground,
): Facts {
  const noteFact = (noted: { readonly note?: string } | undefined) =>
    noted?.note === undefined ? null : ground.digest.content(request.salt, noted.note);
  const { authorization, erasedAt } = request;
  const { digest, demand, votes, edit } = authorization;
  return {
    // Erased, an action makes no digest any more, and the one that was decided on stays.
    action: erasedAt === undefined && !isItsAction(authorization, ground) ? "another" : digest,
    level: demand.level,
    rule: demand.rule,
    said: ground.digest.content(request.salt, committedWords(authorization)),
    ...present({
      basis: "basis" in request ? basisText(request.basis) : undefined,
      isRevoked: request.status === "rejected" ? wasRevoked(request) : undefined,
      editor: erasedAt === undefined ? edit?.by.principal : undefined,
      editNote: erasedAt === undefined ? noteFact(edit) : undefined,
    }),
    ...Object.fromEntries(
      votes.flatMap((given) => {
        const { by, at, digest: voted, hand, key } = given;
        const whose = `${whoOf(by, ground)} ${at}`;
        return [
          [`vote ${whose}`, voteText(voted, hand)],
          [`key of vote ${whose}`, key],
          [`note of vote ${whose}`, erasedAt === undefined ? noteFact(given) : undefined],
        ];
      }),
    ),
  };
}

function isItsAction({ action, digest }: Authorization, ground: Ground): boolean {
  return ground.digest.action(action) === digest;
}

function basisText(basis: Extract<Request, { status: "approved" }>["basis"]): string {
  switch (basis.kind) {
    case "people":
      return "people";
    case "rule":
      return `rule ${basis.rule}`;
    case "permission":
      return `permission ${basis.permission}`;
  }
}

/** Whoever puts words where words were erased has not been noticed by an empty salt alone. */
function isErasedRequest(request: Request): boolean {
  if (request.erasedAt === undefined || request.salt !== "") return false;
  const isBare =
    request.kind === "question" || Object.keys(request.authorization.action.args).length === 0;
  return isBare && saidIn(request).every((words) => words === undefined || words === ERASED);
}

/** All words of people and of the agent that stand in it. */
function saidIn(request: Request): readonly unknown[] {
  const exchanged = (request.askedBack ?? []).flatMap(({ text, answer }) => [text, answer?.text]);
  const closing = wordsOf(request);
  if (request.kind === "authorization") {
    const { reason, votes, edit } = request.authorization;
    return [reason, closing, edit?.note, ...votes.map(({ note }) => note), ...exchanged];
  }
  const answered =
    request.status === "answered" && "text" in request.answer ? request.answer.text : "";
  const answer = request.status === "answered" ? answered : undefined;
  return [request.question.text, answer, closing, ...exchanged];
}

export function grantFacts(row: Row<"grants">): Facts {
  const { id, digest, mintedAt, consumedAt } = rowToGrant(row);
  return { id, digest, mintedAt, isUsed: consumedAt !== undefined, usedAt: consumedAt };
}

export function messageFacts(row: Row<"messages">, ground: Ground): Facts {
  const { from, text, salt, createdAt } = rowToMessage(row);
  const isErased = salt === "" && text === ERASED;
  return {
    createdAt,
    from: whoOf(from, ground),
    via: from.via,
    isErased,
    text: isErased ? undefined : ground.digest.content(salt, text),
  };
}

export function conversationFacts(row: Row<"conversations">): Facts {
  const { agent, createdAt } = rowToConversation(row);
  return { agent, createdAt };
}

export function principalFacts(row: Row<"principals">): Facts {
  const principal = rowToPrincipal(row);
  const { kind, name, createdAt } = principal;
  return {
    kind,
    name,
    createdAt,
    ...present({ role: principal.kind === "person" ? principal.role : undefined }),
    ...(principal.kind === "agent" && {
      owner: principal.owner ?? null,
      tiedBy: principal.tiedBy ?? null,
      haltedAt: principal.haltedAt ?? null,
    }),
  };
}

/** `holder`: the row of its principal. */
export function keyFacts(
  row: Row<"keys">,
  { digest }: Ground,
  holder: Principal | undefined,
): Facts {
  const key = rowToKey(row);
  const { principal, createdAt, revokedAt, web } = key;
  return {
    principal,
    createdAt,
    revokedAt: revokedAt ?? null,
    maker: row.made_by,
    isUnattended: key.unattended ?? false,
    isWeb: web !== undefined,
    expiresAt: key.expiresAt ?? null,
    endedAt: web?.endedAt ?? null,
    ...(holder === undefined
      ? { holder: "nobody" }
      : {
          holder: `${holder.kind} ${holder.name}`,
          key: digest.json(committedKey(key, { secretHash: row.secret_hash, holder })),
        }),
  };
}

export function passkeyFacts(row: Row<"passkeys">, { digest }: Ground): Facts {
  const stored = rowToPasskey(row);
  const { operator, name, createdAt } = stored.passkey;
  return { operator, name, createdAt, passkey: digest.json(committedPasskey(stored)) };
}

export function passphraseFacts({ hash }: Row<"passphrases">, { digest }: Ground): Facts {
  return { hash: digest.text(hash) };
}

export function permissionFacts(row: Row<"permissions">, ground: Ground): Facts {
  const permission = rowToPermission(row);
  const { agent, tool, scope, level, givenBy, createdAt, revokedAt } = permission;
  return {
    agent,
    tool,
    scope,
    level,
    createdAt,
    givenBy: whoOf(givenBy, ground),
    revokedAt: revokedAt ?? null,
    permission: ground.digest.json(committedPermission(permission)),
  };
}

export function policyFacts(row: Row<"policies">, { digest }: Ground): Facts {
  return { revision: digest.json(rowToPolicy(row).source), maker: row.made_by };
}

export function memoryFacts(row: Row<"memory_entries">, { digest }: Ground): Facts {
  const { version, value, salt } = row;
  return { [`version ${version}`]: value === null ? "deleted" : digest.content(salt, value) };
}

export function signersFacts({ body }: Row<"signer_chain">, { statements }: Ground): Facts {
  return { entry: statements.entryHash(JSON.parse(body)) };
}

/** `isErased`: whether what it is about was, with which it goes. */
export function statementFacts(
  row: Row<"statements">,
  { statements }: Ground,
  { isErased }: { readonly isErased: boolean },
): Facts {
  const { signed } = rowToStatement(row);
  if (signed === undefined) return { statement: isErased ? undefined : "gone" };
  return { statement: statements.digest(signed.statement) };
}

export function sessionFacts(row: Row<"sessions">, { digest }: Ground): Facts {
  const { cause, status, task, salt, erasedAt } = rowToSession(row);
  const isErased = erasedAt !== undefined && salt === "" && task === ERASED;
  return {
    // Whoever looks for sessions to run goes by the column.
    cause,
    status: row.status === status ? status : `${row.status}, ${status}`,
    isErased,
    task: isErased ? undefined : digest.content(salt, task),
  };
}

/** What belongs to a conversation of the liaison in other tables. */
interface BesideLiaison {
  /** What stands in the conversation, where the same words stand once more. */
  readonly messages: readonly Row<"messages">[];
  /** The digests of what is attached to it. */
  readonly contents: ReadonlySet<string>;
}

export function liaisonFacts(
  row: Row<"liaisons">,
  { digest }: Ground,
  { messages, contents }: BesideLiaison,
): Facts {
  const liaison = rowToLiaison(row);
  const { phase, worker, salt, erasedAt } = liaison;
  const base = { phase, worker: worker?.name };
  if (erasedAt !== undefined) return { ...base, isErased: salt === "" && isBareLiaison(liaison) };
  const of = (value: unknown) => digest.content(salt, value);
  const attached = [...liaison.exchanges, ...liaison.results].flatMap(({ attachments = [] }) =>
    attachments.map(({ digest }) => digest),
  );
  const texts = new Map(messages.map(({ id, text }) => [id, text]));
  return {
    ...base,
    isErased: false,
    ...missingFacts(attached, contents),
    ...Object.fromEntries([
      ...liaison.exchanges.map((exchange) => {
        const { id, content } = exchange;
        const isSame = (texts.get(id) ?? content) === content;
        return [`exchange ${id}`, isSame ? of(committedExchange(exchange)) : "another"];
      }),
      ...liaison.progress.map(({ status, result }, index) => {
        return [`progress ${index + 1}`, of([status, result ?? null])];
      }),
      ...liaison.results.map((one) => [`result ${one.round}`, of(committedResult(one))]),
      ...liaison.feedback.map(({ round, metrics }) => [`feedback ${round}`, of(metrics)]),
      ...liaison.specifications.map((one) => {
        return [`task ${one.id} ${one.version}`, of(committedTask(one))];
      }),
    ]),
  };
}

function isBareLiaison({ exchanges, results }: Liaison): boolean {
  const said = [...exchanges.map(({ content }) => content), ...results.map(({ result }) => result)];
  return said.every((words) => words === ERASED);
}
