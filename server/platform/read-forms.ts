import type { FastifyInstance } from "fastify";

/** Within this scope bodies are forms (`application/x-www-form-urlencoded`), each name with its last value: OAuth speaks so. */
export function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
  );
}
