/** Longer words say something of their own. */
const MAX_LENGTH = 240;
const IMPATIENT =
  /(?<!\p{L})(?:(?:don['’]?t|do not|not) want to answer|(?:no|enough|stop)(?: more)?(?: with the)? questions|stop asking|just (?:do|write|start|make|build|begin|go|plan|send|find)\b|start (?:now|already|looking|with it)|(?:can|could) you (?:just )?(?:start|begin)|(?:^|[.,!?]\s*)(?:start|go|go go go|begin|los|leg los|vas-y|dale|adelante|avança|procedi|avanti|start it|do it)\W*$|please (?:begin|start)|for (?:god['’]?s|heaven['’]?s) sake,? (?:start|go|do)|fang (?:einfach )?an|such einfach los|hazlo ya|no me haga?s más preguntas|não me faças mais perguntas|muoviti|doe maar|zaczynaj|開始|始めてください|开始吧|就这样)/iu;
const REFUSAL =
  /^\W*(?:(?:i|hm+|well|really|honestly|as i said|no|ok|sorry)[\s,]+){0,3}(?:skip|pass|next|n\/a|whatever\p{L}*|dunno|idk|no idea|don['’]?t know|do not know|don['’]?t care|you (?:decide|choose|pick)|up to you|surprise me|never mind that|weiß (?:ich )?nicht|egal|keine ahnung|no (?:lo )?sé|je (?:ne )?sais pas|boh|non lo so|não sei|weet ik niet|nie wiem|わからない|随便|不知道)(?!\p{L})/iu;

/** "Just do it": no more questions, whatever is left open. */
export function isImpatient(text: string): boolean {
  return IMPATIENT.test(text.slice(-MAX_LENGTH));
}

/** "Skip", "I don't know": the questions stay open. */
export function isRefusal(text: string): boolean {
  return text.length <= MAX_LENGTH && REFUSAL.test(text);
}

/** A question to us and nothing else. */
export function isQuestionBack(text: string): boolean {
  const read = text.trim().slice(0, MAX_LENGTH + 1);
  return (
    read.length <= MAX_LENGTH && /[?？]\W{0,4}$/u.test(read) && !WISH.test(read) && !SAYS.test(read)
  );
}

/** "Can you add …?" is a wish. */
const WISH =
  /^(?:(?:ok(?:ay)?|and|also|so|hm+|please)[\s,]+){0,2}(?:can|could|would|will) (?:you (?!tell|explain|read)|it|we|they)/iu;
/** A statement before the question says something. */
const SAYS = /[.!。！]\s+\S/u;
