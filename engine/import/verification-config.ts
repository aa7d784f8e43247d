/** A verification as wallets configure it for their clients. */
export interface SaidConfig {
  name: string;
  metadata?: { label?: string; iconUrl?: string; orgSpecificName?: string };
  additionalInfo?: { name?: string; authOptions?: readonly SaidAuthOption[]; acceptMultipleSubmissions?: boolean };
  category?: { name?: string };
}

/** One way to prove it; clients draw the first. */
export interface SaidAuthOption {
  page?: { config?: readonly { inputs?: readonly SaidInput[] }[] };
  showSpecificForm?: readonly { name: string; label: string }[];
  candidateIdSchemaByInstitute?: Readonly<Record<string, { fieldName: string; format: string }>>;
  hidden?: Readonly<Record<string, boolean>>;
}

/** One input of its page. */
export interface SaidInput {
  fieldName: string;
  visibility?: boolean;
  readOnly?: { profile?: boolean | string };
  hidden?: Readonly<Record<string, boolean>>;
}
