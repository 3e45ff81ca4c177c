import { advice } from "./advice.ts";
import { anothersName } from "./anothers-name.ts";
import { answerFiles } from "./answer-files.ts";
import { quorumGaming, unlistedApprovers } from "./approvers.ts";
import { argumentSwap } from "./argument-swap.ts";
import { aroundPolicies } from "./around-policies.ts";
import { attachedFiles } from "./attached-files.ts";
import type { Family } from "./attack.ts";
import { borrowedKeys } from "./borrowed-keys.ts";
import { changingPolicy } from "./changing-policy.ts";
import { clientHook } from "./client-hook.ts";
import { clockGames } from "./clocks.ts";
import { commandsInText } from "./commands-in-text.ts";
import { demandedLists } from "./demanded-lists.ts";
import { disguisedQuestions } from "./disguised-questions.ts";
import { embedded } from "./embedded.ts";
import { exchangedWords } from "./exchanged-words.ts";
import { failOpen } from "./fail-open.ts";
import { flooding } from "./flooding.ts";
import { forgedActionProofs } from "./forged-action-proofs.ts";
import { forgedMail } from "./forged-mail.ts";
import { forgedPermissions } from "./forged-permissions.ts";
import { forgedPrompts } from "./forged-prompts.ts";
import { forgedProofs } from "./forged-proofs.ts";
import { forgedRecord } from "./forged-record.ts";
import { grantForgery } from "./forgery.ts";
import { forwarded } from "./forwarded.ts";
import { freeText } from "./free-text.ts";
import { halfStarted } from "./half-started.ts";
import { heldDecisions } from "./held-decisions.ts";
import { hiddenChanges } from "./hidden-changes.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { hostileReadings } from "./hostile-readings.ts";
import { markup } from "./markup.ts";
import { misleadingHeadings } from "./misleading-headings.ts";
import { oldOrders } from "./old-orders.ts";
import { oneOwner } from "./one-owner.ts";
import { ownApprovals } from "./own-approvals.ts";
import { ownEdits } from "./own-edits.ts";
import { partsOfIds } from "./parts-of-ids.ts";
import { permissionAbuse } from "./permissions.ts";
import { presence } from "./presence.ts";
import { replays } from "./replay.ts";
import { reuse } from "./reuse.ts";
import { reviewInjection } from "./review-injection.ts";
import { secretArguments } from "./secret-args.ts";
import { selfApproval } from "./self-approval.ts";
import { speakingFor } from "./speaking-for.ts";
import { staleApprovals } from "./stale.ts";
import { standIns } from "./stand-ins.ts";
import { fileSwap, schemaSwap } from "./swaps-around.ts";
import { takenBack } from "./taken-back.ts";
import { truncation } from "./truncation.ts";
import { typedWords } from "./typed-words.ts";
import { unheard } from "./unheard.ts";
import { unsaidReasons } from "./unsaid-reasons.ts";
import { wentBackRecord } from "./went-back.ts";

/** The attack corpus. */
export const FAMILIES: readonly Family[] = [
  forgedPrompts,
  hiddenCharacters,
  disguisedQuestions,
  markup,
  truncation,
  misleadingHeadings,
  argumentSwap,
  fileSwap,
  schemaSwap,
  replays,
  wentBackRecord,
  ownApprovals,
  reuse,
  staleApprovals,
  clockGames,
  takenBack,
  heldDecisions,
  changingPolicy,
  oldOrders,
  selfApproval,
  borrowedKeys,
  ownEdits,
  unlistedApprovers,
  quorumGaming,
  demandedLists,
  unsaidReasons,
  partsOfIds,
  hiddenChanges,
  oneOwner,
  anothersName,
  presence,
  speakingFor,
  embedded,
  grantForgery,
  forgedRecord,
  forgedProofs,
  forgedActionProofs,
  forgedPermissions,
  permissionAbuse,
  advice,
  failOpen,
  commandsInText,
  freeText,
  exchangedWords,
  typedWords,
  unheard,
  standIns,
  halfStarted,
  forgedMail,
  forwarded,
  reviewInjection,
  secretArguments,
  clientHook,
  flooding,
  attachedFiles,
  answerFiles,
  hostileReadings,
  ...aroundPolicies,
];
