/** A place in a definition: its path below the schemas folder ("forms/address.json") and a JSON Pointer. */
export interface IssuePlace {
  document: string;
  pointer: string;
}

/** A fault in a definition, worded so that its author can correct it. */
export interface Issue extends IssuePlace {
  /** Stable code of the fault; it names the subject first: "form/unknown-field". */
  code: string;
  message: string;
  /** An automatic correction: remove the node at the pointer, rename its key, or replace its value. */
  fix?: Fix;
  /** Place of the text that causes the fault elsewhere; the message ends with it. */
  causedBy?: IssuePlace;
}
export type Fix = { readonly remove: true } | { readonly rename: string } | { readonly put: string };
