import type { RequestContext } from "#engine/api/request.ts";

/** An answer of which a wallet may leave out whatever it does not know. */
export type Said<T> = T extends readonly (infer Item)[]
  ? readonly Said<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Said<T[Key]> | null }
    : T;

/** What is known beside an answer: what it was asked for, and when (ISO 8601). */
export interface Asked {
  readonly of: RequestContext & Readonly<Record<string, unknown>>;
  readonly now: string;
}

/** The moment that is told, else a later one that is known: something that is there was there by then. */
export const toMoment = (...moments: readonly (string | null | undefined)[]): string => moments.find(Boolean) ?? "";

/** What was asked for by this name, as text; empty without it. */
export const toAskedFor = ({ of }: Asked, name: string): string => String(of[name] ?? "");

/** An organisation as lists show it, from either of its names. */
export const toOrg = (
  org: Said<{ displayName: string; name: string; imageUrl: string }> | null | undefined,
): { displayName: string; imageUrl: string } => ({
  displayName: org?.displayName ?? org?.name ?? "",
  imageUrl: org?.imageUrl ?? "",
});
