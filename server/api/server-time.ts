import type { FastifyInstance } from "fastify";
import type { Clock } from "#server/platform/clock.ts";

/** The header in which every answer says the server's time, in milliseconds since 1970. */
export const serverTimeHeader = "x-server-time";

/** Answers say what time it is: pages show and decide nothing by the clock of the device. */
export function addServerTime(app: FastifyInstance, clock: Pick<Clock, "told">): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    void reply.header(serverTimeHeader, Math.round(clock.told()));
    done(null, payload);
  });
}
