import { sql } from "drizzle-orm";
import type { Static } from "typebox";
import type { Tokens } from "#engine/core/scope/shapes/profile.ts";
import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { recordVerifiedIdentity } from "#server/accounts/identity/prove-identity.ts";
import { newId } from "#server/platform/ids.ts";
import { parseMobile } from "#server/accounts/profile/mobile.ts";
import type { Services } from "#server/services.ts";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact } from "#server/platform/store/database.ts";
import type { AddSandboxRoutes } from "./sandbox-routes.ts";

const defaultName = "Sandbox Candidate";

export interface SandboxCandidate {
  /** E.164. */
  mobile: string;
  name?: string;
  /** Verifies the identity under that name. */
  identity?: boolean;
  agentId?: string;
}

/** `POST /sandbox/session`: signs a candidate in without a code. */
export const sessionRoutes: AddSandboxRoutes = (app, services) => {
  const { path, body } = sandboxEndpoints.session;
  app.post<{ Body: Static<typeof body> }>(path, { schema: { body } }, async (request) => {
    const mobile = parseMobile(request.body.mobile).e164;
    const { tokens } = await signInCandidate({ ...request.body, mobile }, services);
    return { ...tokens, mobile };
  });
};

/** Creates or finds a verified candidate and opens a session, for the route and for seeds. */
export async function signInCandidate(
  candidate: SandboxCandidate,
  services: Services,
): Promise<{ candidateId: string; tokens: Tokens }> {
  return transact(services.db, async (tx) => {
    await setTransitionCause(tx, "sandbox");
    const { rows } = await tx.execute<{ id: string; display_name: string; proved_name: string | null }>(sql`
      insert into candidates (id, mobile, display_name, agent_id, verified_at, created_at)
      values (${newId()}, ${candidate.mobile}, ${candidate.name ?? defaultName}, ${candidate.agentId ?? null}, app_now(), app_now())
      on conflict (mobile) do update set verified_at = coalesce(candidates.verified_at, excluded.verified_at),
        display_name = coalesce(${candidate.name ?? null}::text, candidates.display_name), agent_id = coalesce(excluded.agent_id, candidates.agent_id)
      returning id, display_name, proved_name`);
    const { id, display_name: name, proved_name: provedName } = rows[0]!;
    if (candidate.identity && provedName === null) {
      const numberHash = services.secrets.hmac("document-number", `sandbox ${id}`);
      await recordVerifiedIdentity(
        tx,
        id,
        { type: "aadhaar", subType: "aadhaar", name, maskedNumber: "XXXX XXXX 0000", numberHash },
        services,
      );
    }
    return { candidateId: id, tokens: await services.sessions.open(tx, id) };
  });
}
