/** The candidate of a call, as stored. */
export interface Candidate {
  id: string;
  /** E.164. */
  mobile: string;
  displayName: string;
  locale: string;
  agentId: string | null;
  /** Set by identity verification only. */
  provedName: string | null;
  createdAt: Date;
}
