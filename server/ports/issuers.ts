/** Published data of other issuers: their keys and status lists. */
export interface IssuersPort {
  /**
   * The text at an https address. Throws when it cannot be read, because nothing is known about the credential then.
   */
  read(address: string): Promise<string>;
}
