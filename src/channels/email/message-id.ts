const FORM = /^<?([^\s<>\p{Cc}]{1,250}@[^\s<>\p{Cc}]{1,250})>?$/u;

/** A Message-ID in its brackets; undefined for other text, which could begin another header. */
export function messageIdFrom(text: string | undefined): string | undefined {
  const id = FORM.exec(text ?? "")?.[1];
  return id === undefined ? undefined : `<${id}>`;
}
