import { describe, expect, test } from "vitest";
import { hear, withResult } from "./after-a-result.ts";

/* Words that withdraw what was read as feedback, in each language. */

const SAID = [
  ["The title is wrong, please change it.", "Scratch that."],
  ["The title is wrong, please change it.", "Forget what I said about the title."],
  ["I accept it.", "Sorry, I take that back."],
  ["Bitte ändere den Titel, er ist falsch.", "Vergiss, was ich zum Titel gesagt habe."],
  ["Ich akzeptiere es.", "Das nehme ich zurück."],
  ["Cambia el título, por favor, está mal.", "Olvida lo que dije del título."],
  ["Lo acepto.", "Me equivoqué, retiro lo dicho."],
  ["Le titre est faux, changez-le.", "Oubliez ce que j'ai dit du titre."],
  ["Je valide.", "Je n'ai rien accepté."],
  ["Il titolo è sbagliato, cambialo.", "Dimentica quello che ho detto sul titolo."],
  ["Lo accetto.", "Scusa, ritiro quello che ho detto."],
  ["O título está errado, muda isso.", "Esquece o que eu disse sobre o título."],
  ["Aceito.", "Retiro o que disse."],
  ["De titel is fout, verander hem.", "Vergeet wat ik over de titel zei."],
  ["Ik accepteer het.", "Ik neem dat terug."],
  ["Tytuł jest zły, zmień go.", "Zapomnij, co mówiłem o tytule."],
  ["Akceptuję.", "Cofam to."],
  ["題名が間違っています。直してください。", "さっきの話は忘れてください。"],
  ["承認します。", "取り消します。"],
  ["标题错了，请改一下。", "当我没说。"],
  ["我接受。", "我收回。"],
] as const;

describe("feedback is taken back by", () => {
  test.for(SAID)("after %j by %j", async ([judged, takenBack]) => {
    const { next: told } = await hear(judged, withResult());
    expect(told.feedback).toHaveLength(1);
    const { next, form } = await hear(takenBack, told);
    expect(next.feedback.every(({ withdrawn }) => withdrawn !== undefined)).toBe(true);
    expect(next.phase).toBe("feedback_collection");
    expect(form).toMatchObject({ kind: "choice", allowText: true });
  });

  test.for([
    ["Bitte ändere den Titel.", "Vergiss die Legende nicht."],
    ["Please change the title.", "Don't forget the legend."],
    ["Change le titre.", "N'oublie pas la légende."],
  ] as const)("no reminder: after %j, %j", async ([judged, more]) => {
    const { next: told } = await hear(judged, withResult());
    const { next } = await hear(more, told);
    expect(next.feedback.some(({ withdrawn }) => withdrawn !== undefined)).toBe(false);
  });
});
