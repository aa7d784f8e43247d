import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { Fixture } from "../replay/contracts.ts";
import type { Seen } from "../replay/play.ts";

type Touches = (document: SourceDocument, fixture: Fixture, seen: readonly Seen[]) => boolean;

const traced = (seen: readonly Seen[], begins: string) =>
  seen.some(({ observation }) => observation.trace.some((line) => line.split(" ")[0]!.startsWith(begins)));

/** Whether a playing came by a document of a kind; what is not named here, every playing comes by. */
const byKind: Readonly<Record<string, Touches>> = {
  screen: ({ document }, _fixture, seen) => seen.some(({ observation }) => observation.screen === document.id),
  flow: ({ document }, _fixture, seen) => traced(seen, `${document.id}/`),
  locale: ({ document }, fixture) => fixture.locale === document.id,
  organisation: ({ document }, { organisation }) => organisation === document.id,
  request: ({ path, document }, { organisation, form }) => form === document.id && path.split("/")[1] === organisation,
};

/** Whether a fixture's playing has to do with a document. */
export const touches = (fixture: Fixture, seen: readonly Seen[], source: SourceDocument): boolean =>
  byKind[source.document.kind]?.(source, fixture, seen) ?? true;
