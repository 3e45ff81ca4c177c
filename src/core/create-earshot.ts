import type { Caller } from "../domain/principal.ts";
import type { Earshot, Whoami } from "../ports/earshot.ts";
import { answer } from "./answer.ts";
import { ask } from "./ask.ts";
import { exportAudit, verifyAudit } from "./audit.ts";
import { cancel } from "./cancel.ts";
import type { Context } from "./context.ts";
import { createKey, listKeys, revokeKey } from "./keys.ts";
import { list, show } from "./list.ts";
import { acknowledge, mailbox } from "./mailbox.ts";
import { listMemory, memoryVersions, readMemory, searchMemory } from "./read-memory.ts";
import { recordToolCall } from "./record-tool-call.ts";
import { status } from "./status.ts";
import { lastEvent, subscribe } from "./subscribe.ts";
import {
  listConversations,
  showConversation,
  showMessage,
  startConversation,
  tell,
} from "./tell.ts";
import { wait, waitMany } from "./wait.ts";
import { deleteMemory, restoreMemory, writeMemory } from "./write-memory.ts";

/** Earshot in process, as one caller sees it. */
export function createEarshot(ctx: Context, caller: Caller): Earshot {
  return {
    whoami: async () => whoami(caller),
    ask: (input, options) => ask(ctx, caller, { input, options }),
    wait: (input, options) => wait(ctx, caller, { input, options }),
    waitMany: (input, options) => waitMany(ctx, caller, { input, options }),
    cancel: (input, options) => cancel(ctx, caller, { input, options }),
    answer: (input, options) => answer(ctx, caller, { input, options }),
    list: (input) => list(ctx, caller, input),
    show: ({ id }) => show(ctx, caller, id),
    mailbox: (input) => mailbox(ctx, caller, input),
    acknowledge: (input, options) => acknowledge(ctx, caller, { input, options }),
    status: () => status(ctx, caller),
    tell: (input, options) => tell(ctx, caller, { input, options }),
    startConversation: (input, options) => startConversation(ctx, caller, { input, options }),
    listConversations: (input) => listConversations(ctx, caller, input),
    showConversation: (input) => showConversation(ctx, caller, input),
    showMessage: ({ id }) => showMessage(ctx, caller, id),
    writeMemory: (input, options) => writeMemory(ctx, caller, { input, options }),
    readMemory: (input) => readMemory(ctx, caller, input),
    listMemory: (input) => listMemory(ctx, caller, input),
    deleteMemory: (input, options) => deleteMemory(ctx, caller, { input, options }),
    searchMemory: (input) => searchMemory(ctx, caller, input),
    memoryVersions: (input) => memoryVersions(ctx, caller, input),
    restoreMemory: (input, options) => restoreMemory(ctx, caller, { input, options }),
    recordToolCall: (input, options) => recordToolCall(ctx, caller, { input, options }),
    events: (input, options) => subscribe(ctx, caller, { input, signal: options?.signal }),
    lastEvent: () => lastEvent(ctx, caller),
    createKey: (input, options) => createKey(ctx, caller, { input, options }),
    listKeys: () => listKeys(ctx, caller),
    revokeKey: (input, options) => revokeKey(ctx, caller, { input, options }),
    verifyAudit: (input) => verifyAudit(ctx, caller, input),
    exportAudit: (input) => exportAudit(ctx, caller, input),
  };
}

function whoami({ principal, rights, holdMs }: Caller): Whoami {
  return { principal, rights: [...rights], ...(holdMs === undefined ? {} : { holdMs }) };
}
