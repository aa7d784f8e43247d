import type { TObject, TSchema } from "typebox";
import type { OperationBasics } from "../entry.ts";

/** One operation, whole. A part of the request without a schema must be empty on the wire; each object is closed. */
export interface OperationContract extends OperationBasics {
  /** One line for the API document. */
  summary: string;
  /** May also answer 403: the transaction is somebody else's, or its form is for invited numbers. */
  gated?: true;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body may be left out altogether. */
  bodyOptional?: true;
  /** The multipart body: `file` and its text parts, where the operation takes one. */
  form?: TObject;
  /** What stands under `data` in the envelope; where there are `contentTypes`, the bytes. */
  data: TSchema;
  /** Media types of an answer that is bytes, without the envelope. */
  contentTypes?: readonly string[];
}
