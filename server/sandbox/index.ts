/*
 * What the sandbox adds under /sandbox, mounted with SANDBOX=1 alone. One more: its file beside this one and a line here.
 */
import { clockDesk } from "./clock.ts";
import type { Desk } from "./desk.ts";
import { eventsDesk } from "./events.ts";
import { fixtureDesk } from "./fixture.ts";
import { newestDesk } from "./newest.ts";
import { outageDesk } from "./outage.ts";
import { releaseDesk } from "./release.ts";
import { outboxDesk } from "./outbox.ts";
import { payDesk } from "./pay.ts";
import { sceneDesk } from "./scene.ts";
import { sessionDesk } from "./session.ts";
import { spoilDesk } from "./spoil.ts";
import { triedDesk } from "./tried.ts";
import { verifierDesk } from "./verifier.ts";

/** Never mounted in production, even where a sandbox is allowed there: they sign in whoever asks. */
export const letsAnybodyIn: ReadonlySet<string> = new Set(["session", "scene", "fixture"]);

export const desks: Record<string, Desk> = {
  outbox: outboxDesk,
  clock: clockDesk,
  session: sessionDesk,
  scene: sceneDesk,
  newest: newestDesk,
  events: eventsDesk,
  verifier: verifierDesk,
  fixture: fixtureDesk,
  outage: outageDesk,
  spoil: spoilDesk,
  release: releaseDesk,
  tried: triedDesk,
  pay: payDesk,
};
