import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/** `POST /sandbox/outage`: makes a port unavailable for some seconds. */
export const outageRoutes: AddSandboxRoutes = (app, { ports }) => {
  const { path, body } = sandboxEndpoints.outage;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { port, seconds } }) => {
    ports.outages.start(port, seconds);
    return {};
  });
};
