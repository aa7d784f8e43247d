/**
 * What a paper may be expected to show, by how it is compared: digits (and letters among them), a year of four digits, the
 * words of a name in any order, and a person's name, which papers shorten and turn round.
 */
export const paperFactKinds = ["number", "year", "name", "person"] as const;
export type PaperFactKind = (typeof paperFactKinds)[number];
