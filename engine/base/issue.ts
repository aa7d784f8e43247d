/** A place in a document: its path below the schemas folder, "forms/address.json", and a JSON Pointer into it. */
export interface IssuePlace {
  document: string;
  pointer: string;
}

/** Something wrong at a place of a document, said so that its author can mend it. */
export interface Issue extends IssuePlace {
  /** Short, stable name of the fault: "unknown-key", "dangling-reference", … */
  code: string;
  message: string;
  /** What mends it without anybody having to decide: what stands at the pointer goes, or gets another key or value. */
  fix?: Fix;
  /** Where the sentence is said that is wrong elsewhere; the message ends with it. */
  saidBy?: IssuePlace;
}
export type Fix = { readonly remove: true } | { readonly rename: string } | { readonly put: string };
