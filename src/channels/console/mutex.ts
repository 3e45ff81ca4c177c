/** Runs one caller at a time, for something that exists only once, such as a terminal. */
export function createMutex(): <T>(turn: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (turn) => {
    const mine = last.then(turn);
    last = mine.catch(() => {});
    return mine;
  };
}
