/**
 * Facts that a document may show, by how they are compared: digits and letters, a four-digit year, the words of a name
 * in any order, and a person's name, which documents shorten and reorder.
 */
export const documentFactKinds = ["number", "year", "name", "person"] as const;
export type DocumentFactKind = (typeof documentFactKinds)[number];
