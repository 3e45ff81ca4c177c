/** A wish wherever it stands in a clause, in any of the ten languages. */
const WISH =
  /(?<!\p{L})(?:(?:i|we)(?:['’]?d| would)? (?:(?:also|really|just|still|kind of|urgently) )?(?:need|want|like (?:to|an?|some)|love to|require)|looking for|(?:can|could|would) you|help (?:me|us)|come up with|(?:ich|wir) (?:br[aä]uchten?|brauchen?|möchten?|suchen?|wollen|wollten?|will|hätten? gern|würden? gern)|ich soll|wir sollen|(?:könn\p{L}*|würd\p{L}*) (?:sie|du|ihr)|(?:necesit|quer|quisi|busc)(?:o|amos|emos|ía|iera|iero)|quiero|me gustaría|me hac\p{L}+ falta|il (?:me|nous) fau\p{L}+|je (?:voudrais|veux|cherche|souhaite)|(?:on|nous) (?:voudr|cherch|aimer|souhait)\p{L}+|j['’](?:aimerais|ai besoin)|mi serv\p{L}+|ci serv\p{L}+|vorrei|vorremmo|ho bisogno|cerco|cerchiamo|voglio|mi piacerebbe|precis(?:o|amos|ava)|quer(?:o|ia|emos)|gostaria|gostava|procuro|ik (?:wil|zoek|moet)|(?:we|wij) (?:willen|zoeken)|zou(?:den)? graag|kun je|kunt u|potrzebuj\p{L}+|chc(?:ę|emy|iał\p{L}*)|szukam\p{L}*|prosz[ęa]|mo(?:żesz|że pan\p{L}*))(?!\p{L})|(?:書い|作っ|考え|教え|探し|調べ|直し|まとめ|用意し|翻訳し|手伝っ)て|ほし|欲し|たい(?:です|。|、|$)|お願い|ください|くれませんか|もらえ|想要|我想|我要|需要|帮我|请|希望/iu;
/** What is to be done, as the languages say it without a word of wanting. */
const DEED =
  /^(?:bitte |por favor |me )?(?:schreib(?:en|e)?|erstellen?|mach(?:en|e)?|planen?|entwirf|entwerfen|gib|verfassen?|such(?:en|e)?|find(?:e|en)|herausfinden|escr[ií]b\p{L}+|ha[zg]\p{L}*|crea\p{L}*|prep[aá]ra\p{L}*|redact\p{L}+|busca\p{L}*|organiza\p{L}*|planific\p{L}+|[ée]cri(?:re|s|vez)|fai(?:re|s|tes)|cr[ée]e\p{L}*|prépar\p{L}+|rédig\p{L}+|trouve\p{L}*|cherche\p{L}*|scriv\p{L}+|fa(?:mmi|re)|prepara\p{L}*|trova\p{L}*|organizza\p{L}*|tradu\p{L}+|escrev\p{L}+|faz\p{L}*|cri[ae]\p{L}*|procura\p{L}*|schrijf|schrijven|maak|maken|zoek\p{L}*|bedenk\p{L}*|uitzoek\p{L}*|vind\p{L}*|vertaal|napi\p{L}+|zr[oó]b\p{L}*|przygotow\p{L}+|wymyśl\p{L}+|znale\p{L}+|ułóż)(?!\p{L})/iu;
const MOST_READ = 600;

/** Whether a clause says that something is wanted. */
export function saysWish(clause: string): boolean {
  const text = clause.slice(0, MOST_READ);
  return WISH.test(text) || DEED.test(text);
}
