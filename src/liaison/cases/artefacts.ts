import nouns from "./artefacts.json" with { type: "json" };

/** What is to be made, as far as the words for it say, whatever the kind of task. */
export type Artefact = keyof typeof nouns;

/** Words of languages without spaces, which stand anywhere. */
const UNSPACED: Readonly<Partial<Record<Artefact, string>>> = {
  text: "手紙|連絡文|案内文|メール|お知らせ|挨拶|作文|一封信|邮件|通知|致辞|文章",
  plan: "計画|日程|プラン|献立|计划|行程|方案|安排",
  list: "一覧|リスト|表|清单|名单",
};

const FORMS: readonly (readonly [Artefact, RegExp])[] = Object.entries(nouns).map(
  ([name, form]) => [name as Artefact, wordForm(form, UNSPACED[name as Artefact])],
);
const ANY = wordForm(Object.values(nouns).join("|"), Object.values(UNSPACED).join("|"));
const MAX_READ = 600;

/** The artefact that is named first. */
export function artefactIn(text: string): Artefact | undefined {
  const read = text.slice(0, MAX_READ);
  const at = ANY.exec(read)?.index;
  return at === undefined
    ? undefined
    : FORMS.find(([, form]) => form.exec(read)?.index === at)?.[0];
}

/** Where the first word for something to be made stands. */
export function artefactAt(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const found = ANY.exec(text.slice(0, MAX_READ));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

function wordForm(alternatives: string, unspaced = ""): RegExp {
  const spaced = `(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`;
  return new RegExp(unspaced === "" ? spaced : `${spaced}|${unspaced}`, "iu");
}
