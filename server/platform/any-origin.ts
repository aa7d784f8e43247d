import type { FastifyInstance } from "fastify";

/** Every answer may be read, refusals too: who may have it is decided by what the call carries, and never by a cookie. */
const readable = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
/** A browser need not ask again for two hours. */
const leave = { "access-control-allow-headers": "authorization, content-type", "access-control-max-age": "7200" };

/**
 * Pages of every origin may make the calls of this scope. A browser asks leave before one that carries a bearer or JSON
 * (Fetch, 3.2): it is given here.
 */
export function allowAnyOrigin(scope: FastifyInstance, calls: readonly { method: string; path: string }[]): void {
  scope.addHook("onRequest", (_request, reply, done) => {
    void reply.headers(readable);
    done();
  });
  for (const { method, path } of calls)
    scope.options(path, async (_request, reply) =>
      reply
        .code(204)
        .headers({ ...leave, "access-control-allow-methods": method })
        .send(),
    );
}
