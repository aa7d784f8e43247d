import type { DocumentOf } from "#engine/documents/document-of.ts";
import { meantOf } from "./parts/meant.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check, type SourceDocument } from "./parts/set.ts";

/** A flow without a beginning, or a call that goes on in a table that its flow does not have. */
export const missingTable: Check = (set) => {
  const beginnings = set
    .ofKind("flow")
    .filter((source) => !tablesOf(source).includes("start"))
    .map((source) =>
      issueAt(
        source,
        "/tables",
        "missing-table",
        `A flow begins in its table "start"${meantOf("start", tablesOf(source))}`,
      ),
    );
  const nexts = listAllSteps(set).flatMap(({ source, pointer, step }) =>
    (["then", "failed"] as const).flatMap((key) => {
      const table = step[key];
      if (typeof table !== "string" || tablesOf(source).includes(table)) return [];
      const what = source.document.kind === "flow" ? "This flow" : "Only a flow has tables: this screen";
      const message = `${what} has no table "${table}"${meantOf(table, tablesOf(source))}`;
      return [issueAt(source, `${pointer}/${key}`, "missing-table", message)];
    }),
  );
  return [...beginnings, ...nexts];
};

const tablesOf = ({ document }: SourceDocument): string[] =>
  document.kind === "flow" ? Object.keys((document as DocumentOf<"flow">).tables) : [];
