import type { ReadyEvent } from "#engine/contract/verifier-api.ts";

/** Tells the system of a verifier about submissions. */
export interface VerifierPort {
  /** `id` is the same for every attempt. Throws when the system has not accepted the event. */
  send(id: string, event: ReadyEvent): Promise<void>;
}

/** Finds the driver of a system by its name; undefined when no setting has its address. */
export type FindVerifier = (system: string) => VerifierPort | undefined;
