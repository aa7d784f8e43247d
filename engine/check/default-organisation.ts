import { issueAt, type Check } from "./parts/set.ts";

/** Exactly one organisation is the default variant. */
export const defaultOrganisation: Check = (set) => {
  const organisations = set.ofKind("organisation");
  const [, second] = organisations.filter(({ document }) => document["default"] === true);
  if (second) return [issueAt(second, "/default", "default-organisation", "There is a default organisation already")];
  const none = !organisations.some(({ document }) => document["default"] === true);
  const [first] = organisations;
  if (!none || !first || set.context.leftOut?.length) return [];
  return [issueAt(first, "", "default-organisation", 'No organisation is the default; one says "default": true')];
};
