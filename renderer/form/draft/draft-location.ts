import { openIdsAtom, store } from "#renderer/session/slices.ts";

/** The evaluated `draft` property of a form block. A verification name that evaluates to nothing gives no location. */
export interface DraftOptions {
  verificationName: unknown;
  subType?: unknown;
  /** Why the server accepts no draft now; empty when it does. */
  reason?: string;
}
/** Location of a draft: in the browser under `key`, and on the server under `serverKey` for a transaction. */
export interface DraftLocation {
  readonly key: string;
  readonly serverKey?: ServerDraftKey;
  /** Why the server accepts no draft now. */
  readonly refusal?: string;
}
/** Identifies a draft on the server. Without `subType` it is a new submission. */
export interface ServerDraftKey {
  readonly verificationName: string;
  readonly subType?: string;
}

const toText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function toServerDraftKey(draft: DraftOptions): ServerDraftKey {
  const subType = toText(draft.subType);
  return { verificationName: toText(draft.verificationName) ?? "", ...(subType === undefined ? {} : { subType }) };
}

/** Key of the browser's copy: by transaction, verification and submission, or by form without a transaction. */
export function toDraftKey(formId: string, draft: DraftOptions | undefined): string {
  if (!draft) return `draft:form:${formId}`;
  const { verificationName, subType } = toServerDraftKey(draft);
  return `draft:${store.get(openIdsAtom).txnId ?? ""}:${verificationName}:${subType ?? "new"}`;
}
