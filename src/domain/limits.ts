import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time.ts";

/*
 * Limits and defaults that more than one room needs or that a text tells people. Such texts take the
 * number from here, in the words of in-words.ts. A number of one algorithm stands beside it.
 */

const KIB = 1_024;
const MIB = 1_024 * KIB;

/* Calls and their answers. */

/** How long a server holds one call at most, unless it is started with another limit. */
export const DEFAULT_MAX_HOLD_MS = 55 * SECOND_MS;
/** Requests that one call can wait for. */
export const MAX_WAITED = 100;
/** How long a key can let its tools wait for a person. */
export const MAX_KEY_HOLD_MS = 10 * MINUTE_MS;
/** Requests of one agent that may be open at a time, unless a server is started with another limit. */
export const DEFAULT_MAX_OPEN = 1_000;
/** Tool calls of one principal in a minute, unless a server is started with another limit. */
export const DEFAULT_CALLS_PER_MINUTE = 600;
export const DEFAULT_PAGE_ITEMS = 50;
export const MAX_PAGE_ITEMS = 100;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 128;

/** How long an invitation waits for its person. */
export const INVITATION_LIFE_MS = 7 * DAY_MS;

/** How long a key can be good that is made with an end. */
export const MAX_KEY_LIFE_MS = 5 * 365 * DAY_MS;
export const MIN_KEY_LIFE_MS = MINUTE_MS;
/** How long a key that is replaced stays good beside the new one. */
export const DEFAULT_OVERLAP_MS = DAY_MS;
export const MAX_OVERLAP_MS = 30 * DAY_MS;
/** A key that nobody used for so long is stale. */
export const STALE_KEY_MS = 90 * DAY_MS;
/** A key that ends within this time is told. */
export const ENDING_KEY_MS = 14 * DAY_MS;

/** A thread ends when nobody has needed it for this long; the next who does starts another. */
export const THREAD_IDLE_MS = 30 * SECOND_MS;

/* Texts, in bytes of UTF-8 or in characters. */

/** One text: a question, a message, an answer. */
export const MAX_TEXT_BYTES = 64 * KIB;
/** One event for the program of an agent. */
export const MAX_NOTIFY_BYTES = 256 * KIB;
/** A URL that a program is called at. */
export const MAX_NOTIFY_URL_LENGTH = 2_048;
/** Names of agents and operators, labels of options, reasons. */
export const MAX_NAME_LENGTH = 128;
export const MAX_TOOL_NAME_LENGTH = 64;
export const MAX_CHAT_ID_LENGTH = 128;
/** What a person says about a decision, or an agent about taking its request back. */
export const MAX_REASON_BYTES = 2 * KIB;
/** What a list shows of a question, or of what was said last in a conversation. */
export const SHOWN_IN_LIST_LENGTH = 200;
export const MAX_SEARCH_LENGTH = 256;
export const MAX_TIME_ZONE_LENGTH = 64;
export const MIN_PASSPHRASE_LENGTH = 12;
export const MAX_PASSPHRASE_LENGTH = 256;

/* Requests. */

export const MIN_EXPIRY_MS = SECOND_MS;
export const MAX_QUESTION_EXPIRY_MS = 366 * DAY_MS;
export const MAX_AUTHORIZATION_EXPIRY_MS = 30 * DAY_MS;
/** An authorization lives this long where neither its agent nor a rule says another time. */
export const DEFAULT_AUTHORIZATION_EXPIRY_MS = HOUR_MS;
export const MAX_JOIN_KEY_LENGTH = 128;
/** Arguments as canonical JSON: people cannot be shown more, and lists hold them many times. */
export const MAX_SHOWN_ARGS_BYTES = 256 * KIB;
/** Arguments that a rule or a standing permission can let pass. */
export const MAX_ARGS_BYTES = 4 * MIB;
/** JSON Pointers with which a rejection names what may differ. */
export const MAX_LEEWAY_POINTERS = 50;
/** So much of a revision of the policy names it where no other begins so. */
export const MIN_REVISION_LENGTH = 6;
/** For how long a rejection answers the same action too. */
export const REJECTION_STANDS_MS = 5 * MINUTE_MS;
export const MAX_STANDING_REJECTION_MS = DAY_MS;
export const DEFAULT_STANDING_REJECTION_MS = HOUR_MS;
export const MAX_SNOOZE_MS = 30 * DAY_MS;
/** Answers, and reasons to reject, that one operator saves. */
export const MAX_SAVED_REPLIES = 10;
/** How long a decision is held for its person to take it back, where they ask for that. */
export const UNDO_MS = 4_000;
/** Items of a mailbox that one call acknowledges. */
export const MAX_ACKNOWLEDGED = 100;

/* Forms of schemas that others made. */

/** A schema as it is given, and the form that is made of it. */
export const MAX_SCHEMA_BYTES = 32 * KIB;
export const MAX_FORM_BYTES = 64 * KIB;
/** Values in values. */
export const MAX_SCHEMA_DEPTH = 32;
export const MAX_FORM_FIELDS = 100;
/** Groups in groups; what is deeper is written as JSON. */
export const MAX_FORM_GROUPS = 2;
/** Of each row in a list of objects that people fill in row by row. */
export const MAX_FORM_COLUMNS = 12;
export const MAX_FORM_OPTIONS = 1_000;
/** Parts that are looked at while references are followed: a few of them can name billions. */
export const MAX_SCHEMA_STEPS = 2_000;
/** References that lead to one part, one by way of another. */
export const MAX_SCHEMA_REFERENCES = 64;
/** Files that one answer names; each has at most `MAX_CONTENT_BYTES`. */
export const MAX_ANSWER_FILES = 20;
/** Zod's pattern of a date and time has 380 characters. */
export const MAX_FORM_PATTERN_LENGTH = 1_024;

/* Policy and standing permissions. */

/** Tools that one server lists to an agent behind the proxy. */
export const MAX_OFFERED_TOOLS = 2_000;
/** An address or a command, with a digest behind it. */
export const MAX_SERVER_NAME_LENGTH = 4_096;

export const MAX_PERMISSION_MS = 90 * DAY_MS;
export const DEFAULT_PERMISSION_MS = DAY_MS;
/** What an agent did longer before it asked says little about what it asks. */
export const JUST_BEFORE_MS = 10 * MINUTE_MS;
/** How far back a permission is tried on what agents sought. */
export const TRIED_ON_MS = 7 * DAY_MS;
/** How far back another policy is tried on it. */
export const POLICY_TRIED_ON_MS = 30 * DAY_MS;
/** Without a sign from one address of an operator for this long, the next is tried. */
export const DEFAULT_FALLBACK_MS = 5 * MINUTE_MS;
/** Authorizations on which another policy is tried. */
export const MAX_POLICY_TRIALS = 10_000;
/** The same in one call, so that none holds the store for long. */
export const MAX_TRIALS_AT_ONCE = 1_000;
/** Of how many people it is told at once what each can do alone. */
export const MAX_REACHING = 100;
/** Authorizations on which a permission is tried. */
export const MAX_PERMISSION_TRIALS = 10_000;

/* Signing in and linking. */

/** How long a sign-in link, or the code that links a channel, is good. */
export const LINK_LIFE_MS = 10 * MINUTE_MS;
export const WEB_SESSION_LIFE_MS = 7 * DAY_MS;
export const MAX_LINK_RANK = 100;

/* Memory. What one place holds counts in bytes of UTF-8; deleted keys do not count. */

export const MEMORY_QUOTA = { keys: 1_000, bytes: 16 * MIB } as const;
export const MAX_MEMORY_VALUE_BYTES = 256 * KIB;
/** Versions of one entry that are kept. */
export const MAX_MEMORY_VERSIONS = 20;
export const MAX_PATTERN_LENGTH = 256;
export const MAX_PATTERN_MATCHES = 100;
export const MATCH_EXCERPT_LENGTH = 200;

/* Content: what people paste and attach, in bytes. */

/** One piece of content, and one message of a person. */
export const MAX_CONTENT_BYTES = 4 * MIB;
/** What one request or conversation keeps, in pieces and bytes; what all of a workspace keep, in bytes. */
export const CONTENT_QUOTA = { pieces: 200, bytes: 64 * MIB, workspace: 1_024 * MIB } as const;

/** How long a file that no answer has taken stays beside its open request. */
export const UNTAKEN_FILE_MS = 7 * DAY_MS;

/** Of the attachments of one message. */
export const MAX_ATTACHMENTS = 10;
export const MAX_ATTACHED_BYTES = 8 * MIB;

/** Pieces of evidence beside one request, and their bytes together. */
export const MAX_EVIDENCE = 20;
export const MAX_EVIDENCE_BYTES = 8 * MIB;
/** Files that go to people beside one post; the page has all of them. */
export const MAX_POSTED_FILES = 10;
/** Typed parameters of one SQL text, as JSON. */
export const MAX_SQL_PARAMS_BYTES = 16 * KIB;

/* Sessions. */

/** After this silence of a host, another takes its sessions up. */
export const DEFAULT_SESSION_LEASE_MS = 30 * SECOND_MS;
export const MAX_SESSION_ENTRIES = 500;
export const DEFAULT_SESSION_ENTRIES = 100;
export const MAX_ENTRIES_RECORDED = 100;
export const MAX_ENTRY_BYTES = 256 * KIB;
/** Lines of another ledger that one call takes in. */
export const MAX_LEDGER_LINES = 1_000;

/* The liaison. */

/** With fewer outcomes a calibration would learn from chance. */
export const CALIBRATED_FROM = 50;
/** Feedback loses half its weight in this many days. */
export const DEFAULT_HALF_LIFE_DAYS = 30;
/** In characters. */
export const MAX_WITHDRAWAL_REASON = 500;
/** Feedback that was understood with less confidence is doubtful: a person looks at it. */
export const DOUBTFUL_BELOW = 0.5;
export const MAX_HALF_LIFE_DAYS = 36_500;

/* Figures and the log. */

/** The time whose events the status counts. */
export const STATUS_COUNTS_MS = DAY_MS;
export const MAX_STATUS_LOGS = 20;
export const DEFAULT_INSIGHTS_DAYS = 7;
export const MAX_INSIGHTS_DAYS = 90;
/** The log is sealed by a checkpoint after this time with events, or this many events. */
export const SEALED_AFTER_MS = 10 * SECOND_MS;
export const SEALED_AFTER_EVENTS = 100;
/** One checkpoint seals at most so many, so that a proof of one event has at most 20 hashes. */
export const MAX_SEALED_EVENTS = 2 ** 20;

/* Time. */

/** A system's clock that jumps further ahead in a day than this waits for a person. */
export const LONGEST_LEAP_MS = 10 * MINUTE_MS;
/** A start that finds the record to have rested for longer waits for a person, unless told otherwise. */
export const LONGEST_PAUSE_MS = 30 * DAY_MS;
/** A clock that is further behind, or an event that is, is named to people. */
export const TOLD_BEHIND_MS = MINUTE_MS;

/** The longest life of a token by which a service speaks for one of its users. */
export const END_USER_LIFE_MS = HOUR_MS;

/** The same of a token that lets in by itself, as in a page of the application. */
export const EMBED_LIFE_MS = 15 * MINUTE_MS;
