/** The evaluation body's own directory of candidates. Throws `unavailable` when it is down. */
export interface DirectoryPort {
  /** The registered mailbox of a reference number; undefined for an unknown number. */
  findMailbox(orgId: string, fieldName: string, value: string): Promise<string | undefined>;
}
