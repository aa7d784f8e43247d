import { searchEntries, seedEntries, type ListName } from "#server/reference/lists/entries.ts";
import type { Handlers, RequestContext } from "../operations.ts";
import { toPageRange } from "../paging.ts";
import type { Area } from "./area.ts";

interface SearchQuery {
  seed?: string;
  count?: string;
  order?: string;
  search?: string;
}

function searchIn(list: ListName) {
  return ({ query }: { query: SearchQuery }, { services }: RequestContext) =>
    searchEntries(services.db, list, { ...toPageRange(query), search: query.search, descending: query.order === "-1" });
}

const handlers = {
  "institutes.search": searchIn("institutes"),
  "boards.search": searchIn("boards"),
} satisfies Handlers;

/** Search of institutes and boards. */
export const listsArea = { handlers, plugin: async (_app, services) => seedEntries(services.db) } satisfies Area;
