import type { FastifyInstance, FastifyReply } from "fastify";
import { protocolEndpoints } from "#engine/contract/protocol-endpoints.ts";
import { notFound, WalletError } from "#server/errors.ts";
import { describeError } from "#server/platform/log.ts";
import type { Services } from "#server/services.ts";
import { toSessionCookie } from "#server/staff/cookie.ts";
import { leaveForProvider, noLeaveCookie, returnFromProvider } from "#server/staff/openid.ts";

const { staffOpenid, staffOpenidReturn } = protocolEndpoints;
/** Per network address in ten minutes. */
const addressMax = 30;
const addressSeconds = 600;

/** Sign-in of staff at the OpenID Connect provider of their organisation (code flow with PKCE). */
export function addOpenidRoutes(app: FastifyInstance, services: Services): void {
  const { staffOpenid: schema } = protocolEndpoints;
  app.get<{ Params: { orgId: string }; Querystring: { prove?: "true" } }>(
    staffOpenid.path,
    { schema: { params: schema.params, querystring: schema.query } },
    async ({ params, query, ip }, reply) => {
      await services.rateLimits.consumeForAddress("staff-openid", ip, addressMax, addressSeconds);
      const left = await leaveForProvider(services, params.orgId, query.prove === "true").catch((error: unknown) => {
        services.log.warn({ orgId: params.orgId, ...describeError(error) }, "OpenID Connect provider does not answer");
        throw new WalletError("unavailable", { cause: error });
      });
      if (!left) throw notFound("organisation");
      return redirect(reply.header("set-cookie", left.cookie), left.url.href);
    },
  );
  app.get(staffOpenidReturn.path, async (request, reply) => {
    await services.rateLimits.consumeForAddress("staff-openid", request.ip, addressMax, addressSeconds);
    const url = new URL(request.url, services.settings.publicUrl);
    const found = await returnFromProvider(services, { url, cookies: request.headers.cookie });
    if (!found || "problem" in found) {
      const query = new URLSearchParams({
        ...(found && { orgId: found.orgId }),
        problem: found?.problem ?? "provider",
      });
      return redirect(reply.header("set-cookie", noLeaveCookie), `/console/sign-in?${query}`);
    }
    void reply.header("set-cookie", [noLeaveCookie, toSessionCookie(found.token)]);
    return redirect(reply, `/console?${new URLSearchParams({ orgId: found.orgId })}`);
  });
}

const redirect = (reply: FastifyReply, to: string) =>
  reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer").redirect(to, 302);
