/** What a call, a flow or an upload hears when the session that it was begun in is over: nobody waits for its outcome any more. */
export class SessionOver extends Error {
  constructor() {
    super("The session is over.");
    this.name = "SessionOver";
  }
}

let controller = new AbortController();

/** The life of the present session, or of the visit while nobody is signed in: aborted when it ends. Whoever is under way holds the one that it began with. */
export const readLifetime = (): AbortSignal => controller.signal;

/** Ends the present life, stops whatever was begun in it, and begins the next. */
export function endLifetime(): void {
  const ended = controller;
  controller = new AbortController();
  ended.abort(new SessionOver());
}
