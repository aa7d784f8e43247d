import { openIdsAtom, store } from "#renderer/session/slices.ts";

/** What a document says of a draft's place, evaluated: a value that reads nothing is no place. */
export interface DraftValues {
  verificationName: unknown;
  subType?: unknown;
  /** Why the server takes no draft now; blank when it does. */
  reason?: string;
}
/** Where a draft is kept: in the browser under `key`, and on the server too where it belongs to a transaction. */
export interface DraftHome {
  readonly key: string;
  readonly of?: DraftPlace;
  /** Why the server takes none now. */
  readonly refused?: string;
}
/** Where the server keeps the draft of a submission; without `subType` it is a new one. */
export interface DraftPlace {
  readonly verificationName: string;
  readonly subType?: string;
}

const toText = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export function toDraftPlace(draft: DraftValues): DraftPlace {
  const subType = toText(draft.subType);
  return { verificationName: toText(draft.verificationName) ?? "", ...(subType === undefined ? {} : { subType }) };
}

/** Names the browser's copy: by transaction, verification and submission, or by form where there is no transaction. */
export function toDraftKey(formId: string, draft: DraftValues | undefined): string {
  if (!draft) return `draft:form:${formId}`;
  const { verificationName, subType } = toDraftPlace(draft);
  return `draft:${store.get(openIdsAtom).txnId ?? ""}:${verificationName}:${subType ?? "new"}`;
}
