import type { FastifyRequest } from "fastify";

/** Returns whether a browser asks for a page; tests ask for JSON. */
export function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  return accept.includes("text/html") && !accept.includes("application/json");
}
