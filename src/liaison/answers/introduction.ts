/** What introduces an answer, or only says that it was told before, in the ten languages. */
const TOLD_BEFORE =
  "(?:as|like) i(?:['’]ve| have)? (?:already )?(?:said|wrote|written|told you|mentioned)(?: before| already| above)?|i(?: already)? (?:said|told you)(?: so| that)?(?: already)?|wie (?:schon |bereits )?(?:gesagt|geschrieben|erwähnt)|(?:sagte|schrieb) ich(?: schon| doch| ja)?|como (?:ya )?(?:dije|he dicho|escribí)|ya lo (?:dije|había dicho|he dicho)|comme (?:je l['’]ai )?(?:déjà )?(?:dit|écrit)|je l['’]ai (?:déjà )?dit|come (?:ho )?(?:già )?(?:detto|scritto)|l['’]ho (?:già )?detto|como (?:eu )?(?:já )?(?:disse|escrevi)|já (?:o )?disse|zoals (?:ik (?:al )?(?:zei|schreef)|(?:al )?gezegd)|(?:dat )?zei ik(?: al| toch)?|jak (?:już )?(?:mówił[ea]m|pisał[ea]m|wspomniał[ea]m)|już (?:mówił[ea]m|pisał[ea]m)";
const HESITATES =
  "u+[mh]+|e+r{2,}m*|e+r+m+|h+m+|m{2,}|ä+h+m?|ö+h+m?|e+u*h+m*|(?:er|well|oh|ach|naja|na ja|pues|bueno|ben|bah|beh|boh|bom|nou|no cóż)(?=[\\s]?[,.…])";
const BEFORE = new RegExp(
  `^(?:(?:${HESITATES}|${TOLD_BEFORE})(?![\\p{L}\\p{N}])[\\s,:;.…–-]*)+(?=[\\p{L}\\p{N}])`,
  "iu",
);
const BEHIND = new RegExp(`[\\s,;:.…–-]+(?:${TOLD_BEFORE})[\\s.!:;)-]*$`, "iu");
const UNSPACED_BEFORE =
  /^(?:(?:えっと|ええと|うーん|あの|前にも?(?:言った|書いた)(?:通り|とおり)|さっきも?言った(?:通り|とおり)|先ほど(?:申し上げた|書いた)(?:通り|とおり)|嗯+|呃+|那个|我(?:刚才|之前|已经)?(?:说过|说了|写过|写了)的?|如我(?:所说|所写))[、，,：:\s]*)+(?=[\p{L}\p{N}])/u;
const MOST_READ = 600;

/** "Umm, in our flat, like I said" answers "in our flat". */
export function withoutIntroduction(answer: string): string {
  if (answer.length > MOST_READ) return answer;
  return answer.replace(BEFORE, "").replace(UNSPACED_BEFORE, "").replace(BEHIND, "");
}
