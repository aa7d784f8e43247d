import type { Profile } from "./shapes/profile.ts";

type Details = Profile["verificationDetailList"];

/** Some wallet APIs still use `profession`. All code reads the current name. */
const formerNames: ReadonlyMap<string, string> = new Map([
  ["profession", "employment"],
  ["Profession", "Employment"],
]);
const toCurrentName = (name: string): string => formerNames.get(name) ?? name;

/** Parses an answer of any wallet API and replaces former names of types and categories. Throws for invalid JSON. */
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
 * Replaces former names of categories and types in a profile. Proofs under both names of a category join one list. A
 * profile without proofs stays unchanged.
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
