/** Something wrong in a document, said so that its author can mend it. `pointer` is a JSON Pointer into the document. */
export interface Issue {
  /** Path of the document below the schemas folder, "forms/address.json". */
  document: string;
  pointer: string;
  /** Short, stable name of the fault: "unknown-key", "dangling-reference", … */
  code: string;
  message: string;
}
