import type { Profile } from "./profile.ts";

type Details = Profile["verificationDetailList"];

/** Wallet APIs that have not moved on still say `profession`; everything that reads an answer knows the newer name alone. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ["profession", "employment"],
  ["Profession", "Employment"],
]);
const toCurrentName = (name: string): string => formerNames.get(name) ?? name;

/** An answer of any wallet API, read: types and categories have today's names, wherever they stand in it. Throws for what is no JSON. */
export function readCurrentNames(text: string): unknown {
  const hasFormer = [...formerNames.keys()].some((name) => text.includes(`"${name}"`));
  return JSON.parse(text, hasFormer ? toCurrent : undefined);
}

function toCurrent(key: string, value: unknown): unknown {
  if (key === "type" && typeof value === "string") return toCurrentName(value);
  const name = key === "category" ? (value as { name?: unknown } | null)?.name : undefined;
  return typeof name === "string" ? { ...(value as object), name: toCurrentName(name) } : value;
}

/**
 * A profile as any wallet API answers it, with former names of categories and types replaced by today's. Where an API uses
 * both names of a category, its proofs stand in one list. A profile that names no proofs stays as it is.
 */
export function toCurrentProfile<P extends { verificationDetailList?: Details }>(profile: P): P {
  if (!profile.verificationDetailList) return profile;
  const byCategory = new Map<string, Details[string]["verificationList"]>();
  for (const [name, { verificationList }] of Object.entries(profile.verificationDetailList)) {
    const renamed = verificationList.map((detail) => ({ ...detail, type: toCurrentName(detail.type) }));
    byCategory.set(toCurrentName(name), [...(byCategory.get(toCurrentName(name)) ?? []), ...renamed]);
  }
  const verificationDetailList: Details = Object.fromEntries(
    [...byCategory].map(([name, verificationList]) => [name, { verificationList }]),
  );
  return { ...profile, verificationDetailList };
}
