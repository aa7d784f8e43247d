import type { Readable } from "node:stream";

/** A file to store: its path on the local disk, its size and its SHA-256 in hex. */
export interface FileToStore {
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface StoredBytes {
  sizeBytes: number;
  /** Emits an error when it breaks off; never ends early. */
  bytes: Readable;
}

/** Storage for candidates' files, under ids of our own. Throws `unavailable` while it is down, full or too slow. */
export interface StoragePort {
  /**
   * Stores a copy of a local file; the file stays. When it returns, the bytes survive a power cut. Storing the same
   * bytes again changes nothing.
   */
  put(id: string, file: FileToStore): Promise<void>;
  /** Size in bytes; undefined for an unknown id. */
  findSize(id: string): Promise<number | undefined>;
  open(id: string): Promise<StoredBytes | undefined>;
  /** Does nothing for an unknown id. */
  remove(id: string): Promise<void>;
  /** All stored files, page by page. */
  list(): AsyncIterable<readonly { id: string; storedAt: Date }[]>;
}
