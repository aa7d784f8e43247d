import type { Static } from "typebox";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { signSystemToken } from "#server/console/systems/tokens.ts";
import { notFound } from "#server/errors.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

/** `POST /sandbox/system`: the access token that a verifier's system gets with its client secret, without one. */
export const systemRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.system;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async ({ body: { system } }) => {
    const { config } = services;
    const known = config.organisation(config.current().defaultOrgId)?.get("verifiers", "verifiers")?.verifiers ?? {};
    if (!Object.hasOwn(known, system)) throw notFound("case");
    return { accessToken: await signSystemToken(services, system) };
  });
};
