import { afterEach, beforeEach, describe } from "vitest";
import type { Change } from "../../src/ports/store/store.ts";
import { authorityFacts } from "./store/authority.ts";
import { authorizationFacts } from "./store/authorizations.ts";
import { committingFacts } from "./store/committing.ts";
import { contentFacts } from "./store/contents.ts";
import { groundFacts } from "./store/ground.ts";
import { inboxFacts } from "./store/inbox.ts";
import { leaseFacts } from "./store/leases.ts";
import { liaisonFacts } from "./store/liaisons.ts";
import { logFacts } from "./store/log.ts";
import { mailboxFacts } from "./store/mailbox.ts";
import { markFacts } from "./store/marks.ts";
import { memoryFacts } from "./store/memory.ts";
import { outboxFoldFacts } from "./store/outbox-folds.ts";
import { linkFacts } from "./store/outbox-links.ts";
import { outboxReadingFacts } from "./store/outbox-reading.ts";
import { riderFacts } from "./store/outbox-riders.ts";
import { outboxWritingFacts } from "./store/outbox-writing.ts";
import { readingFacts } from "./store/reading.ts";
import { reviewedFacts } from "./store/reviewed.ts";
import { sessionRetentionFacts } from "./store/session-retention.ts";
import { sessionFacts } from "./store/sessions.ts";
import { signerFacts } from "./store/signers.ts";
import { signingInFacts } from "./store/signing-in.ts";
import { AT, type OpenedStore, OTHER, type StoreUnderTest } from "./store/store-under-test.ts";
import { tallyFacts } from "./store/tally.ts";
import { wordsFacts } from "./store/words.ts";

/** What every store must do, whatever engine is behind it. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`the store on ${name}`, () => {
    let opened: OpenedStore;
    let store: OpenedStore["store"];

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await opened.setTime?.(AT);
      await store.commit([foundation("default"), foundation(OTHER)]);
    });
    afterEach(() => opened.close());

    const under: StoreUnderTest = {
      get store() {
        return store;
      },
      async reopen() {
        store = await opened.reopen();
        return store;
      },
      at: async (moment) => await opened.setTime?.(moment),
      outcomes: async (changes) => (await store.commit(changes)).map(({ outcome }) => outcome),
      events: (workspace = "default") => store.readEvents({ workspace, after: 0, limit: 1_000 }),
    };
    readingFacts(under);
    committingFacts(under);
    logFacts(under);
    memoryFacts(under);
    wordsFacts(under);
    mailboxFacts(under);
    tallyFacts(under);
    authorizationFacts(under);
    authorityFacts(under);
    groundFacts(under);
    signerFacts(under);
    signingInFacts(under);
    inboxFacts(under);
    leaseFacts(under);
    outboxWritingFacts(under);
    outboxReadingFacts(under);
    outboxFoldFacts(under);
    linkFacts(under);
    riderFacts(under);
    reviewedFacts(under);
    sessionFacts(under);
    sessionRetentionFacts(under);
    markFacts(under);
    liaisonFacts(under);
    contentFacts(under);
  });
}

function foundation(id: string): Change {
  return {
    workspace: id,
    writes: [{ type: "workspace.insert", id, createdAt: AT }],
    events: [{ type: "workspace.created", at: AT, subject: id }],
  };
}
