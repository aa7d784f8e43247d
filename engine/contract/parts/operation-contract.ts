import type { TObject, TSchema } from "typebox";
import type { OperationBasics } from "../operation-entry.ts";

/** The contract of one operation. A request part without a schema must be empty; every object is closed. */
export interface OperationContract extends OperationBasics {
  /** One line for the OpenAPI document and for editors. */
  summary: string;
  /** May also answer 403: another candidate's transaction, a form for invited numbers, a sign-in without passkey. */
  gated?: true;
  /** The person proves again who they are, when the last proof in the session is old: failure 122. */
  needsFreshProof?: true;
  /** Every member of staff may call it, with any role. Other operations of staff have `orgId` in their path. */
  ofSelf?: true;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  /** The body is optional. */
  bodyOptional?: true;
  /** The multipart body: `file` and its text parts. */
  form?: TObject;
  /** The `data` of the envelope; bytes where `contentTypes` is set. */
  data: TSchema;
  /** Media types of an answer of bytes, without the envelope. */
  contentTypes?: readonly string[];
}
