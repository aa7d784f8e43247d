/** Rejects a call, a flow or an upload whose session has ended. */
export class SessionEndedError extends Error {
  constructor() {
    super("The session is over.");
    this.name = "SessionEndedError";
  }
}

let controller = new AbortController();

/**
 * The signal of the session, or of the visit before sign-in. It aborts when the session ends. Work in progress holds
 * the signal it started with.
 */
export const getSessionSignal = (): AbortSignal => controller.signal;

/** Aborts all work of the session and starts a new signal. */
export function abortSession(): void {
  const ended = controller;
  controller = new AbortController();
  ended.abort(new SessionEndedError());
}
