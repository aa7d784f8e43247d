/** The evaluation body's own directory of candidates. Throws `unavailable` when it is away. */
export interface DirectoryPort {
  /** The mailbox that the organisation holds for a reference number; undefined when it knows none. */
  findMailbox(orgId: string, fieldName: string, value: string): Promise<string | undefined>;
}
