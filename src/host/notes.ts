/** What a model can be given of an earlier cycle without crowding out its own work: characters. */
export const MAX_NOTES = 8_000;

/** The notes as they are carried: too long ones end at a line, and say that they do. */
export function cutNotes(text: string): string {
  if (text.length <= MAX_NOTES) return text;
  const remark = `\n(These notes were cut: they had ${text.length} characters, and ${MAX_NOTES} are carried.)`;
  const room = MAX_NOTES - remark.length;
  const end = text.lastIndexOf("\n", room);
  // One line that fills most of the room is cut within, rather than lost.
  const kept = text.slice(0, end > room / 2 ? end : room);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${remark}`;
}
