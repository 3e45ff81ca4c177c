import type { EarshotClient } from "../../client/client.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { IdPrefix } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Page } from "../../ports/earshot/call.ts";
import type { ListedAgent } from "../../ports/earshot/inbox.ts";
import { headline } from "../../render/headline.ts";
import { oneLine } from "../../render/visible-text.ts";
import { behindBeginning, type IdPart } from "./match-text.ts";

/** One of the things that a text may mean. */
export interface Candidate {
  readonly id: string;
  /** What people call it; several may have the same. */
  readonly name?: string;
  /** Tells it from others, after its id. */
  readonly about: string;
  /** What the command gets; the id if absent. */
  readonly value?: unknown;
}

/** All that a caller sees; if there are many, only those that may have this part. */
type Find = (earshot: EarshotClient, part: IdPart | undefined) => Promise<readonly Candidate[]>;

export interface Kind {
  readonly prefix: IdPrefix;
  readonly what: string;
  readonly plural: string;
  readonly shownBy: string;
  /** Whether they have names, so that any text may mean one. */
  readonly isNamed?: true;
  readonly find: Find;
}

const NAME_WIDTH = 40;
const ABOUT_WIDTH = 60;
const PAGE = 100;
/** How many pages are searched for an end: to know that it is unique, all have to be seen. */
const MOST_PAGES = 20;

export const KINDS = {
  req: {
    prefix: "req",
    what: "a request",
    plural: "requests",
    shownBy: "npx earshot list --status all",
    find: paged("req", (earshot, place) => earshot.list({ ...place, each: true }), requestAbout),
  },
  cnv: {
    prefix: "cnv",
    what: "a conversation",
    plural: "conversations",
    shownBy: "npx earshot liaison",
    find: paged(
      "cnv",
      (earshot, place) => earshot.listLiaisons(place),
      ({ phase, createdAt }) => `${phase}, begun ${createdAt}`,
    ),
  },
  ses: {
    prefix: "ses",
    what: "a session",
    plural: "sessions",
    shownBy: "npx earshot sessions",
    find: paged(
      "ses",
      (earshot, place) => earshot.listSessions(place),
      ({ status, agentName }) => `${status}, ${oneLine(agentName, NAME_WIDTH)}`,
    ),
  },
  dlv: {
    prefix: "dlv",
    what: "a delivery",
    plural: "deliveries",
    shownBy: "npx earshot deliveries list",
    find: paged(
      "dlv",
      (earshot, place) => earshot.deliveries(place),
      ({ status, address, item }) => `${status}, ${address.channel}, ${item}`,
    ),
  },
  key: {
    prefix: "key",
    what: "a key",
    plural: "keys",
    shownBy: "npx earshot keys list",
    isNamed: true,
    async find(earshot) {
      const { items } = await earshot.listKeys();
      return items.map(({ key: { id, revokedAt }, principal: { kind, name } }) => ({
        id,
        // A revoked one is never meant by a person who only says whose it is.
        ...present({ name: revokedAt === undefined ? name : undefined }),
        about: `${kind} ${oneLine(name, NAME_WIDTH)}${revokedAt === undefined ? "" : ", revoked"}`,
      }));
    },
  },
  web: {
    prefix: "key",
    what: "a web session",
    plural: "web sessions",
    shownBy: "npx earshot web-sessions list",
    isNamed: true,
    async find(earshot) {
      const { items } = await earshot.listWebSessions();
      return items.map(({ id, name, browser }) => ({
        id,
        name,
        about: `${oneLine(name, NAME_WIDTH)}, ${oneLine(browser, NAME_WIDTH)}`,
      }));
    },
  },
  lnk: {
    prefix: "lnk",
    what: "a link",
    plural: "links",
    shownBy: "npx earshot links list",
    isNamed: true,
    async find(earshot) {
      const { items } = await earshot.listLinks();
      return items.map(({ id, name, channel, chatId }) => ({
        id,
        name,
        about: `${channel} ${oneLine(chatId, NAME_WIDTH)}, ${oneLine(name, NAME_WIDTH)}`,
      }));
    },
  },
  per: {
    prefix: "per",
    what: "a permission",
    plural: "permissions",
    shownBy: "npx earshot permissions list",
    async find(earshot) {
      const { items } = await earshot.listPermissions();
      return items.map(({ id, scope }) => ({ id, about: scope }));
    },
  },
  agent: {
    prefix: "prn",
    what: "an agent",
    plural: "agents",
    shownBy: "npx earshot agents list",
    isNamed: true,
    async find(earshot) {
      const items = await agentsFor(earshot);
      return items.map((value) => {
        const { id, name } = value.principal;
        return { id, name, about: oneLine(name, NAME_WIDTH), value };
      });
    },
  },
  operator: {
    prefix: "prn",
    what: "an operator",
    plural: "operators",
    shownBy: "npx earshot operators list",
    isNamed: true,
    async find(earshot) {
      const { items } = await earshot.listOperators();
      return items.map(({ principal }) => {
        const { id, name, role } = principal;
        return { id, name, about: `${oneLine(name, NAME_WIDTH)}, ${role}`, value: principal };
      });
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof KINDS;

/** An agent sees no others: it can only mean itself. */
async function agentsFor(
  earshot: EarshotClient,
): Promise<readonly Pick<ListedAgent, "principal">[]> {
  try {
    return (await earshot.listAgents()).items;
  } catch (error) {
    if (!isEarshotError(error, "NOT_ALLOWED")) throw error;
    const { principal } = await earshot.whoami();
    return principal.kind === "agent" ? [{ principal }] : [];
  }
}

function requestAbout({ status, agentName, ...request }: ShownRequest): string {
  const about =
    request.kind === "question"
      ? headline(request.question.text, ABOUT_WIDTH)
      : oneLine(request.authorization.action.tool, ABOUT_WIDTH);
  return `${status}, ${oneLine(agentName, NAME_WIDTH)}: ${about}`;
}

interface Place {
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * For things without a bound on their number. Ids sort by time, so those with one beginning stand
 * together and fit a page; for an end, all have to be looked at. Throws if there are too many.
 */
function paged<T extends { readonly id: string }>(
  prefix: IdPrefix,
  list: (earshot: EarshotClient, place: Place) => Promise<Page<T>>,
  about: (item: T) => string,
): Find {
  const candidate = (item: T): Candidate => ({ id: item.id, about: about(item) });
  return async (earshot, part) => {
    if (part === undefined) return [];
    const cursor = part.isBeginning ? behindBeginning(prefix, part) : undefined;
    if (cursor !== undefined) {
      const { items } = await list(earshot, { limit: PAGE, cursor });
      const begun = items.filter(({ id }) => id.startsWith(`${prefix}_${part.digits}`));
      // A text with this prefix means such an id: an end that reads like a current time is no
      // accident.
      if (begun.length > 0) return begun.map(candidate);
    }
    return part.isEnd ? (await allOf(list, earshot)).map(candidate) : [];
  };
}

async function allOf<T>(
  list: (earshot: EarshotClient, place: Place) => Promise<Page<T>>,
  earshot: EarshotClient,
): Promise<readonly T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, next } = await list(earshot, { limit: PAGE, ...present({ cursor }) });
    found.push(...items);
    if (next === undefined) return found;
    cursor = next;
  }
  throw new EarshotError(
    "INVALID_INPUT",
    "There are too many to say which alone ends so: give its first characters, or the whole id.",
  );
}
