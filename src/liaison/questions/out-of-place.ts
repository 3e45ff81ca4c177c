import { TOPIC_PLACES } from "./topic-places.ts";

/** Nobody has a taste or a use for a fault: one asks what it is, where and since when. */
const TROUBLE =
  /^(?!(?:types?|details|location|source|definition|current situation|frequency)\b).*\b(?:bugs?|errors?|issues?|problems?|leaks?|mess|clutter|crash(?:es)?|failures?)\b/i;

const KIN =
  "daughters?|sons?|wife|husband|mother|father|mom|mum|dad|child|children|kids?|baby|brothers?|sisters?|parents?|grandparents|grandmother|grandfather|friends?|girlfriend|boyfriend|partner|family";
const STAFF =
  "teams?|colleagues?|boss|customers?|clients?|users?|engineers?|developers?|managers?|designers?|teachers?|students?|employees?|people|person|visitors?|members?|candidates?|investors?|readers?";
/** People have an age and interests, but no size, format or genre. */
const OF_PERSON = new RegExp(
  `^(?!(?:age|number|types?|interests?|preferences?|relationship|occupation|skills?|target)\\b).*\\b(?:of|for|in|with|to)(?: the)? (?:\\S+ )?(?:${KIN}|${STAFF})$|^(?:\\S+ )?(?:${STAFF}) (?!age|interests?|skills?)\\S+`,
  "i",
);

/** A trip has a length and a price, but no file format. */
const NO_FORMAT = /\bformat\b.*\b(?:flights?|hotels?|chairs?|cars?|rooms?)\b/i;

/** Verbs for things that exist already, at the beginning of a task. */
const OPERATION =
  /^\W*(?:please |can you |could you )*(?:delete|remove|drop|purge|erase|compress|rename|move|copy|duplicate|merge|deploy|restart|reboot|migrate|refactor|fix|debug|archive|update|upgrade|convert|resize|deduplicate|encrypt|revoke|rotate|approve|close|cancel|revert|roll back|clean up|(?:code )?review|rebase|tag|summari[sz]e|translate|transcribe|proofread|(?:check|find out|see|investigate) why|why (?:is|does|are|do))\b/i;
const TASTE = /\b(?:preferences?|preferred|style|brands?|genre|taste|budget|goals?|of interest)\b/i;

/** Whether a task changes things that exist: asking how makes sense, asking for taste does not. */
export function isOperation(task: string): boolean {
  return OPERATION.test(task);
}

/** Whether a detail makes no sense for a task: nobody eats a dashboard. */
export function isOutOfPlace(topic: string, task: string): boolean {
  return (
    TROUBLE.test(topic) ||
    OF_PERSON.test(topic) ||
    NO_FORMAT.test(topic) ||
    (TASTE.test(topic) && isOperation(task)) ||
    TOPIC_PLACES.some(({ detail, tasks }) => detail.test(topic) && !tasks.test(task))
  );
}
