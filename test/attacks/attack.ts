import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import type { AskInput } from "../../src/ports/earshot/requests.ts";
import type { Scene } from "./scene.ts";

/** Something that somebody does to get an action run that nobody has approved. */
export interface Attack {
  readonly id: string;
  /** What the attacker does. */
  readonly does: string;
  /** The failure in the field, or the threat, that it stands for. */
  readonly like: string;
  /** The code of the refusal and, where it has one, its reason: `GRANT_REFUSED used`. */
  readonly refusal: string;
  /** It is tried on another record than the scene's, whose log therefore says nothing of it. */
  readonly isElsewhere?: true;
  /** Sets the scene lawfully; what comes back is the attack itself. */
  prepare(scene: Scene): Promise<() => Promise<unknown>>;
}

/** Something that an agent writes for people to take it for what it is not. */
export interface Disguise {
  readonly id: string;
  readonly does: string;
  readonly like: string;
  readonly asked: Partial<AuthorizeInput>;
  /** What people are shown all the same. */
  readonly shows: readonly string[];
}

/** The same in a question, its background, its options or its form. */
export interface DisguisedQuestion extends Omit<Disguise, "asked"> {
  readonly question: AskInput;
}

/** A call that is to pass the rules of a policy to start from, and is a test in its file. */
export interface Bypass extends Pick<Attack, "id" | "does" | "like"> {
  readonly file: string;
  /** That of the test. */
  readonly name: string;
  /** What the test expects. */
  readonly decision: string;
}

export type Tried = Attack | Bypass | Disguise | DisguisedQuestion;

export interface Family {
  readonly name: string;
  readonly attacks: readonly Tried[];
}

export function isBypass(attack: Tried): attack is Bypass {
  return "decision" in attack;
}

export function isDisguise(attack: Tried): attack is Disguise {
  return "asked" in attack;
}
