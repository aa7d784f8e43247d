import type { Issue } from "#engine/base/issue.ts";
import { getAt } from "#engine/base/json-pointer.ts";
import { isMap } from "#engine/rules/expression.ts";
import { listSlots } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two rows of one table with the same name or the same condition: the later one is never reached. */
export const repeatedRow: Check = (set) => {
  const seen = new Set<string>();
  return listSlots(set, "rule").flatMap(({ source, pointer, value }): Issue[] => {
    const [, row, table] = /^((.*)\/rows\/\d+)\/when$/.exec(pointer) ?? [];
    if (row === undefined || table === undefined) return [];
    const holder = getAt(source.document, row);
    const id = isMap(holder) ? holder["id"] : undefined;
    const place = `${source.path}${table}`;
    const [name, condition] = [`${place} ${String(id)}`, `${place} ${JSON.stringify(value)}`];
    const key = id !== undefined && seen.has(name) ? "id" : seen.has(condition) ? "when" : undefined;
    seen.add(name).add(condition);
    if (key === undefined) return [];
    const message =
      key === "id" ? `This table has a row "${String(id)}" already` : "A row above holds whenever this one does";
    return [issueAt(source, `${row}/${key}`, "repeated-row", message)];
  });
};
