import type { FastifyInstance } from "fastify";

const everyMs = 100;

/** While the server closes, a connection is ended as soon as its request is answered: kept alive, it would hold the end up. */
export function addDrain(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  server.addHook("preClose", async () => {
    timer = setInterval(() => server.server.closeIdleConnections(), everyMs);
  });
  server.addHook("onClose", async () => clearInterval(timer));
}
