/** What other issuers publish of themselves: their keys, and what they have withdrawn. */
export interface IssuersPort {
  /** The text at an https address. Throws WalletError 120 where it does not answer, 106 where no server may ask there. */
  read(address: string): Promise<string>;
}
