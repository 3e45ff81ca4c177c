import { afterEach, beforeEach, describe } from "vitest";
import type { Change } from "../ports/store.ts";
import { authorityFacts } from "./store-contract/authority.ts";
import { authorizationFacts } from "./store-contract/authorizations.ts";
import { committingFacts } from "./store-contract/committing.ts";
import { groundFacts } from "./store-contract/ground.ts";
import { inboxFacts } from "./store-contract/inbox.ts";
import { leaseFacts } from "./store-contract/leases.ts";
import { liaisonFacts } from "./store-contract/liaisons.ts";
import { logFacts } from "./store-contract/log.ts";
import { mailboxFacts } from "./store-contract/mailbox.ts";
import { markFacts } from "./store-contract/marks.ts";
import { memoryFacts } from "./store-contract/memory.ts";
import { outboxFoldFacts } from "./store-contract/outbox-folds.ts";
import { linkFacts } from "./store-contract/outbox-links.ts";
import { outboxReadingFacts } from "./store-contract/outbox-reading.ts";
import { riderFacts } from "./store-contract/outbox-riders.ts";
import { outboxWritingFacts } from "./store-contract/outbox-writing.ts";
import { readingFacts } from "./store-contract/reading.ts";
import { reviewedFacts } from "./store-contract/reviewed.ts";
import { sessionRetentionFacts } from "./store-contract/session-retention.ts";
import { sessionFacts } from "./store-contract/sessions.ts";
import { signingInFacts } from "./store-contract/signing-in.ts";
import {
  AT,
  type OpenedStore,
  OTHER,
  type StoreUnderTest,
} from "./store-contract/store-under-test.ts";
import { tallyFacts } from "./store-contract/tally.ts";
import { wordsFacts } from "./store-contract/words.ts";

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
  });
}

function foundation(id: string): Change {
  return {
    workspace: id,
    writes: [{ type: "workspace.insert", id, createdAt: AT }],
    events: [{ type: "workspace.created", at: AT, subject: id }],
  };
}
