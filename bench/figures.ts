import { audit } from "./audit.ts";
import { authorize } from "./authorize.ts";
import { bridgeCall } from "./bridge-call.ts";
import { bytes } from "./bytes.ts";
import { cycle, cycleCost, cyclePostgres } from "./cycle.ts";
import { dispatch } from "./dispatch.ts";
import type { Figure } from "./figure.ts";
import { growth } from "./growth.ts";
import { hostResume } from "./host-resume.ts";
import { hostStart } from "./host-start.ts";
import { hostTwo } from "./host-two.ts";
import { hubEdit } from "./hub-edit.ts";
import { hubNodes } from "./hub-nodes.ts";
import { hubSend } from "./hub-send.ts";
import { bridgeImport, pythonImport } from "./imports.ts";
import { inboxDeck } from "./inbox-deck.ts";
import { inboxFanout, inboxKey, inboxLive } from "./inbox-live.ts";
import { inboxOpen, inboxScript } from "./inbox-open.ts";
import { mcpAsk } from "./mcp-ask.ts";
import { mcpFirstByte } from "./mcp-first-byte.ts";
import { mcpHeld } from "./mcp-held.ts";
import { memory } from "./memory.ts";
import { memoryIdle } from "./memory-idle.ts";
import { memoryRead } from "./memory-read.ts";
import { memoryWrite } from "./memory-write.ts";
import { nodesTwo, nodesTwoOne } from "./nodes.ts";
import { pages } from "./pages.ts";
import { patternLate, patternSearch } from "./pattern-search.ts";
import { policyDecide } from "./policy-decide.ts";
import { policyDecision, policyDecisionLarge } from "./policy-decision.ts";
import { policyParsers } from "./policy-parsers.ts";
import { proofSize, proofVerify } from "./proof.ts";
import { proxyOverhead } from "./proxy-overhead.ts";
import { resume } from "./resume.ts";
import { start } from "./start.ts";
import { upkeepPace, upkeepRetention } from "./upkeep.ts";
import {
  upkeepBackup,
  upkeepErasure,
  upkeepInsights,
  upkeepSearch,
  upkeepVerify,
} from "./upkeep-beside.ts";
import { waiters } from "./waiters.ts";
import { wakeRemote } from "./wake-remote.ts";

/** All figures in the order of measurement. */
export const FIGURES: readonly Figure[] = [
  cycle,
  cycleCost,
  resume,
  bytes,
  pages,
  memory,
  memoryIdle,
  start,
  growth,
  audit,
  proofSize,
  proofVerify,
  dispatch,
  authorize,
  policyDecide,
  policyDecision,
  policyDecisionLarge,
  policyParsers,
  memoryWrite,
  memoryRead,
  patternSearch,
  patternLate,
  mcpAsk,
  mcpFirstByte,
  mcpHeld,
  proxyOverhead,
  bridgeCall,
  bridgeImport,
  pythonImport,
  cyclePostgres,
  nodesTwo,
  nodesTwoOne,
  wakeRemote,
  waiters,
  inboxScript,
  inboxOpen,
  inboxKey,
  inboxDeck,
  inboxLive,
  inboxFanout,
  hubSend,
  hubEdit,
  hubNodes,
  hostResume,
  hostTwo,
  hostStart,
  upkeepRetention,
  upkeepPace,
  upkeepVerify,
  upkeepBackup,
  upkeepSearch,
  upkeepInsights,
  upkeepErasure,
];
