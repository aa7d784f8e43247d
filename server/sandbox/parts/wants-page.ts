import type { FastifyRequest } from "fastify";

/** A browser asks for a page, a test for JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  return accept.includes("text/html") && !accept.includes("application/json");
}
