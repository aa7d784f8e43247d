/* The routes under /sandbox, mounted only with SANDBOX=1. To add one: a file in this folder and a line here. */
import { clockRoutes } from "./clock.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { eventsRoutes } from "./events.ts";
import { fixtureRoutes } from "./fixture.ts";
import { repinRoutes } from "./repin.ts";
import { outageRoutes } from "./outage.ts";
import { releaseRoutes } from "./release.ts";
import { outboxRoutes } from "./outbox.ts";
import { payRoutes } from "./pay.ts";
import { transactionRoutes } from "./transaction.ts";
import { sessionRoutes } from "./session.ts";
import { tamperRoutes } from "./tamper.ts";
import { coverageRoutes } from "./coverage.ts";
import { verifierRoutes } from "./verifier.ts";

/** Never mounted in production, even with SANDBOX=1: these routes sign anyone in. */
export const signInRoutes: ReadonlySet<string> = new Set(["session", "transaction", "fixture"]);

export const sandboxRoutes: Record<string, AddSandboxRoutes> = {
  outbox: outboxRoutes,
  clock: clockRoutes,
  session: sessionRoutes,
  transaction: transactionRoutes,
  repin: repinRoutes,
  events: eventsRoutes,
  verifier: verifierRoutes,
  fixture: fixtureRoutes,
  outage: outageRoutes,
  tamper: tamperRoutes,
  release: releaseRoutes,
  coverage: coverageRoutes,
  pay: payRoutes,
};
