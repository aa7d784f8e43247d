/** A verification config in the format of other wallets. */
export interface ForeignConfig {
  name: string;
  metadata?: { label?: string; iconUrl?: string; orgSpecificName?: string };
  additionalInfo?: { name?: string; authOptions?: readonly ForeignAuthOption[]; acceptMultipleSubmissions?: boolean };
  category?: { name?: string };
}

/** One way to verify; clients use the first one. */
export interface ForeignAuthOption {
  page?: { config?: readonly { inputs?: readonly ForeignInput[] }[] };
  showSpecificForm?: readonly { name: string; label: string }[];
  candidateIdSchemaByInstitute?: Readonly<Record<string, { fieldName: string; format: string }>>;
  hidden?: Readonly<Record<string, boolean>>;
}

/** One input of the page. */
export interface ForeignInput {
  fieldName: string;
  visibility?: boolean;
  readOnly?: { profile?: boolean | string };
  hidden?: Readonly<Record<string, boolean>>;
}
