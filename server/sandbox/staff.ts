import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { toSessionCookie } from "#server/staff/cookie.ts";
import { openSandboxSession } from "#server/staff/sandbox-staff.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/** `POST /sandbox/staff`: what a press on the console's sandbox sign-in does, for scripts. */
export const staffRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.staff;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async (request, reply) => {
    const { role, orgId = services.config.current().defaultOrgId } = request.body;
    const { token, ...person } = await openSandboxSession(services, { role, orgId });
    void reply.header("set-cookie", toSessionCookie(token));
    return person;
  });
};
