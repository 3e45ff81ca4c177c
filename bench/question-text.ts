/** The length of an ordinary question with what one needs to know to answer it. */
export const QUESTION_LENGTH = 480;

const TOPICS = [
  "the nightly import of customer records",
  "the migration of the invoice table",
  "the new retry policy for outgoing mail",
  "the layout of the settings page",
  "the learning rate schedule of experiment 14",
  "the flaky test in the payment module",
  "the rollout of version 3.2 to the second region",
  "the list of vendors in the draft contract",
  "the cache in front of the search service",
  "the summary for Thursday's review",
  "the access rules of the shared bucket",
  "the reply to the customer in Osaka",
] as const;
const FINDINGS = [
  "took 41 minutes instead of 12, and most of that went into one query without an index",
  "passes on my machine but failed twice in CI with a time-out after 30 seconds",
  "would change the meaning of 312 rows that the finance team has already closed",
  "still calls the old endpoint, which answers but has been marked as deprecated since May",
  "improves the validation loss from 0.482 to 0.467, at about twice the memory",
  "mentions a discount that nobody in this thread has agreed to",
  "needs a lock for roughly 90 seconds, during which nobody can place an order",
  "is not covered by the backup that ran at 02:15",
] as const;
const STEPS = [
  "I could keep the present behaviour and open a ticket for the rest.",
  "I have prepared a branch with both variants, each with its own tests.",
  "Going on would cost about two hours and can be undone until midnight.",
  "The second variant is simpler, but it breaks a promise made in the docs.",
  "Nothing has been changed so far; the work is waiting for your word.",
  "A dry run on last week's copy showed no difference in the totals.",
] as const;
const QUESTIONS = [
  "Shall I go on with it now, or wait until the release is out?",
  "Which of the two do you want, and is Friday early enough?",
  "May I leave out the old format, or does someone still read it?",
  "Is that what you meant, or should I start again from the outline?",
  "Who should look at it before I send it to the others?",
] as const;

/** Question number `n`: no two alike, and none that a file could compress better than real ones. */
export function questionText(n: number): string {
  let state = (n + 1) * 2_654_435_761;
  const pick = (choices: readonly string[]) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[(state >>> 8) % choices.length] ?? "";
  };
  const end = ` ${pick(QUESTIONS)}`;
  let text = `About ${pick(TOPICS)}, case ${n}:`;
  while (text.length + end.length < QUESTION_LENGTH) {
    text += ` ${pick(TOPICS)} ${pick(FINDINGS)}. ${pick(STEPS)}`;
  }
  return text.slice(0, QUESTION_LENGTH - end.length) + end;
}

const ANSWERS = [
  "Yes, go on.",
  "Wait until Friday, please, and tell Dana before you start.",
  "Take the second one.",
  "No. Keep the old format, two teams still read it.",
  "Fine with me, but run the dry run once more first.",
] as const;

export function answerText(n: number): string {
  return ANSWERS[n % ANSWERS.length] ?? "";
}
