import { startsRequest } from "./wishes/request-words.ts";

/** What a clause decides about the whole result. */
export interface Act {
  /** `conditional`: acceptance once something has changed. */
  readonly kind: "accept" | "reject" | "improve" | "conditional";
  /** Said explicitly; a request beside it does not change it. */
  readonly isFirm: boolean;
}

const WHOLE =
  "(?:it|this|that|everything|the (?:whole )?(?:result|report|thing|work|draft|plan|dashboard|version|text|page|trip|article|itinerary|proposal|app|script|code|document))";
const FIRM_ACCEPT = new RegExp(
  [
    `\\b(?:ship|merge|publish|release|deploy|launch|send|submit) (?:it|this)(?! (?:to|at|by|later|back)\\b)`,
    `^(?:ship|shipping)\\b(?= it|!|$)`,
    `\\blgtm\\b`,
    `\\b(?:i|we)(?:'ll|'m| am| are| will| can| do| would| could|'d| have|'ve| cannot)?(?: not| never|n't|'t)?(?: hereby| fully| gladly| happily| be| be happy to| happy to| now| say)* ?(?:accept|approve|sign(?:ing)? off|accepting|approving)\\b`,
    `^(?:(?:yes|ok|okay|great|then|so|and|well|fully|hereby|alright|perfect|now|finally|definitely)[, ]+)*(?:accepted|approved|accept|approve)(?=$|[ ,!.]*$|[, ]+(?:it|this|as|from|by|thanks|thank you|${WHOLE})\\b)`,
    `\\b(?:it|this|that|consider it|consider this|${WHOLE})(?:'s| is| can be| be)? (?:now |hereby |fully )?(?:accepted|approved|signed off)\\b`,
    `\\b(?:both|all(?: of (?:it|them))?|they|(?:this|that|the|first|second|third|last) (?:one|two)s?)(?:'s|'re| is| are)?(?: now)? (?:accepted|approved|signed off)\\b`,
    `\\b(?:take|have|you have|here is|here's|got|gets?) my (?:yes|vote|approval|blessing|ok|signature)\\b`,
    `\\b(?:signed off|sign-off granted|good to go|ready to (?:ship|go|publish|merge|send|use)|have my (?:approval|blessing|ok|go)|you have a go|go ahead)\\b`,
    `\\b(?:i|we)(?:'ll| will) (?:take|keep|use|sign|go with|print|post|pin|hang|frame) (?:it|this|that|them)(?: one)?\\b(?! (?:back|again|as|if|up to)\\b)`,
    `\\b(?:i|we)(?:'m| am|'re| are)? ?(?:taking|keeping|using|signing|going with|sticking with|booking|ordering|printing|merging|publishing|submitting|shipping|posting|framing|sending) (?:it|this|that|them)\\b(?! (?:back|up with|as an? example)\\b)|^using it\\b|(?:^|, )(?:and |so |now )?(?:merging|shipping|publishing|printing|booking|ordering|deploying|submitting|posting)(?: (?:it|this|that|now|right away|today))*[.! ]*$`,
    `\\b(?:so yes,? )?i take (?:it|this|that|them)(?! (?:that|back|you|as|from|to)\\b)(?=[.! ]*$| as )`,
    `\\b(?:i|we)(?:'ll|'m|'re| will| am| are) [a-z]+ (?:exactly (?:it|this|that|them)|(?:it|this|that|them) (?:exactly )?(?:like (?:that|this)|as (?:it|they) (?:is|are)|as is|just so))[.! ]*$`,
    `\\b(?:i|we)(?:'ll|'m|'re| will| am| are) [a-z]+ (?:it|this|that|them) (?:[a-z]+ ){0,5}(?:exactly |just )?as (?:it|they) (?:is|are|stands?)[.! ]*$`,
    `^(?:so |well,? )?(?:i|we) (?!(?:will|would|want|need|must|should|can't|cannot|don't|do)\\b)[^.!?]{3,60} and (?:hereby |fully |gladly )?(?:accept|approve) (?:it|this|that|the [a-z]+)[.! ]*$`,
    `^(?:merge|ship|print|publish|send|post|book|order) away[.! ]*$`,
    `^(?:then|so|well|ok|okay|and)[, ]+yes\\b(?:[, ]+(?:it is|indeed|of course|then))*[.! ]*$`,
    `\\bthat (?:i|we) can (?:accept|approve|sign|live with|use)\\b`,
    `\\b(?:ready|happy|glad|pleased) to sign (?:it )?off\\b|^(?:then |so |and |great,? |ok,? |all set,? )*(?:you can|please|feel free to)(?: now)? (?:close|archive|file) (?:it|this|that|${WHOLE}|the (?:task|ticket|case|issue|job))(?: now)?[.! ]*$`,
    `\\b(?:i think )?(?:we|you|it) can (?:now )?go (?:live|out|to print|online|up)\\b|\\blet(?:'s|s| us) (?:go with|take|use|keep|publish|run with|leave) (?:it|this|that)(?: at that)?(?: one)?(?: then)?[.! ]*$`,
    `\\b(?:yes|ok|okay|great|good|finally|perfect|yep|yeah|sure)[,. !]+(?:please )?(?:book|order|buy|hire|reserve|take) (?:it|him|her|them|that one|this one|the [a-z]+)[.! ]*$`,
    `^(?:ok|okay|yes|yeah|yep|great|good|right|well|and|so)?[, ]*that does it(?: for me)?(?: then)?(?:,? thanks|,? thank you)?[.! ]*$`,
    `\\b(?:good|fine|perfect|great|right|lovely|ok|okay) (?:as|just the way|the way|how) (?:it|they|this|that) (?:is|are|stands?)\\b|\\b(?:good|fine|perfect|great) as is\\b`,
    `\\b(?:put|get|set) (?:it|this|that) (?:online|live|out there)\\b|^(?:ok |okay |so |please |now )?(?:hang|pin|print|frame|post) (?:it|this|them)(?: up| out| off)?[.! ]*$`,
    `^(?:(?:and|so|good|great|nice|perfect|ok|okay|right)[,.! ]+)*(?:merged|published|printed|signed|booked|ordered|deployed|shipped|framed|released)[.! ]*$`,
    `\\b(?:(?:i|we)(?: really| honestly)?|and|but|still) (?:don't|do not|can't|cannot|couldn't) (?:see|find|have|think of) anything (?:that )?(?:i|we|to|i'd|we'd)(?: would|'d)? ?(?:change|add|improve|fix|correct)\\b`,
    `\\bno (?:further |more |other )?(?:changes|edits|corrections|revisions|comments|notes)(?: are| is)?(?: needed| required| necessary| from (?:me|us|my side))?(?=$|[ .!]*$)`,
    `\\bnothing (?:that )?(?:i|we)(?:'d| would) (?:change|add|improve)`,
    `\\bnothing (?:more |else |left |further )?(?:to (?:change|add|improve|fix|do(?! with\\b)|correct)|needs (?:changing|to be changed))\\b`,
    `\\b(?:leave|keep) (?:it|this|everything) (?:exactly )?as (?:it )?is\\b`,
    `\\b(?:happy|fine|ok) with (?:it|this) as (?:it is|is)\\b`,
    `\\b(?:don't|do not|wouldn't|would not|needn't) (?:change|touch) (?:a|any|one|one single) ?(?:thing|word|comma|letter|line|bit)?\\b`,
    `\\bnot (?:a|one|a single|one single) (?:thing|word|comma|letter|line|bit) (?:needs?|has|is|ought|should)?(?: to be| be)? ?(?:changed|changing|touched)\\b|\\bnot (?:a|one|a single|one single) (?:thing|word|comma|letter|line|bit) to (?:be changed|change)\\b`,
    `\\bwe're done(?: here)?$|\\bwe are done(?: here)?$|\\bthat(?:'s| is) (?:it|all),? (?:we're done|done|thanks)`,
  ].join("|"),
);
const LOOSE_ACCEPT = new RegExp(
  [
    `^(?:(?:that's|it's|all is|absolutely|just|simply|yes|really|wow|thanks|thank you|${WHOLE} is)[, ]*)*(?:perfect|perfection|excellent|superb|wonderful|fantastic|awesome|brilliant|outstanding|great|flawless|amazing)(?:[ ,]+(?:work|job|stuff|thanks|thank you|as is|as it is|result|report|now|again|!))*[!. ]*$`,
    `\\b(?:${WHOLE}|all|now)? ?(?:looks?|is looking|works?|reads?|sounds?|seems?) (?:really |very |absolutely |all |so |pretty |totally )?(?:good|great|perfect|fine|perfectly|excellent|awesome|amazing|fantastic|right)(?: to me| now| to us| overall)*[!. ]*$`,
    `\\b(?:exactly|just|precisely|(?:that's|that is|it's|it is|this is) all) (?:what |as |how |like |that )?(?:i|we)(?:'d| had| have)? ?(?:wanted|needed|asked|want|need|hoped|imagined|expected|pictured)`,
    `\\b(?:all good|works for me|nailed it|spot on|well done|good job|great job|job well done|10/10|good enough(?: for (?:me|us))?|fine by me|fine with me|no complaints|top notch)\\b`,
    `\\b(?:i'm|i am|we're|we are) (?:very |really |so |completely |fully |totally |more than |extremely |quite |absolutely )?(?:happy|satisfied|pleased|delighted|thrilled)\\b(?! to| if| when| once)`,
    `\\bcould(?:n't| not) (?:be|have been) (?:better|happier|clearer|nicer)|^no objections?(?: at all)?(?: from (?:me|us|my side|our side|here))?[.! ]*$|\\b(?:it )?does (?:exactly |just |all |everything )?(?:what|as) (?:it|i|we) (?:should|wanted|asked|needed|need|want)(?: it to| to| for)?[.! ]*$|\\b(?:can't|cannot|couldn't) (?:complain|fault it|have asked for)`,
    `\\b(?:i|we) (?:really |absolutely |just |totally )?(?:love|loved|like) (?:it|this|everything)\\b(?! (?:if|when|how|to)\\b)`,
    `^(?:(?:yes|yeah|yep|perfect|great|ah|aww|ok|okay)[!,. ]+)*that(?:'s| is) (?:it(?: now| exactly)?[.! ]*$|the one\\b)|^there it is[.! ]*$`,
    `\\b(?:now |this time |finally )(?:it's|its|it is|everything is|that's|that is) (?:just |exactly |all |absolutely )?(?:right|perfect|correct|good|fine)\\b|^(?:now |ok now )?(?:it's|its) just right\\b`,
    `\\bthat(?:'ll| will) do(?: nicely| fine| perfectly)?(?=[.!, ]|$)|^(?:this|that|it|they)(?: one)? (?:goes|go|is going|are going) (?:straight |right |out |off )*(?:in|into|on|up|to|out)\\b(?! (?:far|long|wrong|too|and on)\\b)(?! for \\w+ (?:pages|long))`,
    `\\b(?:i am|i'm|we are|we're|both of us are|all of us are) (?:both |all )?happy now\\b|\\b(?:it is|it's) (?:all )?(?:fine|perfect|good)(?: now| after all)[.! ]*$|^it is fine[.! ]*$|^(?:now |and |so )*(?:that|this|it)(?:'s| is) (?:just |exactly |all |absolutely |quite )?(?:right|perfect|it|wonderful|lovely|great)(?:[ ,]+(?:now|thank you|thanks|dear|so much|very much|indeed))*[.! ]*$`,
    `\\b(?:we|you)(?:'ve| have)(?: got)? a winner\\b|\\b(?:that's|it's|this is|this one's) (?:a|the) (?:winner|keeper)\\b|\\b(?:done|finished|nothing more|all (?:good|done|clear)) from (?:my|our) (?:side|end)\\b|\\bno more (?:is |are )?needed\\b`,
    `^(?:i'm |i am )?(?:satisfied|happy)(?: with (?:it|this|everything|${WHOLE}))?[!. ]*$`,
  ].join("|"),
);
const FIRM_REJECT = new RegExp(
  [
    `\\b(?:i|we)(?:'m| am|'ll| will| must| have to| would| do|'d)?(?: not|n't)?(?: to)? ?(?:reject|rejecting|refuse|decline)\\b`,
    `^(?:so |no[, ]+|sorry[, ]+)?(?:reject|rejected|declined)\\b`,
    `\\b(?:it|this|that|${WHOLE})(?:'s| is| was) (?:hereby )?(?:rejected|declined)\\b`,
    `\\b(?:redo|scrap|trash|bin|discard) ${WHOLE}\\b|\\bredo everything\\b|\\bdo (?:it|this|everything) (?:all )?(?:over|again from)\\b`,
    `\\bstart (?:all )?(?:over|again|from scratch|from zero|afresh)\\b|\\bback to (?:the drawing board|square one)\\b`,
    `\\b(?:not|isn't|is not) (?:at all )?acceptable\\b|\\bunacceptable\\b`,
    `\\bthrow (?:it|this|that) (?:away|out)\\b`,
    `\\b(?:into|in) the (?:bin|trash|garbage) (?:with (?:it|this|that|them)|it goes)\\b`,
  ].join("|"),
);
const LOOSE_REJECT = new RegExp(
  [
    `\\bnot (?:at all |even close to |anywhere near |really )?what (?:i|we)(?:'d| had)? ?(?:asked|wanted|ordered|needed|want|need|had in mind)`,
    `^(?:${WHOLE}(?:'s| is| was)? (?:(?:completely|totally|utterly|absolutely|all|just|quite|entirely|simply) )*(?:a )?)?(?:(?:completely|totally|utterly|absolutely) )?(?:useless|unusable|worthless|garbage|rubbish|crap|a disaster|a total mess|a waste of (?:time|money)|beyond repair)\\b`,
    `\\bwaste of (?:my |our )?(?:time|money)\\b`,
    `\\b(?:completely|totally|entirely) (?:misses|missed|off) (?:the (?:point|mark)|track|topic|what)`,
    `\\b(?:i|we) (?:don't|do not) want (?:it|this|that|any of (?:it|this))(?: any ?more)?[.!, ]*$`,
    `\\b(?:i|we)(?:'ll| will) (?:make|do|write|draw|have) (?:it|this|one|the [a-z]+) (?:ourselves|myself|made|done)\\b|\\bhave (?:our|my|a) [a-z]+ (?:make|do|write) (?:it|one)\\b`,
    `^(?:you )?(?:useless|worthless|stupid|pathetic) (?:piece|pile|bunch) of\\b`,
    `\\b(?:could(?:n't| not)) (?:be|have been|get) (?:any )?worse\\b|\\b(?:of )?no use to (?:me|us|any)|\\b(?:i|we) (?:can't|cannot|won't|will not|are not|aren't|am not)(?: possibly| ever| be)* (?:use|using|take|taking|work with) (?:it|this|any of (?:it|this))\\b(?! (?:on|in|with|until|yet|because|when)\\b)`,
  ].join("|"),
);
const IMPROVE = new RegExp(
  [
    `\\b(?:mostly|almost|nearly|basically|largely) (?:good|fine|there|ok|okay|right|done|perfect|great|ready|happy|what)\\b`,
    `\\b(?:not|isn't|aren't|n't) (?:quite |yet |really |entirely |completely |fully )*(?:there|ready|finished|good enough|satisfied|happy|convinced|accepted|approved)\\b(?: yet)?`,
    `\\bneeds? (?:some |more |a bit (?:more )?|a little (?:more )?|a lot (?:more )?|further |another |one more |minor |major |a few )*(?:of )?(?:work|changes?|improvements?|polish(?:ing)?|tweaks?|tweaking|round|iteration|revision|fixing|refinement|love|improving|rework)\\b`,
    `\\b(?:close,? but|good start|getting there|on the right track|halfway there|one more (?:round|iteration|pass)|room for improvement|has potential|(?:a )?few (?:small |minor )?(?:things|changes|tweaks|issues|fixes|nits))\\b`,
    `\\b(?:it )?(?:can|could) be (?:improved|better)\\b`,
    `^(?:sorry,? )?(?:but )?(?:no|nope|nah)[.!, ]*$`,
    `\\bnot there yet\\b|\\bsend it back\\b|\\btry again\\b`,
  ].join("|"),
);
const CONDITION =
  /\b(?:if|once|unless|until|provided|as soon as|as long as|assuming|on condition|after (?:[a-z]+ing|you|that|the|this|it|we)|when (?:you|that|the|this|it|those|these)|as soon|subject to|pending|(?:apart from|other than|except for) (?:that|this|it)|otherwise)\b/;
const DENIAL =
  /(?:\b(?:not|never|cannot|can not|unable to|refuse to|nor|hardly|far from|no way(?: i| we)?|don't|won't)|n't)(?:\s+(?:i|we|to|be|really|just|yet|quite|in good conscience|possibly|think|say|want|want to|going to|believe|it's|it is|that|this|is|we can|we should|you should|you can|currently|ever|even|consider|feel|it|at all|simply))*\s*$/;

/** What a clause in plain lower case decides; undefined if nothing. */
export function actOf(clause: string): Act | undefined {
  const text = clause.slice(0, 600).trim();
  const accepted = FIRM_ACCEPT.exec(text);
  if (accepted !== null) return acceptanceIn(text, accepted);
  const rejected = FIRM_REJECT.exec(text);
  if (rejected !== null) return rejectionIn(text, rejected);
  if (IMPROVE.test(text)) return { kind: "improve", isFirm: false };
  if (LOOSE_REJECT.test(text)) return { kind: "reject", isFirm: false };
  const loose = LOOSE_ACCEPT.exec(text);
  if (loose === null) return undefined;
  if (isDenied(text, loose)) return { kind: "improve", isFirm: false };
  return {
    kind: /\b(?:if|once|unless|until)\b/.test(text) ? "conditional" : "accept",
    isFirm: false,
  };
}

function acceptanceIn(text: string, found: RegExpExecArray): Act | undefined {
  // "Fix the typo and ship it" asks for something first.
  const isAfter = found.index > 0 && startsRequest(text);
  if (isAfter || CONDITION.test(text)) return { kind: "conditional", isFirm: true };
  // "No changes needed" and "don't change a thing" consist of negations.
  const isItsOwn =
    /^(?:no|not (?:a|one)|nothing|don't|do not|wouldn't|would not|needn't)\b|\banything\b/.test(
      found[0],
    );
  const isDeniedIn =
    !isItsOwn &&
    (isDenied(text, found) || /\b(?:not|never|can't|cannot|won't|n't)\b|n't\b/.test(found[0]));
  if (!isDeniedIn) return { kind: "accept", isFirm: true };
  // "I did not accept this yet" says that nothing is decided.
  if (/\b(?:did|have|has|had)(?:n't| not)\b.*\byet\b/.test(text)) return undefined;
  return { kind: /\byet\b|\bready\b/.test(text) ? "improve" : "reject", isFirm: true };
}

function rejectionIn(text: string, found: RegExpExecArray): Act | undefined {
  const isOwn = /^(?:not|isn't|is not)\b/.test(found[0]);
  if (!isOwn && (isDenied(text, found) || /\b(?:not)\b/.test(found[0]))) return undefined;
  return { kind: "reject", isFirm: true };
}

function isDenied(text: string, { index }: RegExpExecArray): boolean {
  return DENIAL.test(text.slice(Math.max(0, index - 60), index));
}
