/*
 * What the sandbox adds under /sandbox, mounted with SANDBOX=1 alone (D-69). One more: its file beside this one and a line here.
 */
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { clockDesk } from "./clock.ts";
import { eventsDesk } from "./events.ts";
import { fixtureDesk } from "./fixture.ts";
import { outboxDesk } from "./outbox.ts";
import { payDesk } from "./pay.ts";
import { sessionDesk } from "./session.ts";
import { verifierDesk } from "./verifier.ts";

/** Adds routes of the sandbox in a Fastify scope of its own. */
export type Desk = (app: FastifyInstance, services: Services) => void | Promise<void>;

export const desks: Record<string, Desk> = {
  outbox: outboxDesk,
  clock: clockDesk,
  session: sessionDesk,
  events: eventsDesk,
  verifier: verifierDesk,
  fixture: fixtureDesk,
  pay: payDesk,
};
