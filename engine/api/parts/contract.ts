import type { TObject, TSchema } from "typebox";

/** The schemas of one operation; a missing part must be empty on the wire. Each object is closed. */
export interface Contract {
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be left out altogether. */
  bodyOptional?: true;
  /** The multipart body: `file` and its text parts, where the operation takes one. */
  form?: TObject;
  /** What stands under `data` in the envelope; for a raw operation, the bytes. */
  data: TSchema;
  /** Media types of a raw answer. */
  contentTypes?: readonly string[];
}
