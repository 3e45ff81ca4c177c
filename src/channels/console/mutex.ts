/** Lets only one of many callers at a time have what there is one of: a terminal. */
export function createMutex(): <T>(turn: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (turn) => {
    const mine = last.then(turn);
    last = mine.catch(() => {});
    return mine;
  };
}
