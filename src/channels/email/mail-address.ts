const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/**
 * True for one bare address in common form. Nothing in it can begin another header or recipient.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}
