/** A phrase that may name the task, and where it stands in what was said. */
export interface PossibleName {
  readonly words: string;
  /** The whole of what it stands in, as it was said. */
  readonly said: string;
  /** How well it names the task by rules. */
  readonly byRules: number;
  /** What kind of statement it is from. */
  readonly kind: string;
  /** The place of the statement among all, and of the phrase in the statement. */
  readonly at: number;
  readonly order: number;
  readonly isGoal: boolean;
  readonly isWish: boolean;
  readonly isRequest: boolean;
  readonly isAnswer: boolean;
  /** It names something to be made. */
  readonly isMade: boolean;
}

/** How much the rules count, and what each sign adds. */
export interface NameWeights {
  readonly byRules: number;
  readonly signs: Readonly<Record<string, number>>;
}

const MOST_COUNTED = 3;
const MOST_STATEMENTS = 5;
/** Numbers of words that are told apart, each up to and with the next. */
const LENGTHS = [1, 2, 4, 6, 9];

/** What speaks for a name, or against it; none of them is a word. */
export function signsOfName(name: PossibleName): readonly string[] {
  const { words, said, at, order, kind } = name;
  const count = words.split(/\s+/).length;
  const found: Readonly<Record<string, boolean>> = {
    goal: name.isGoal,
    wish: name.isWish,
    request: name.isRequest,
    answer: name.isAnswer,
    made: name.isMade,
    whole: words.length >= said.length,
    digit: /\d/.test(words),
    "begins with a digit": /^\d/.test(words),
    colon: /[:：]/.test(words),
    comma: /[,;、，；]/.test(words),
    sign: /[@=<>]/.test(words),
    capitals: /^\p{Lu}{2}/u.test(words),
    asks: /[?？]/.test(said),
    exclaims: /[!！]/.test(said),
  };
  return [
    `statement ${Math.min(at, MOST_STATEMENTS)}`,
    `phrase ${Math.min(order, MOST_COUNTED)}`,
    `kind ${kind}`,
    `words ${LENGTHS.find((most) => count <= most) ?? "more"}`,
    ...Object.keys(found).filter((sign) => found[sign] === true),
  ];
}

/** How well a phrase names the task; only compared with others of the same words. */
export function nameScoreBy({ byRules, signs }: NameWeights, name: PossibleName): number {
  return signsOfName(name).reduce((sum, sign) => sum + (signs[sign] ?? 0), byRules * name.byRules);
}
