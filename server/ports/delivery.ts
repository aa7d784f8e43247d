import type { Readable } from "node:stream";
import type { DeliveryKind } from "#server/platform/store/tables/deliveries.ts";

/** A file of a bundle. */
export interface BundleFile {
  /** Unique in its bundle, and safe as a file name. */
  name: string;
  contentType: string;
  sizeBytes: number;
  /** SHA-256 in hex. */
  sha256: string;
  /** An https address that gives the bytes for an hour, without a session. */
  url: string;
  open(): Promise<Readable>;
}

/** A mail with the link to the page that has the files, and apart from it the code that opens it. */
export type Letters = Record<"link" | "code", { subject: string; text: string }>;

/** Everything that an evaluation partner gets in one go. */
export interface Bundle {
  /** The same for every attempt, so that a receiver can take it once. */
  id: string;
  kind: DeliveryKind;
  /** From 1; higher when staff send it again. */
  round: number;
  /** The evaluation partner. */
  provider: string;
  /** What the receiver needs to file it. */
  about: {
    txnId: string;
    orgId: string;
    formId: string;
    holder: string;
    /** Reference numbers of the candidate at the partner, by name. */
    references: Readonly<Record<string, string>>;
  };
  files: readonly BundleFile[];
  /** For a delivery by mail: the same letters for every attempt of a round. */
  writeLetters(): Promise<Letters>;
}

/** The receiver's acknowledgement. */
export interface Receipt {
  /** The receiver's own reference. */
  reference: string;
}

/**
 * Sends bundles to evaluation partners. Returns the receipt, or undefined when the receiver accepted the bundle and
 * acknowledges it later. Throws when it was not accepted: it is sent again, with the same id.
 */
export interface DeliveryPort {
  send(bundle: Bundle): Promise<Receipt | undefined>;
}
