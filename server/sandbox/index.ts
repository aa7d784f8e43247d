/* The routes under /sandbox. To add one: a file in this folder and a line here. */
import { clockRoutes } from "./clock.ts";
import type { Settings } from "#server/platform/settings.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";
import { evaluationBodyRoutes } from "./evaluation-body.ts";
import { eventsRoutes } from "./events.ts";
import { fixtureRoutes } from "./fixture.ts";
import { repinRoutes } from "./repin.ts";
import { outageRoutes } from "./outage.ts";
import { releaseRoutes } from "./release.ts";
import { outboxRoutes } from "./outbox.ts";
import { payRoutes } from "./pay.ts";
import { staffRoutes } from "./staff.ts";
import { systemRoutes } from "./system.ts";
import { transactionRoutes } from "./transaction.ts";
import { sessionRoutes } from "./session.ts";
import { tamperRoutes } from "./tamper.ts";
import { coverageRoutes } from "./coverage.ts";
import { verifierRoutes } from "./verifier.ts";

/**
 * The only routes that a sandbox in production mounts (ALLOW_SANDBOX_IN_PRODUCTION=1): the pages of its payment driver.
 * The others sign anyone in, show codes, move the time, issue credentials or change what the server serves.
 */
const productionRoutes: ReadonlySet<string> = new Set(["pay"]);

const sandboxRoutes: Record<string, AddSandboxRoutes> = {
  outbox: outboxRoutes,
  clock: clockRoutes,
  session: sessionRoutes,
  transaction: transactionRoutes,
  repin: repinRoutes,
  events: eventsRoutes,
  verifier: verifierRoutes,
  "evaluation-body": evaluationBodyRoutes,
  staff: staffRoutes,
  system: systemRoutes,
  fixture: fixtureRoutes,
  outage: outageRoutes,
  tamper: tamperRoutes,
  release: releaseRoutes,
  coverage: coverageRoutes,
  pay: payRoutes,
};

/** The routes to mount: none outside the sandbox. */
export function listSandboxRoutes({ sandbox, production }: Pick<Settings, "sandbox" | "production">) {
  if (!sandbox) return [];
  return Object.entries(sandboxRoutes).flatMap(([name, add]) =>
    production && !productionRoutes.has(name) ? [] : [add],
  );
}
