/** A status list as a signed token (Token Status List, `statuslist+jwt`). `etag` changes with each signature. */
export interface SignedList {
  readonly token: string;
  readonly etag: string;
}

/** The status lists of this issuer. */
export interface StatusLists {
  /**
   * A list, counted from 0, with 1 for a withdrawn credential. Signed once per change and at least every five minutes.
   * Undefined for a list without entries.
   */
  read(list: number): Promise<SignedList | undefined>;
}
