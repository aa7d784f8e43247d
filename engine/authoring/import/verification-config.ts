/** A verification config in the format of other wallets. */
export interface ForeignConfig {
  name: string;
  metadata?: { label?: string; iconUrl?: string; orgSpecificName?: string };
  additionalInfo?: { name?: string; authOptions?: readonly ForeignAuthOption[]; acceptMultipleSubmissions?: boolean };
  category?: { name?: string };
}

/** One way to verify; clients use the first one. */
export interface ForeignAuthOption {
  page?: { config?: readonly ForeignPage[] };
  showSpecificForm?: readonly { name: string; label: string }[];
  candidateIdSchemaByInstitute?: Readonly<Record<string, { fieldName: string; format: string }>>;
  /** By client flow: true for the whole option, or the names of its hidden inputs. */
  hidden?: Readonly<Record<string, boolean | readonly string[]>>;
}

/** One page of inputs. */
export interface ForeignPage {
  inputs?: readonly ForeignInput[];
}

/** One input of the page. */
export interface ForeignInput {
  fieldName: string;
  visibility?: boolean;
  readOnly?: { profile?: boolean | string };
  hidden?: Readonly<Record<string, boolean>>;
}
