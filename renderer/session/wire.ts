/** What is told before anybody listens waits; of a page that tells without end, so much and no more. */
const most = 100;

/** Something that one part of the page tells and another, which may come later, hears. */
export interface Wire<T> {
  tell(value: T): void;
  /** Hears what is told from now on, after what has waited. Gives the way to stop. */
  hear(listener: (value: T) => void): () => void;
  /** Settled once the first is told. */
  readonly begun: Promise<void>;
}

export function createWire<T>(): Wire<T> {
  const listeners = new Set<(value: T) => void>();
  const waiting: T[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  return {
    begun,
    tell: (value) => {
      if (listeners.size === 0 && waiting.length < most) waiting.push(value);
      for (const listener of listeners) listener(value);
      begin();
    },
    hear: (listener) => {
      listeners.add(listener);
      for (const value of waiting.splice(0)) listener(value);
      return () => void listeners.delete(listener);
    },
  };
}
