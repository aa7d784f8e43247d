import type { FastifyInstance } from "fastify";

/** Every answer is readable, refusals too: the credentials in the call decide, and never a cookie. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "www-authenticate, retry-after",
  "cross-origin-resource-policy": "cross-origin",
};
/** A browser may cache the preflight for two hours. */
const preflightHeaders = {
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "7200",
};

/**
 * Adds CORS to this scope: pages of every origin may make these calls. Answers their preflight requests (Fetch, 3.2).
 */
export function allowAnyOrigin(scope: FastifyInstance, calls: readonly { method: string; path: string }[]): void {
  scope.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(corsHeaders);
    done();
  });
  for (const { method, path } of calls)
    scope.options(path, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...preflightHeaders, "access-control-allow-methods": method })
        .send(),
    );
}
