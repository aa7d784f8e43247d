/** Something wrong in a document, said so that its author can mend it. `pointer` is a JSON Pointer into the document. */
export interface Issue {
  /** Path of the document below the schemas folder, "forms/address.json". */
  document: string;
  pointer: string;
  /** Short, stable name of the fault: "unknown-key", "dangling-reference", … */
  code: string;
  message: string;
  /** What mends it without anybody having to decide: what stands at the pointer goes, or gets another key or value. */
  fix?: Fix;
}
export type Fix = { readonly remove: true } | { readonly rename: string } | { readonly put: string };
