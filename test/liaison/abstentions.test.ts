import { describe, expect, test } from "vitest";
import { hear, withResult } from "./after-a-result.ts";

/* Words after a result that judge nothing: no verdict is published, and one question has three buttons. */

const ABSTENTIONS: Readonly<Record<string, readonly string[]>> = {
  en: [
    "I'll read it tonight and let you know.",
    "My wife loves it.",
    "Our accountant thinks it is too long.",
    "Got it, thanks.",
    "Hm.",
    "Where did you get these numbers from?",
    "I don't know yet what to think of it.",
    "I'm on the train, give me an hour.",
    "If my lawyer agrees I will take it.",
    "fine I guess",
    "It's raining here.",
  ],
  de: [
    "Ich schaue es mir morgen an.",
    "Meine Frau findet es super.",
    "Die Kollegen sagen, es ist zu lang.",
    "Danke, ist angekommen.",
    "Hm.",
    "Woher kommen die Zahlen?",
    "Ich weiß noch nicht, was ich davon halten soll.",
    "Bin gerade im Zug, melde mich.",
    "Wenn mein Anwalt zustimmt, nehme ich es.",
    "Naja.",
    "Heute regnet es bei uns.",
  ],
  es: [
    "Lo leo esta noche y te digo.",
    "A mi marido le encanta.",
    "Mi jefa dice que es demasiado largo.",
    "Recibido, gracias.",
    "Bueno.",
    "¿De dónde salen estos datos?",
    "No sé qué decir.",
    "Estoy de viaje, lo reviso el lunes.",
    "Si el cliente lo aprueba, lo acepto.",
    "Más o menos.",
    "Hoy llueve mucho por aquí.",
  ],
  fr: [
    "Je regarde ça ce week-end.",
    "Mon mari adore.",
    "Ma cheffe dit que c'est trop long.",
    "Bien reçu, merci.",
    "Bof.",
    "D'où viennent ces chiffres ?",
    "Je ne sais pas trop quoi en penser.",
    "Je suis en réunion, je vous dirai.",
    "Si mon avocat est d'accord, je signe.",
    "D'accord.",
    "Il pleut chez nous.",
  ],
  it: [
    "Lo leggo stasera e ti dico.",
    "A mia moglie piace molto.",
    "Il capo dice che è troppo lungo.",
    "Ricevuto, grazie.",
    "Mah.",
    "Da dove vengono questi numeri?",
    "Non so ancora cosa pensare.",
    "Adesso no, lo guardo domani.",
    "Se il cliente approva, lo prendo.",
    "Così così.",
    "Oggi piove da noi.",
  ],
  pt: [
    "Vejo isso amanhã.",
    "A minha mulher adorou.",
    "O meu chefe diz que está longo demais.",
    "Recebido, obrigado.",
    "Mais ou menos.",
    "De onde vêm estes números?",
    "Ainda não sei o que dizer.",
    "Agora não posso, vejo mais tarde.",
    "Se o cliente aprovar, eu aceito.",
    "Tanto faz.",
    "Hoje chove por aqui.",
  ],
  nl: [
    "Ik lees het vanavond.",
    "Mijn man vindt het geweldig.",
    "Mijn baas zegt dat het te lang is.",
    "Ontvangen, dank je.",
    "Mwah.",
    "Waar komen deze cijfers vandaan?",
    "Ik weet nog niet wat ik ervan vind.",
    "Ik ben onderweg, je hoort het later.",
    "Als de klant akkoord gaat, neem ik het.",
    "Gaat wel.",
    "Het regent hier.",
  ],
  pl: [
    "Przeczytam wieczorem.",
    "Mojej żonie się podoba.",
    "Szef mówi, że jest za długie.",
    "Dostałem, dziękuję.",
    "Tak sobie.",
    "Skąd są te liczby?",
    "Jeszcze nie wiem, co o tym myśleć.",
    "Jestem w pociągu, odezwę się.",
    "Jeśli klient się zgodzi, przyjmuję.",
    "No dobra.",
    "U nas dzisiaj pada deszcz.",
  ],
  ja: [
    "今夜読みます。",
    "妻はとても気に入っています。",
    "上司は長すぎると言っていました。",
    "受け取りました。ありがとうございます。",
    "うーん。",
    "この数字はどこから来たのですか？",
    "まだ何とも言えません。",
    "今は会議中なので、後で見ます。",
    "まあまあ。",
    "まだ分かりません。",
    "今日は雨が降っています。",
  ],
  zh: [
    "我晚上再看。",
    "我老婆很喜欢。",
    "老板说太长了。",
    "收到，谢谢。",
    "嗯。",
    "这些数字从哪里来的？",
    "我还不知道怎么说。",
    "我在开会，稍后回复你。",
    "如果客户同意，我就接受。",
    "还行吧。",
    "今天这里下雨。",
  ],
};

describe.for(Object.entries(ABSTENTIONS))("in %s nothing is published of", ([, all]) => {
  test.for(all)("%j", async (words) => {
    const { next, form } = await hear(words, withResult());
    expect(next.feedback).toEqual([]);
    expect(next.phase).toBe("feedback_collection");
    expect(form).toMatchObject({ kind: "choice", allowText: true });
    // Accept, change, reject, and no longer needed.
    expect(form?.kind === "choice" && form.options).toHaveLength(4);
  });
});

/* Praise of what would be, in a question, or of others' taste: the worst that could be read is consent. */
const NO_CONSENT = [
  "¿Estos precios incluyen el transporte?",
  "In Zeile sieben stimmt die Mehrwertsteuer leider noch immer nicht.",
  "Schön wär's gewesen, wenn das vor der Messe fertig geworden wäre.",
  "Se ci fosse anche la domenica sarebbe perfetto.",
  "Teria sido ótimo para a reunião de ontem.",
  "Ça marche aussi sur Mac ?",
  "Vorig jaar was ik hier heel blij mee geweest.",
  "Normally I'd be happy with it.",
  "Should the tests pass, merge it.",
  "Assuming the totals are correct, fine.",
  "In a perfect world this would do.",
  "According to Jill it's perfect.",
];

test.for(NO_CONSENT)("%j accepts nothing", async (words) => {
  const { next } = await hear(words, withResult());
  const [read] = next.feedback;
  expect(read?.metrics.acceptance_status ?? "none").not.toBe("accepted");
});

test("a fault beside a wish to wait is read back, and the round begins once the person goes on", async () => {
  const put = await hear("The date is wrong. I'll look at it properly tonight.", withResult());
  expect(put.say).toMatch(/so far[\s\S]*date/i);
  expect(put.next.feedback).toEqual([]);
  expect(put.next.phase).toBe("feedback_collection");
  const on = await hear("Back now. The date is all, please change it.", put.next);
  expect(on.next.phase).toBe("awaiting_task_completion");
});
