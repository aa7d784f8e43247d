import type { DocumentOf } from "#engine/documents/document-of.ts";
import { matchRoute } from "#engine/documents/match-route.ts";
import { meantOf } from "./parts/meant.ts";
import { listAllSteps } from "./parts/places.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An address that no screen has, as a tab of an article or a step that visits it names one. */
export const unknownAddress: Check = (set) => {
  const known = set.ofKind("screen").flatMap(({ document }) => pathsOf(document as DocumentOf<"screen">));
  if (set.isLeftOut("screen", "")) return [];
  const tell = (address: string) => `No screen stands at ${address}${meantOf(address, known)}`;
  const tabs = set.ofKind("articles").flatMap((source) =>
    ((source.document as DocumentOf<"articles">).tabs ?? []).flatMap(({ route }, index) => {
      if (route === undefined || known.includes(route)) return [];
      return [issueAt(source, `/tabs/${index}/route`, "unknown-address", tell(route))];
    }),
  );
  const visits = listAllSteps(set).flatMap(({ source, pointer, step }) => {
    const address = step["visit"];
    if (typeof address !== "string" || known.some((route) => isAt(address, route))) return [];
    return [issueAt(source, `${pointer}/visit`, "unknown-address", tell(address))];
  });
  return [...tabs, ...visits];
};

/** A path of this wallet that fits a route, whatever its query is. */
const isAt = (address: string, route: string): boolean =>
  address.startsWith("/") && matchRoute(route, address.split(/[?#]/)[0] ?? "") !== undefined;
