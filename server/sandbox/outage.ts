import type { Static } from "typebox";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import type { Desk } from "./desk.ts";

/** `POST /sandbox/outage`: a port answers as a provider that is away, for a while. */
export const outageDesk: Desk = (app, { ports }) => {
  const { path, body } = sandboxCalls.outage;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { port, seconds } }) => {
    ports.outages.take(port, seconds);
    return {};
  });
};
