import type { FastifyRequest } from "fastify";
import { WalletError } from "#server/errors.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import type { Services } from "#server/services.ts";

/** The bearer of a request. Throws `signedOut` (401) when there is none. */
export function readBearer(request: FastifyRequest): string {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? "");
  if (!match) throw new WalletError("signedOut");
  return match[1]!;
}

/** The session of the bearer, as its row has it or had it seconds ago: whatever ends it is told to every server. Throws 401 (101, 138). */
export async function authenticate(
  request: FastifyRequest,
  services: Services,
): Promise<{ id: string; candidate: Candidate }> {
  return services.sessions.find(readBearer(request));
}
