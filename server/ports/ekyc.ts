import type { Said } from "#server/errors.ts";

/** A candidate who asks for an Aadhaar check. */
export interface EkycCandidate {
  mobile: string;
  displayName: string;
}

/** What the authority holds under a number: the phone that gets the code, and the name. */
export interface EkycRecord {
  mobile: string;
  name: string;
}

/** Aadhaar eKYC. The number goes in and is kept nowhere. Throws `unavailable` when the authority is away. */
export interface EkycPort {
  /** The record, or why the number is not taken, for the candidate to read. */
  find(aadhaarNumber: string, candidate: EkycCandidate): Promise<EkycRecord | { refused: Said }>;
}
