import type { Authorization } from "../domain/authority/authorization.ts";
import { decisiveArgs } from "../domain/authority/decisive-args.ts";
import { type HeadingPart, headingParts, textOf, type Wording } from "./decisive-words.ts";

/** The heading of an authorization in pieces. */
export function actionParts(
  authorization: Authorization,
  wording: Wording,
): readonly HeadingPart[] {
  const { tool } = authorization.action;
  return headingParts({ tool, decisive: decisiveArgs(authorization) }, wording);
}

/** The same as one text, for places that know no parts. */
export function actionHeading(authorization: Authorization, wording: Wording): string {
  return textOf(actionParts(authorization, wording));
}
