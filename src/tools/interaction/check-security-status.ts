import { z } from "zod";
import { inTime } from "../../domain/in-words.ts";
import { STATUS_COUNTS_MS } from "../../domain/limits.ts";
import type { Status } from "../../ports/earshot/status.ts";
import { defineTool } from "../registry/define-tool.ts";
import type { Tool } from "../registry/tool.ts";
import { envelopeSchema, success } from "./envelope.ts";
import { userId } from "./parameters.ts";

const NAME = "check_security_status";
const MEBIBYTE = 1_024 * 1_024;

export const checkSecurityStatus: Tool = defineTool({
  name: NAME,
  title: "Check the security status",
  description: `Returns what Earshot has measured over the last ${inTime(STATUS_COUNTS_MS)}: a security score (HIGH, MEDIUM or LOW), pending authorizations, security violations (refused keys, scopes, tokens, origins, decisions and grants), calls refused by the rate limit, all calls, and the uptime in seconds. With include_metrics also memory, processor and sessions of this moment, and recent log lines. It changes nothing and returns at once.`,
  topics:
    "monitoring monitor observe metrics figures numbers statistics stats health healthy alive well doing service system server process instance status state usage load cpu processor memory consumption ram resources uptime since performance dashboard overview diagnostics diagnose logs log error errors recent today running security secure safe safety audit attack attacker attempt attempts intrusion intruder intrude break-in break hack hacked hacker breach threat suspicious malicious abuse flood flooding hammer hammering spam overload overloaded violation violations refused denied rate limit limited throttle throttled throttling quota allowance remaining left used hour calls okay fine working down broken slow sessions trying",
  input: z.object({
    include_metrics: z
      .boolean()
      .default(false)
      .describe("Whether to add figures of the process and recent log lines."),
    user_id: userId.describe("On whose behalf you look; it changes nothing of the figures."),
  }),
  output: envelopeSchema(["success"], {
    security_score: z.enum(["HIGH", "MEDIUM", "LOW"]),
    pending_authorizations: z.number(),
    security_violations: z.number(),
    rate_limit_hits: z.number(),
    total_requests: z.number(),
    uptime: z.number().describe("In seconds."),
    user_id: z.string(),
    detailed_metrics: z
      .object({
        memory_usage: z.string(),
        cpu_usage: z.string(),
        active_sessions: z.number(),
      })
      .optional(),
    recent_logs: z
      .array(z.object({ timestamp: z.string(), level: z.string(), message: z.string() }))
      .optional(),
  }),
  annotations: { readOnly: true, repeatable: true, destructive: false, openWorld: false },
  async execute({ include_metrics, user_id }, context) {
    const status = await context.earshot.status();
    const data = {
      security_score: status.securityScore,
      pending_authorizations: status.pendingAuthorizations,
      security_violations: status.violations,
      rate_limit_hits: status.limited,
      total_requests: status.calls,
      uptime: Math.floor(status.uptimeMs / 1_000),
      user_id,
    };
    return success(NAME, include_metrics ? { ...data, ...metricsOf(status) } : data, context);
  },
});

function metricsOf({ memoryBytes, cpuPercent, activeSessions, recentLogs }: Status) {
  return {
    detailed_metrics: {
      memory_usage: `${Math.round(memoryBytes / MEBIBYTE)}MB`,
      cpu_usage: `${Math.round(cpuPercent)}%`,
      active_sessions: activeSessions,
    },
    recent_logs: recentLogs.map((line) => ({ ...line })),
  };
}
