import { buffer } from "node:stream/consumers";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Harm } from "../../../src/testing/channel-contract/channel-world.ts";
import { listenLocally } from "./listen-locally.ts";

/** Beside the harms of all platforms. */
export type SmtpHarm = Harm | "greylisted" | "refused_after_data";

/** A mail as the server has taken it. */
export interface TakenMail {
  readonly recipients: readonly string[];
  /** The sender that a bounce goes to. */
  readonly returnPath: string;
  readonly raw: string;
  readonly mail: ParsedMail;
}

export interface SmtpFake {
  /** With the user and the password in it. */
  readonly url: string;
  readonly taken: readonly TakenMail[];
  harm(...next: readonly SmtpHarm[]): void;
  close(): Promise<void>;
}

const USER = "earshot";
const PASSWORD = "app password";

interface Answer {
  readonly status: number;
  readonly text: string;
}

const AT_RECIPIENT: Partial<Record<SmtpHarm, Answer>> = {
  rate_limited: { status: 450, text: "4.7.28 Unusual rate of mail" },
  server_error: { status: 451, text: "4.3.0 Local error" },
  greylisted: { status: 451, text: "4.7.1 Greylisted" },
  refused: { status: 550, text: "5.7.1 Refused" },
};

/**
 * A mail server over plain SMTP, or one that accepts a password only after STARTTLS, with a
 * self-made certificate. Addresses that begin with `nobody@` do not exist.
 */
export async function startSmtpFake({ offersTls = false } = {}): Promise<SmtpFake> {
  const harms: SmtpHarm[] = [];
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: offersTls ? [] : ["STARTTLS"],
    allowInsecureAuth: !offersTls,
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === USER && password === PASSWORD;
      if (isRight) done(null, { user: USER });
      else done(refusal({ status: 535, text: "5.7.8 Wrong credentials" }));
    },
    onMailFrom(_address, session, done) {
      if (harms[0] !== "lost_before") return done();
      harms.shift();
      breakOff(session);
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith("nobody@")) {
        return done(refusal({ status: 550, text: "5.1.1 No such user" }));
      }
      const answer = harms[0] && AT_RECIPIENT[harms[0]];
      if (answer === undefined) return done();
      harms.shift();
      done(refusal(answer));
    },
    onData(stream, session, done) {
      void buffer(stream).then(async (bytes) => {
        const harm = harms.shift();
        if (harm === "refused_after_data") {
          return done(refusal({ status: 554, text: "5.6.0 Not such content" }));
        }
        const raw = bytes.toString("latin1");
        const { rcptTo, mailFrom } = session.envelope;
        taken.push({
          recipients: rcptTo.map(({ address }) => address),
          returnPath: mailFrom === false ? "" : mailFrom.address,
          raw,
          mail: await simpleParser(bytes),
        });
        if (harm === "lost_after") breakOff(session);
        else done();
      });
    },
  });
  server.on("error", () => {});
  const port = await listenLocally(server.server);

  function breakOff({ id }: SMTPServerSession): void {
    const all = server.connections as Set<{
      readonly id: string;
      readonly _socket: { destroy(): void };
    }>;
    for (const connection of all) if (connection.id === id) connection._socket.destroy();
  }

  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    taken,
    harm: (...next) => {
      harms.push(...next);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal({ status, text }: Answer): Error {
  return Object.assign(new Error(text), { responseCode: status });
}
