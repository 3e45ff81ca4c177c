let segmenter: Intl.Segmenter | undefined;

/**
 * Text in characters as people count them: a letter with its marks, a flag, a family. What cuts it is
 * made on demand, since that takes longer than most commands have to do.
 */
export function segment(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}
