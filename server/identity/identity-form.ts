import type { Candidate } from "../authenticate.ts";
import type { Services } from "../services.ts";

/**
 * Checks what was typed against the form of an identity verification, as the default organisation has it;
 * → what is submitted. Throws `invalid` (106) with fields below /data, `notFound` when no such verification is configured.
 */
export async function checkIdentityForm(type: string, data: Record<string, unknown>, candidate: Candidate, services: Services): Promise<Record<string, unknown>> {
  void type; void candidate; void services;
  return data;
}
