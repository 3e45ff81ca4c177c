import { described, fields, number, type Part, refused, wholeNumber } from "./form-fields.ts";

/** The figures of the last 24 hours up to which a score is given. */
export interface SecurityBounds {
  readonly violations: number;
  /** The share of all calls, 0 to 1. */
  readonly limitedShare: number;
}

/** An absent key has its built-in value. */
export type SecurityRules = Readonly<Partial<Record<"high" | "medium", Partial<SecurityBounds>>>>;

export type SecurityScore = "HIGH" | "MEDIUM" | "LOW";

/** The counts of 24 hours. */
export interface SecurityFigures {
  readonly calls: number;
  readonly limited: number;
  readonly violations: number;
}

const HIGH: SecurityBounds = { violations: 0, limitedShare: 0.01 };
const MEDIUM: SecurityBounds = { violations: 3, limitedShare: 0.1 };

/** The best score with both figures within its bounds. */
export function securityScore(figures: SecurityFigures, rules: SecurityRules = {}): SecurityScore {
  if (isWithin(figures, { ...HIGH, ...rules.high })) return "HIGH";
  return isWithin(figures, { ...MEDIUM, ...rules.medium }) ? "MEDIUM" : "LOW";
}

function isWithin({ calls, limited, violations }: SecurityFigures, bounds: SecurityBounds) {
  const share = calls === 0 ? 0 : limited / calls;
  return violations <= bounds.violations && share <= bounds.limitedShare;
}

const share: Part<number> = {
  schema: { type: "number", minimum: 0, maximum: 1 },
  read(value, place, report) {
    const read = number(0).read(value, place, report);
    return read === undefined || read <= 1
      ? read
      : refused(report, place, "it is a share, at most 1.");
  },
};

function bounds(of: string): Part<Partial<SecurityBounds>> {
  return fields<SecurityBounds>({
    of,
    isFilled: true,
    keys: {
      violations: {
        as: "violations",
        part: described(
          wholeNumber(0, 1_000_000),
          "Refused keys, scopes, tokens, origins, decisions and grants.",
        ),
      },
      limited_share: {
        as: "limitedShare",
        part: described(share, "Calls over the limit, as a share of all."),
      },
    },
  });
}

/** The key `security` of a policy file. */
export const securityForm: Part<SecurityRules> = fields<SecurityRules>({
  of: "security",
  isFilled: true,
  keys: {
    high: {
      as: "high",
      part: described(bounds("high"), "The figures up to which the score is HIGH."),
    },
    medium: {
      as: "medium",
      part: described(bounds("medium"), "The figures up to which it is MEDIUM; beyond them, LOW."),
    },
  },
});
