import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { listenLocally } from "./listen-locally.ts";

/*
 * One mailbox, with as much of IMAP4rev1 (RFC 3501) and IDLE (RFC 2177) as a client needs to read
 * it.
 */

export interface ImapServer {
  /** With the user and the password in it. */
  readonly url: string;
  /** Puts a mail into the folder and tells the listeners; returns its number. */
  deliver(raw: string): number;
  isSeen(uid: number): boolean;
  /** How often a client has signed in. */
  readonly logins: () => number;
  /** Of clients that wait for news. */
  readonly idling: () => number;
  /** Breaks all connections and refuses new ones until it is released. */
  cut(isCut: boolean): void;
  /** Keeps the connections open, but answers nothing any more. */
  freeze(): void;
  /** Lines that have arrived since then and were not answered. */
  readonly unanswered: () => number;
  /** Breaks the connection instead of marking the next mail as seen. */
  breakBeforeNextMark(): void;
  close(): Promise<void>;
}

interface Kept {
  readonly uid: number;
  readonly raw: Buffer;
  isSeen: boolean;
}

interface Folder {
  readonly mails: Kept[];
  readonly sessions: Set<Session>;
  logins: number;
  isCut: boolean;
  breaksNextMark: boolean;
  isFrozen: boolean;
  unanswered: number;
}

interface Session {
  readonly socket: Socket;
  isSignedIn: boolean;
  isSelected: boolean;
  /** The tag of the IDLE that is going on. */
  idleTag: string | undefined;
  /** How many mails the client knows of. */
  told: number;
}

const USER = "earshot";
const PASSWORD = "app password";

export async function startImapServer(): Promise<ImapServer> {
  const folder: Folder = {
    mails: [],
    sessions: new Set(),
    logins: 0,
    isCut: false,
    breaksNextMark: false,
    isFrozen: false,
    unanswered: 0,
  };
  const server = createServer((socket) => serve(folder, socket));
  const port = await listenLocally(server);
  const disconnect = () => {
    for (const { socket } of folder.sessions) socket.destroy();
  };
  return {
    url: `imap://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    deliver(raw) {
      const uid = folder.mails.length + 1;
      folder.mails.push({ uid, raw: Buffer.from(raw), isSeen: false });
      for (const session of folder.sessions)
        if (session.idleTag !== undefined) tell(folder, session);
      return uid;
    },
    isSeen: (uid) => folder.mails[uid - 1]?.isSeen === true,
    logins: () => folder.logins,
    idling: () => [...folder.sessions].filter(({ idleTag }) => idleTag !== undefined).length,
    cut(isCut) {
      folder.isCut = isCut;
      if (isCut) disconnect();
    },
    freeze() {
      folder.isFrozen = true;
    },
    unanswered: () => folder.unanswered,
    breakBeforeNextMark() {
      folder.breaksNextMark = true;
    },
    async close() {
      disconnect();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function serve(folder: Folder, socket: Socket): void {
  if (folder.isCut) {
    socket.destroy();
    return;
  }
  const session: Session = {
    socket,
    isSignedIn: false,
    isSelected: false,
    idleTag: undefined,
    told: 0,
  };
  folder.sessions.add(session);
  socket.on("close", () => folder.sessions.delete(session));
  socket.on("error", () => {});
  send(session, "* OK ready");
  createInterface({ input: socket }).on("line", (line) => obey(folder, session, line));
}

function send({ socket }: Session, line: string): void {
  if (socket.writable) socket.write(`${line}\r\n`);
}

function tell({ mails }: Folder, session: Session): void {
  if (session.told === mails.length) return;
  session.told = mails.length;
  send(session, `* ${mails.length} EXISTS`);
}

function obey(folder: Folder, session: Session, line: string): void {
  if (folder.isFrozen) {
    folder.unanswered += 1;
    return;
  }
  if (line.toUpperCase() === "DONE" && session.idleTag !== undefined) {
    send(session, `${session.idleTag} OK no longer idling`);
    session.idleTag = undefined;
    return;
  }
  const [, tag = "*", command = "", rest = ""] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? [];
  const name = command.toUpperCase();
  const before = BEFORE_SELECTION[name];
  const within = session.isSelected ? WITHIN_FOLDER[name] : undefined;
  const answer = before ?? within;
  const done = answer?.({ folder, session, tag, rest }) ?? "BAD unknown command";
  if (done !== "") send(session, `${tag} ${done}`);
}

interface Call {
  readonly folder: Folder;
  readonly session: Session;
  readonly tag: string;
  readonly rest: string;
}
/** Returns the tagged answer; empty if there is none yet. */
type Commands = Readonly<Record<string, (call: Call) => string>>;

const BEFORE_SELECTION: Commands = {
  CAPABILITY({ session }) {
    send(session, "* CAPABILITY IMAP4rev1 IDLE");
    return "OK";
  },
  NOOP({ folder, session }) {
    if (session.isSelected) tell(folder, session);
    return "OK";
  },
  LOGIN({ folder, session, rest }) {
    if (rest !== `"${USER}" "${PASSWORD}"` && rest !== `${USER} "${PASSWORD}"`) {
      return "NO [AUTHENTICATIONFAILED] wrong";
    }
    folder.logins += 1;
    session.isSignedIn = true;
    return "OK";
  },
  LIST({ session, rest }) {
    if (/"?INBOX"?$|"?\*"?$/i.test(rest)) send(session, '* LIST (\\HasNoChildren) "/" INBOX');
    return "OK";
  },
  SELECT({ folder, session, rest }) {
    if (!session.isSignedIn || !/^"?INBOX"?/i.test(rest)) return "NO no such folder";
    session.isSelected = true;
    session.told = folder.mails.length;
    send(session, "* FLAGS (\\Seen)");
    send(session, `* ${folder.mails.length} EXISTS`);
    send(session, "* OK [UIDVALIDITY 7] valid");
    send(session, `* OK [UIDNEXT ${folder.mails.length + 1}] next`);
    send(session, "* OK [PERMANENTFLAGS (\\Seen)] kept");
    return "OK [READ-WRITE]";
  },
  LOGOUT({ session, tag }) {
    send(session, "* BYE");
    send(session, `${tag} OK`);
    session.socket.end();
    return "";
  },
};

const WITHIN_FOLDER: Commands = {
  "UID SEARCH"({ folder, session, rest }) {
    if (rest.toUpperCase() !== "UNSEEN") return "BAD only UNSEEN";
    const unseen = folder.mails.filter(({ isSeen }) => !isSeen).map(({ uid }) => uid);
    send(session, `* SEARCH${unseen.map((uid) => ` ${uid}`).join("")}`);
    tell(folder, session);
    return "OK";
  },
  "UID FETCH"({ folder, session, rest }) {
    const mail = folder.mails[Number.parseInt(rest, 10) - 1];
    if (mail === undefined) return "OK";
    const { uid, raw } = mail;
    if (!rest.includes("BODY.PEEK[]")) {
      const date = '"23-Nov-2026 12:00:00 +0000"';
      send(session, `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${raw.length} INTERNALDATE ${date})`);
      return "OK";
    }
    send(session, `* ${uid} FETCH (UID ${uid} BODY[] {${raw.length}}`);
    session.socket.write(raw);
    send(session, ")");
    return "OK";
  },
  "UID STORE"({ folder, session, rest }) {
    if (folder.breaksNextMark) {
      folder.breaksNextMark = false;
      session.socket.destroy();
      return "";
    }
    const mail = folder.mails[Number.parseInt(rest, 10) - 1];
    if (mail === undefined || !rest.includes("+FLAGS (\\Seen)")) return "BAD";
    mail.isSeen = true;
    send(session, `* ${mail.uid} FETCH (UID ${mail.uid} FLAGS (\\Seen))`);
    return "OK";
  },
  IDLE({ folder, session, tag }) {
    session.idleTag = tag;
    send(session, "+ idling");
    tell(folder, session);
    return "";
  },
};
