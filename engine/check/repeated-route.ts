import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two screens at one address that nothing tells apart. */
export const repeatedRoute: Check = (set) => {
  const taken = new Map<string, string>();
  return set.ofKind("screen").flatMap((source) => {
    const { id, route, when, access } = source.document as DocumentOf<"screen">;
    if (when !== undefined) return [];
    return [route].flat().flatMap((path) => {
      const other = taken.get(`${path} ${access}`);
      taken.set(`${path} ${access}`, id);
      if (other === undefined) return [];
      const message = `${path} is the route of ${other} already; one of the two needs a "when"`;
      return [issueAt(source, "/route", "repeated-route", message)];
    });
  });
};
