import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { oneLine, revealed, visibleText } from "./visible-text.ts";

/** Every emoji of Unicode's emoji-test file, also those that lack some of their selectors. */
const EMOJI = readFileSync(
  new URL(
    "../../node_modules/emoji-test-regex-pattern/dist/emoji-17.0/index-strings.txt",
    import.meta.url,
  ),
  "utf8",
)
  .split("\n")
  .filter((line) => line !== "");

const PROSE: readonly (readonly [string, string])[] = [
  ["Persian", "می‌خواهم این پرونده‌ها را حذف کنم؛ آیا «PDF‌ها» هم لازم‌اند؟"],
  ["Persian with a Latin name", "لطفا فایل config.yaml را بررسی کنید (نسخهٔ ۲٫۵)."],
  ["Arabic", "اَلسَّلَامُ عَلَيْكُمْ، هل نحذف ٣ ملفات من المجلد؟"],
  ["Hebrew", "בְּרֵאשִׁית בָּרָא, האם למחוק את הקובץ?"],
  ["Hindi", "क्या मैं यह फ़ाइल हटा दूँ? राष्‍ट्र, क्‍या, पढ़‌ना"],
  ["Bengali", "র‍্যাম কি পরিষ্কার করব?"],
  ["Malayalam", "അവന്‍ വന്നു"],
  ["Sinhala", "ශ්‍රී ලංකා"],
  ["Thai", "ลบไฟล์ทั้งหมดหรือไม่ ที่นี่"],
  ["Vietnamese, decomposed", "Tiếng Việt có dấu".normalize("NFD")],
  ["Russian", "Что делать с файлом, а что с ним и у него? Web-сервер и API-ключ."],
  ["Greek", "Να το σβήσω ή όχι; Το αρχείο ΔΤ με 5 kΩ, λx και ν"],
  ["Japanese", "　設定ファイルを削除しますか？　ＡＢＣ １２３ ①②③"],
  ["Korean", "파일을 삭제할까요?"],
  ["French", "Vraiment ? « Oui », 50 % de 1 000 €"],
  ["Tibetan", "རྒྱུད་བླ་མ་"],
  ["measures and mathematics", "5 µm, 3 Å, ΔT ≥ 2 °C, ∀x∈ℝ: x² ≥ 0"],
];

const DRAWN = [
  "src",
  "├── a.ts",
  "│   └── b.ts",
  "└── c.ts",
  "┌────┬────┐",
  "│ a  │ b  │",
  "╔════╗ ▓▒░ ■",
].join("\n");

describe("what is innocent", () => {
  test("is every emoji that Unicode lists, in running text and in a value", () => {
    expect(EMOJI.length).toBeGreaterThan(5_000);
    const changed = EMOJI.filter(
      (emoji) =>
        visibleText(emoji) !== emoji ||
        visibleText(`a${emoji}b ${emoji}`) !== `a${emoji}b ${emoji}` ||
        revealed(`"${emoji}"`) !== `"${emoji}"`,
    );
    expect(changed).toEqual([]);
  });

  test("stays whole where emoji follow each other", () => {
    const all = EMOJI.join(" ");
    expect(visibleText(all)).toBe(all);
  });

  test.each(PROSE)("is running text in %s", (_, text) => {
    expect(visibleText(text)).toBe(text);
    expect(visibleText(text, { keepLines: false })).toBe(text);
  });

  test.each(PROSE.filter(([, text]) => !/[\u00a0\u202f\u3000]/.test(text)))(
    "of %s shows no escape in a value either",
    (_, text) => {
      expect(revealed(text)).not.toContain("\\u{");
    },
  );

  test("is one mark for right-to-left words that stand among others", () => {
    expect(revealed("send مرحبا بالعالم now")).toBe("send مرحبا بالعالم⟨right to left⟩ now");
    expect(revealed('"مرحبا بالعالم"')).toBe('"مرحبا بالعالم"');
  });

  test("is what is drawn with boxes", () => {
    expect(visibleText(DRAWN)).toBe(DRAWN);
    expect(revealed("├── a.ts")).toBe("├── a.ts");
  });

  test.each([
    ["an indentation", `if x:\n${" ".repeat(36)}y`],
    ["a table", `name${" ".repeat(30)}size`],
    ["four empty lines", "a\n\n\n\n\nb"],
  ])("is %s", (_, text) => {
    expect(visibleText(text)).toBe(text);
  });

  test("is not cut within a picture or a mark", () => {
    expect(oneLine("👩‍🚀👩‍🚀👩‍🚀", 6)).toBe("👩‍🚀👩…");
    expect(oneLine("pаypal pаypal", 12)).toBe("pаypal…");
  });
});
