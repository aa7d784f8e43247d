import type { FastifyInstance } from "fastify";
import type { Services } from "#server/services.ts";

/** Adds routes of the sandbox in their own Fastify scope. */
export type AddSandboxRoutes = (app: FastifyInstance, services: Services) => void | Promise<void>;
