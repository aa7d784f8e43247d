import type { ErrorText } from "#server/errors.ts";

/** A candidate who asks for an Aadhaar check. */
export interface EkycCandidate {
  mobile: string;
  displayName: string;
}

/** The authority's record of a number: the phone that gets the code, and the name. */
export interface EkycRecord {
  mobile: string;
  name: string;
}

/** Aadhaar e-KYC. The number is not stored. Throws `unavailable` when the authority is down. */
export interface EkycPort {
  /** The record, or the reason why the number is refused, for the candidate. */
  find(aadhaarNumber: string, candidate: EkycCandidate): Promise<EkycRecord | { refused: ErrorText }>;
}
