import type { FastifyInstance } from "fastify";
import type { Handlers } from "../operations.ts";
import type { Services } from "#server/services.ts";

/** An area of the wallet API: handlers of operations, and other routes. */
export interface Area {
  handlers: Handlers;
  /** Routes outside the operation table (uploads, callbacks), in their own Fastify scope. */
  plugin?: (app: FastifyInstance, services: Services) => void | Promise<void>;
  /** Registers jobs and listeners: `services.jobs.register(…)`, `services.onIdentityVerified.push(…)`. */
  register?: (services: Services) => void;
}
