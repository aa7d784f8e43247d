import type { FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";

/** Adds routes of the sandbox in a Fastify scope of its own. */
export type Desk = (app: FastifyInstance, services: Services) => void | Promise<void>;
