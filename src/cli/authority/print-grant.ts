import type { GrantClaims } from "../../domain/authority/grant.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";
import type { CheckedGrant } from "./check-grant.ts";

const HANDS: Readonly<Record<NonNullable<GrantClaims["hands"]>[number], string>> = {
  unattended: "a key for scripts",
  "another's": "a key that somebody else made",
};

export function printGrant(output: Output, { claims, fault, isExpired }: CheckedGrant): void {
  const { good, bad } = output.style;
  if (fault !== undefined) output.line(`${bad("NOT GOOD")}: ${visibleText(fault)}`);
  else output.line(isExpired ? `${bad("expired")}: signed by this server` : good("good"));
  if (claims === undefined) return;
  const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const lines: readonly (readonly [string, string])[] = [
    ["grant", claims.jti],
    ["request", claims.request],
    ["agent", claims.sub],
    ["workspace", claims.workspace],
    ["issuer", claims.iss],
    ["tool", claims.tool],
    ["level", claims.level],
    ["digest", claims.digest],
    ...(claims.hands === undefined
      ? []
      : [
          [
            "hands",
            `approved by ${claims.hands.map((hand) => HANDS[hand]).join(" and ")}`,
          ] as const,
        ]),
    ["minted", time(claims.iat)],
    ["expires", time(claims.exp)],
  ];
  for (const [name, value] of lines) output.line(`${name.padEnd(10)}${visibleText(value)}`);
}
