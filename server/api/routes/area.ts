import type { FastifyInstance } from "fastify";
import type { Handlers } from "../operations.ts";
import type { Services } from "#server/services.ts";

/** One area of the wallet API: handlers of the operation table, and what lies outside it. */
export interface Area {
  handlers: Handlers;
  /** Routes outside the operation table (uploads, callbacks), in a Fastify scope of their own. */
  plugin?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  /** Jobs and listeners of the area: `services.jobs.register(…)`, `services.onIdentityVerified.push(…)`. */
  prepare?: (services: Services) => void;
}
