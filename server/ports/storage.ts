import type { Readable } from "node:stream";

/** What is stored: where its bytes lie on this machine's disk, how many they are and their SHA-256 in hex. */
export interface FileToStore {
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface StoredBytes {
  sizeBytes: number;
  /** Fails when it breaks off; it never ends early. */
  bytes: Readable;
}

/** Where files of candidates lie, under ids of our own making. Throws `unavailable` while it is away, full or too slow. */
export interface StoragePort {
  /** Takes the bytes of a file on the disk, which stays: when it answers they outlive a power cut. The same ones again change nothing. */
  put(id: string, file: FileToStore): Promise<void>;
  /** In bytes; undefined when there is none. */
  findSize(id: string): Promise<number | undefined>;
  open(id: string): Promise<StoredBytes | undefined>;
  /** Removes what may be gone already. */
  remove(id: string): Promise<void>;
  /** All that lies there, page by page. */
  list(): AsyncIterable<readonly { id: string; storedAt: Date }[]>;
}
