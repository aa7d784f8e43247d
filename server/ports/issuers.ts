/** What other issuers publish of themselves: their keys, and what they have withdrawn. */
export interface IssuersPort {
  /** The text at an https address. Throws where it cannot be read: nothing is known of them then. */
  read(address: string): Promise<string>;
}
