import type { FastifyRequest } from "fastify";
import { WalletError } from "../errors.ts";
import type { Services } from "../services.ts";

/** The person behind a call, as stored. */
export interface Candidate {
  id: string;
  /** E.164. */
  mobile: string;
  displayName: string;
  locale: string;
  agentId: string | null;
  /** Set by identity verification alone (D-64). */
  provedName: string | null;
  createdAt: Date;
}

/** The bearer of a request. Throws `signedOut` (401) when there is none. */
export function readBearer(request: FastifyRequest): string {
  const match = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? "");
  if (!match) throw new WalletError("signedOut");
  return match[1]!;
}

/** The session of the bearer, checked against its row, so that logout holds at once. Throws 401 (101, 138). */
export async function authenticate(request: FastifyRequest, services: Services): Promise<{ id: string; candidate: Candidate }> {
  return services.sessions.find(readBearer(request));
}
