import { LESS } from "./word-valence.ts";

interface Phrase {
  readonly pattern: RegExp;
  readonly valence: number;
}

const VALENCES: readonly (readonly [pattern: RegExp, valence: number])[] = [
  // What somebody had expected of it, and did not find.
  [
    /\b(?:ready|prepared|expect(?:ed|ing)|meant|wanted|set|about) to (?:complain|hate|dislike|moan|argue|object|be (?:disappointed|angry|annoyed|bored))(?: about it| it| this)?\b/,
    0.5,
  ],
  [
    /\b(?:first|old|previous|last|earlier|original|former|other) (?:version|one|draft|attempt|try|round) (?:was|were|is) (?:much |far |a lot |way |clearly )?(?:better|nicer|clearer|closer|good|fine|right)\b|\b(?:liked|preferred|prefer) the (?:first|old|previous|last|earlier|original|former|other) /,
    -2,
  ],
  [
    /\b(?:i|we) (?:wouldn't|would not) (?:touch|change|alter) (?:it|this|that|them|those|these|a)\b/,
    1.8,
  ],
  [/\b(?:is|are|was|were) (?:accepted|approved|signed off)\b/, 1.5],
  [
    /^(?:and |but )?the (?:rest|others?|remaining \w+) (?:stands?|stays?|remains?|can stay|is|are)(?: (?:fine|good|ok|okay|great|perfect|right|as (?:it is|they are)))?\b/,
    1.2,
  ],
  [
    /\bthat(?:'s| is) (?:really |so |exactly |just |totally )*(?:him|her|me|us|them|our \w+)\b|\b(?:made|makes|had|has) (?:me|us|her|him|them) (?:laugh|smile|cry|grin|chuckle|giggle)\b|\b(?:i|we|she|he|they)(?: both| all)? (?:cried|laughed|smiled|grinned|teared up|got goosebumps)\b|\b(?:tears|goosebumps|speechless|moved to)\b/,
    1.8,
  ],
  [/\bstuck (?:it|them|this|that) (?:up|on|in|to|above|over|by|next|behind)\b/, 0.3],
  [/\bnot (?:too |so |that |at all |half )?(?:bad|shabby)\b/, 1.5],
  [
    /\b(?:can't|cannot|can not|couldn't|could not) (?:complain|fault|be (?:better|happier)|have (?:asked|hoped) for (?:more|better)|wait|find (?:a|any|one|anything) (?:fault|mistake|error|problem|wrong)[a-z]*)/,
    2,
  ],
  [
    /(?:\b(?:nothing|no|never|not)|n't)(?: is| was| have| see| find| [a-z]+ed)? (?:anything |any )?(?:to complain(?: about)?|(?:is )?(?:wrong|missing|lacking)|complaints?|notes|objections?|remarks|left out)\b/,
    2,
  ],
  [/\b(?:hard|difficult|tough|impossible|a pain|tricky|tiring) to\b/, -2],
  [/\b(?:easy|easier|simple|a joy|pleasant|a pleasure) to\b/, 2],
  [
    /\bcan't say (?:that )?(?:i'm|i am) not (?:disappointed|unhappy|annoyed|frustrated|surprised)\b/,
    -2,
  ],
  [
    /\b(?:can't|cannot) say (?:that )?(?:i'm|i am) (?:happy|impressed|thrilled|pleased|satisfied|convinced)\b/,
    -2,
  ],
  [/\b(?:sounds?|reads?) (?:just |exactly |really )?like (?:me|us)\b/, 2],
  [
    /\b(?:reads?|sounds?|looks?|feels?) like (?:it|he|she|somebody|someone|something|an? )(?!dream|charm|pro\b|professional|million)/,
    -1.6,
  ],
  [
    /\bfrom (?:two|three|four|five|six|ten|several|some|many|a few|\d+) (?:seasons?|years?|months?|weeks?|versions?) ago\b/,
    -2,
  ],
  [
    /\b(?:double|twice|half|triple|three times|way over|more than|less than|far above|far below) (?:of )?what (?:i|we)\b/,
    -2,
  ],
  [/\b(?:upside down|back to front|the wrong way round|inside out)\b/, -2],
  [/\bi (?:overlooked|misread|simply missed) (?:it|that|this|them)\b/, 0.6],
  [/\b(?:miracle|masterpiece|treat|triumph)\b/, 1.8],
  [/\b(?:i|we) laughed\b/, 1.8],
  [/\b(?:don't|do not|didn't) (?:really |exactly )?(?:hate|dislike|mind)\b/, 0.2],
  [/\bless (?:so|with|about|convinced|happy|keen|sure)\b|\bnot so much\b/, -1.8],
  [
    /\b(?:wasn't|was not|weren't|didn't|did not) expect(?:ing)? (?:much|anything|a lot|this|it|that)\b/,
    0.5,
  ],
  [/\bmakes? (?:no|little|it hard|it difficult)\b/, -2],
  [/\b(?:makes?|made) (?:perfect |a lot of |total )?sense\b/, 1.5],
  [
    /\b(?:doesn't|does not|don't|do not|didn't|did not|don't) (?:really |even |quite |always |actually )?(?:make sense|add up|work|load|help|match|open|fit|respond|follow|cover|understand|get|like|answer|address|mention|include|show|look|feel|read|see|have|contain|explain|know|say|find|convince|agree|sum|compile|run|start|render|scroll|print)\b/,
    -2,
  ],
  [
    /\b(?:can't|cannot|can not|couldn't|could not|unable to|not able to) (?:even |really |easily )?(?:see|read|tell|find|use|open|understand|follow|figure|distinguish|recognise|recognize|click|filter|make out|get|hear|reach|navigate|trust|rely|print|reproduce)\b/,
    -2,
  ],
  [
    /\b(?:can't|cannot|couldn't) (?:recommend|praise|thank|stress|overstate)\b[a-z ]{0,25}\b(?:enough|highly)\b/,
    2.5,
  ],
  [
    /\b(?:can't|cannot|won't|wouldn't|couldn't) (?:be (?:used|opened|read|trusted|right|true|seen|found)|open|load|start|work|run|print|render|save)\b/,
    -2,
  ],
  [
    /\blooks? (?:all |exactly |almost )?(?:the same|alike|identical)\b|\b(?:40[0-9]|50[0-9])\b(?= (?:error|when|if|on|for|page))|\berrors? out\b/,
    -2,
  ],
  [/\b(?:in|at) no (?:time|cost)\b|\bno longer (?:slow|wrong|broken|missing)\b/, 2],
  [/\b(?:couldn't|could not|can't|cannot) (?:be|have been) (?:[a-z]+er|more [a-z]+)\b/, 2.5],
  [/\btook (?:me |us )?(?:a while|a long time|long|some time) to\b/, -1.5],
  [/\bleaves? (?:a lot|much|something) to be desired\b/, -2],
  [/\b(?:fell|falls|fall|falling|comes? up|came up) short\b/, -2],
  [/\b(?:falls?|fell|fell|breaks?|broke) (?:apart|down|flat)\b/, -2],
  [
    /\b(?:well|nicely|great|good|nice|excellent|amazing|fantastic|superb|stellar) (?:done|job|work|structured|written|organi[sz]ed|thought out|researched|explained|laid out|paced)\b/,
    2.5,
  ],
  [/\b(?:poorly|badly) [a-z]+/, -2],
  [
    /\bspot[- ]on\b|\bon point\b|\btop[- ]notch\b|\bfirst[- ]class\b|\bnailed (?:it|this)\b|\ba joy\b|\b10\/10\b|\bthumbs up\b|\bstands? out\b|\bpitch[- ]perfect\b|\bhits? the mark\b|\bchef's kiss\b|\bblown away\b/,
    2.5,
  ],
  [
    /\b(?:exactly |just |precisely )?what (?:i|we)(?:'d| had)? (?:said|told you|asked|asked you) (?:not to|to (?:avoid|leave out|skip))\b/,
    -2,
  ],
  [
    /(?<!\b(?:as|what|like|how|than|if|when) )\b(?:i|we) (?:had |already |clearly )*(?:said|told you) (?!(?:it|that|this)(?:'s| is| was| looks)\b|so\b|yes\b)/,
    -1.2,
  ],
  [
    /^(?:the |and |but )*(?!it\b|this\b|that\b|not\b|i\b|we\b)[a-z]{3,20} (?:is |are )?rejected\b/,
    -2,
  ],
  [/\bto be (?:precise|exact|clear|honest|fair|frank|specific)\b/, 0],
  [/\b(?:exactly|just|precisely) (?:what|as|how|the way|like) (?:i|we)\b/, 2.5],
  [/\bas (?:i|we)(?:'d| had)? (?:asked|wanted|requested|agreed|expected|hoped)\b/, 1.5],
  [
    /\beverything (?:i|we)(?:'d| had)? (?:asked|wanted|needed|need|hoped)(?: for)?\b|\beverything(?: is| was|'s) (?:there|in place|covered|included)\b|\bnothing (?:is|was) missing\b|\bcovers? (?:everything|all|it all)\b|\bcovered (?:everything|all)\b|\bleaves? nothing out\b/,
    2,
  ],
  [/\b(?:off|misses|missed) (?:the mark|the point|by (?:a lot|far|\d+))/, -2],
  [/\b(?:takes?|took) (?:forever|ages|(?:way )?too long|far too long|minutes)\b/, -2],
  [
    /\bwaste of\b|\bout of date\b|\bnot what (?:i|we)\b|\bmade[- ]up\b|\bmade up\b|\bhalf[- ]baked\b|\blost (?:me|track)\b|\bgets? lost\b|\bgot lost\b|\bwall of text\b|\bfar from\b|\bout of place\b|\ball over the place\b|\bcut off\b|\ball wrong\b|\bway off\b/,
    -2,
  ],
  [
    /\bkeep (?:it up|up the)\b|\bsaved? (?:me|us)\b|\bsaves? (?:me|us|a lot|time)\b|\bahead of (?:time|schedule)\b|\bon time\b|\bworks? for me\b|\bcan rely on\b|\bgets? the job done\b/,
    2,
  ],
  [
    /\bmore (?:[a-z]+ )?than (?:i|we)(?:'d| had)? (?:expected|hoped|asked)\b|\bbetter than (?:i|we|expected|before|the last|ever|the first)\b/,
    2,
  ],
  [
    /\bcould (?:be|have been|do with)\b(?: [a-z]+)?|\bwould (?:be|have been) (?:even |much )?(?:better|nicer|easier|clearer|good|nice|great|helpful|useful)\b|\b(?:would|'d) (?:like|love|prefer|appreciate|be (?:nice|good|great|helpful|useful))\b|\bshould (?:be|have|look|read|feel)\b[a-z ]{0,30}/,
    -0.8,
  ],
  [
    /\b(?:don't|do not|doesn't|needn't|no need to|wouldn't) (?:need|have to|want to|change|mind)\b[a-z ]{0,30}/,
    0.5,
  ],
];

/** Phrases that say something other than their words do. */
const PHRASES: readonly Phrase[] = VALENCES.map(([pattern, valence]) => ({
  pattern: new RegExp(pattern.source, "g"),
  valence,
}));
const DENIED = /(?:\bnot|n't|never|\bno)(?: (?:really|exactly|quite|very|that|so|as|a|all))* $/;

/**
 * The valences of known phrases, and the text without them, so that their words are not read again.
 */
export function takePhrases(text: string): {
  readonly text: string;
  readonly valences: readonly number[];
} {
  const valences: number[] = [];
  let rest = text;
  for (const { pattern, valence } of PHRASES) {
    const whole = rest;
    rest = whole.replace(pattern, (found: string, at: number) => {
      const isDenied = valence > 0 && DENIED.test(whole.slice(Math.max(0, at - 24), at));
      valences.push(isDenied ? valence * LESS : valence);
      return " ".repeat(found.length);
    });
  }
  return { text: rest, valences };
}
