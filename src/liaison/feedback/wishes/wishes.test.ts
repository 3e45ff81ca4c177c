import { expect, test } from "vitest";
import type { Exchange } from "../../../domain/liaison/liaison.ts";
import { interpretEmbedded } from "../../embedded-interpret.ts";

function read(content: string) {
  const exchange: Exchange = {
    id: "msg_1",
    role: "human",
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  };
  return interpretEmbedded({ exchanges: [exchange], task: undefined, result: undefined });
}

test.for([
  [
    "Good, but take out the second paragraph, mention the parking, sign it with my full name and send a copy to Anna.",
    [
      "Take out the second paragraph",
      "Mention the parking",
      "Sign it with my full name",
      "Send a copy to Anna",
    ],
  ],
  [
    "Almost. Call him Robert, not Bob. No exclamation marks. Tell them the door code. And ask them to bring shoes.",
    [
      "Correct it: Call him Robert, not Bob",
      "No exclamation marks",
      "Tell them the door code",
      "Ask them to bring shoes",
    ],
  ],
  [
    "Das ist schon gut. Nenn sie Frau Weber, nicht Weberin. Kein Ausrufezeichen. Frag sie auch nach der Uhrzeit.",
    ["Nenn sie Frau Weber, nicht Weberin", "Kein Ausrufezeichen", "Frag sie auch nach der Uhrzeit"],
  ],
  [
    "C'est bien, mais pas de points d'exclamation. Appelez-le Robert. Et demandez-leur d'apporter des chaussures.",
    ["Pas de points d'exclamation", "Appelez-le Robert", "Demandez-leur d'apporter des chaussures"],
  ],
  [
    "Está bien, pero nada de exclamaciones. Llámale Roberto. Y pídeles que traigan zapatos.",
    ["Nada de exclamaciones", "Llámale Roberto", "Pídeles que traigan zapatos"],
  ],
  [
    "Va bene, ma niente punti esclamativi. Chiamalo Roberto. E ricorda a tutti le scarpe.",
    ["Niente punti esclamativi", "Chiamalo Roberto", "Ricorda a tutti le scarpe"],
  ],
  [
    "Está bom, mas nada de exclamações. Ponha o código da porta. E lembre a todos dos sapatos.",
    ["Nada de exclamações", "Ponha o código da porta", "Lembre a todos dos sapatos"],
  ],
  [
    "Mooi, maar geen uitroeptekens. Noem hem Robert. En vraag ze schoenen mee te nemen.",
    ["Geen uitroeptekens", "Noem hem Robert", "Vraag ze schoenen mee te nemen"],
  ],
  [
    "Dobre, ale bez wykrzykników. Nazwij go Robert. I przypomnij wszystkim o butach.",
    ["Bez wykrzykników", "Nazwij go Robert", "Przypomnij wszystkim o butach"],
  ],
  [
    "ロバートと呼んでください。駐車場のことも触れてもらえると嬉しいです。",
    ["ロバートと呼んでください", "駐車場のことも触れてもらえると嬉しいです"],
  ],
  [
    "叫他罗伯特。加上门的密码。还有提醒大家带鞋。",
    ["叫他罗伯特", "加上门的密码", "还有提醒大家带鞋"],
  ],
] as const)("each wish of %j is told once", async ([said, wanted]) => {
  const { metrics } = await read(said);
  expect(metrics.acceptance_status).toBe("needs_improvement");
  expect(metrics.improvement_suggestions).toEqual(wanted);
});

test.for([
  ["No, Tuesday!! And make the title bigger.", ["Tuesday", "Make the title bigger"]],
  ["It's Ms Okoro!! And drop the last line.", ["It's Ms Okoro", "Drop the last line"]],
  ["NET not gross. And add the address.", ["Correct it: NET not gross", "Add the address"]],
  [
    "The total is wrong, I paid 40 so Ben owes 12.",
    ["Correct the total: I paid 40 so Ben owes 12"],
  ],
  ["Great, just also add the date.", ["Just also add the date"]],
] as const)("%j says in few words what is to change", async ([said, wanted]) => {
  const { metrics } = await read(said);
  expect(metrics.improvement_suggestions).toEqual(wanted);
});

test("what is better than before is no wish", async () => {
  const { metrics } = await read(
    "Lovely, much clearer than mine. Could the chart be bars instead?",
  );
  expect(metrics.improvement_suggestions).toEqual(["Could the chart be bars instead"]);
});

test.for([
  "I accept it, just add page numbers.",
  "That's it. Send it to Ms Okoro, okoro@example.test.",
  "Parfait. Ah, mettez aussi une ligne pour la date en haut, mais sinon c'est bon pour moi.",
  "Perfetto, lo accetto, aggiungi solo la data.",
  "Super, akceptuję. Dodaj tylko datę.",
  "完璧です、承認します。日付だけ追加してください。",
])("%j is not done before the wish is", async (said) => {
  const { verdict, metrics } = await read(said);
  expect(verdict).toBe("needs_improvement");
  expect(metrics.improvement_suggestions).toHaveLength(1);
});

test.for([
  "I accept it. Next time please add page numbers.",
  "Perfect, thank you so much!!",
  "Ich nehme es an. Beim nächsten Mal bitte mit Datum.",
])("%j accepts", async (said) => {
  const { verdict } = await read(said);
  expect(verdict).toBe("accepted");
});

test.for([
  "sweet",
  "yep sorted. cheers mate",
  "Oh that's just right, thank you so much. I'll print it now.",
  "passt, danke",
  "gut so",
  "así está bien",
  "listo, gracias",
  "nickel, merci",
  "c'est bon comme ça",
  "bene così, grazie",
  "a posto così",
  "está ótimo, obrigada",
  "show de bola",
  "helemaal goed, dank je",
  "mooi zo",
  "no i git",
  "pasuje, dzięki",
  "バッチリです",
  "可以了，谢谢",
])("%j is agreement", async (said) => {
  const { verdict, isThin } = await read(said);
  expect(verdict).toBe("accepted");
  expect(isThin).toBe(false);
});

test.for([
  "sweet, but the title is wrong",
  "Lovely. I'll look at it properly tonight.",
  "perfetto, però manca la data",
  "ok",
  "thanks",
  "gut so?",
])("%j is no agreement", async (said) => {
  const { verdict } = await read(said);
  expect(verdict).not.toBe("accepted");
});

test.for([
  "Hung it in the hallway and my kids already love it, that's a keeper",
  "All done from our end, thanks for the quick work",
  "We'll put it in the newsletter exactly as it stands.",
  "Printed it and stuck it on the board. 1 ✓ 3 ✓. Exactly what we needed, done from my side",
  "My aunt always wants more logos, no more logos. It's lovely the way it is",
])("%j accepts it", async (said) => {
  const { verdict, metrics } = await read(said);
  expect(verdict).toBe("accepted");
  expect(metrics.improvement_suggestions).toEqual([]);
});

test.for([
  "Pretty good! Is the second chart from 2023?",
  "Sieht gut aus. Woher stammt die Zahl auf Seite 2?",
  "Bonito. ¿De dónde sale el 30 %?",
  "le reste est très bien",
  "Everything else is lovely",
  "If it runs on the old phones too we're happy. Testing tomorrow.",
  "When it also prints in A4 it's fine by me. Trying it tonight.",
  "Great, now every slide is pink. Who is supposed to read yellow on pink?",
])("%j accepts nothing", async (said) => {
  const { verdict } = await read(said);
  expect(verdict).not.toBe("accepted");
});

test.for([
  ["The owner is Mr Brandt. Please fix that.", "The owner is Mr Brandt"],
  ["the vet is called Dr Sommer so correct it", "The vet is called Dr Sommer"],
  ["lo demás está muy bien, quítame la segunda foto", "Quítame la segunda foto"],
  ["Las fotos me gustan. Acórtalo un poco.", "Acórtalo un poco"],
] as const)("%j asks for one change", async ([said, wanted]) => {
  const { metrics } = await read(said);
  expect(metrics.improvement_suggestions).toEqual([wanted]);
});
