/** Limits what is buffered before the first subscriber, also for a page that emits in a loop. */
const maxBuffered = 100;

/** Passes values between parts of the page. The subscriber may load later than the emitter. */
export interface BufferedChannel<T> {
  emit(value: T): void;
  /** Receives the buffered values, then all later ones. Returns the function that unsubscribes. */
  subscribe(listener: (value: T) => void): () => void;
  /** Resolves with the first value. */
  readonly firstEmit: Promise<void>;
}

export function createBufferedChannel<T>(): BufferedChannel<T> {
  const listeners = new Set<(value: T) => void>();
  const buffered: T[] = [];
  let resolveFirst: () => void = () => undefined;
  const firstEmit = new Promise<void>((resolve) => (resolveFirst = resolve));
  return {
    firstEmit,
    emit: (value) => {
      if (listeners.size === 0 && buffered.length < maxBuffered) buffered.push(value);
      for (const listener of listeners) listener(value);
      resolveFirst();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      for (const value of buffered.splice(0)) listener(value);
      return () => void listeners.delete(listener);
    },
  };
}
