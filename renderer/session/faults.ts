const listeners = new Set<(error: unknown) => void>();
const waiting: unknown[] = [];

/** Something that should not happen did: whoever reports faults hears of it, those before its time too. */
export function noteFault(error: unknown): void {
  if (listeners.size === 0) waiting.push(error);
  for (const listener of listeners) listener(error);
}

/** Hears of faults: those that code notes, and what nobody caught on the page. Gives the way to stop. */
export function onFault(listener: (error: unknown) => void): () => void {
  const uncaught = ({ error, message }: ErrorEvent) => listener(error ?? message);
  const rejected = ({ reason }: PromiseRejectionEvent) => listener(reason);
  listeners.add(listener);
  for (const error of waiting.splice(0)) listener(error);
  window.addEventListener("error", uncaught);
  window.addEventListener("unhandledrejection", rejected);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("error", uncaught);
    window.removeEventListener("unhandledrejection", rejected);
  };
}
