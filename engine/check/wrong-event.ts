import { frameDialogs, frameOperations } from "#engine/documents/frame.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toStepTable, type Steps } from "#engine/documents/steps.ts";
import { listBlocks } from "./parts/blocks.ts";
import { meantOf } from "./parts/meant.ts";
import { listSteps } from "./parts/find-regions.ts";
import { findOnly } from "./parts/only.ts";
import { listAllSteps } from "./parts/places.ts";
import { issueAt, type Check, type DocumentSet } from "./parts/set.ts";

const moments = ["operation", "row", "dialog", "screen"] as const;

/** An event of a moment that never comes: a row, a dialog, a call that there is not; or of none, or of several at once. */
export const wrongEvent: Check = (set) => {
  const { source, document } = findOnly(set, "analytics") ?? {};
  if (!source || !document) return [];
  const known = { operation: set.once(operations), row: set.once(rows), dialog: set.once(dialogs) };
  return document.events.flatMap((event, index) => {
    const at = `/events/${index}`;
    const given = moments.filter((moment) => event[moment] !== undefined);
    if (given.length !== 1)
      return [issueAt(source, at, "wrong-event", `An event is of exactly one of ${moments.join(", ")}`)];
    if (event.outcome !== undefined && event.operation === undefined)
      return [issueAt(source, `${at}/outcome`, "wrong-event", "Only an operation has an outcome")];
    return (["operation", "row", "dialog"] as const).flatMap((moment) => {
      const name = event[moment];
      if (name === undefined || known[moment].includes(name) || set.context.leftOut?.length) return [];
      const what = moment === "operation" ? "No step calls" : `There is no ${moment}`;
      const message = `${what} "${name}"${meantOf(name, known[moment])}`;
      return [issueAt(source, `${at}/${moment}`, "wrong-event", message)];
    });
  });
};

const operations = (set: DocumentSet): string[] => [
  ...frameOperations,
  ...listAllSteps(set).flatMap(({ step }) => (typeof step["call"] === "string" ? [step["call"]] : [])),
];

/** Rows by their names in the trace: "flow/table/row", "screen/block:event/row", and below a call "…/then/row". */
const rows = (set: DocumentSet): string[] => [
  ...set
    .ofKind("flow")
    .flatMap(({ document }) =>
      Object.entries((document as DocumentOf<"flow">).tables).flatMap(([table, steps]) =>
        rowsOf(steps, `${document.id}/${table}`),
      ),
    ),
  ...set
    .ofKind("screen")
    .flatMap((screen) =>
      listBlocks(screen).flatMap(({ block }) =>
        Object.entries(block.on ?? {}).flatMap(([event, steps]) =>
          rowsOf(steps, `${screen.document.id}/${block.id}:${event}`),
        ),
      ),
    ),
];

function rowsOf(steps: Steps, place: string): string[] {
  const table = toStepTable(steps);
  const own = table.rows.length === 0 ? [] : [...table.rows.map(({ id }) => id), "otherwise"];
  const inner = listSteps(steps, "").flatMap(({ step }) =>
    (["then", "failed"] as const).flatMap((next) => {
      const following = step[next];
      return typeof following === "object" ? rowsOf(following as Steps, `${place}/${next}`) : [];
    }),
  );
  return [...own.map((row) => `${place}/${row}`), ...inner];
}

const dialogs = (set: DocumentSet): string[] => [
  ...frameDialogs,
  ...set.ofKind("screen").flatMap((screen) =>
    listBlocks(screen)
      .filter(({ block }) => block.block === "dialog")
      .map(({ block }) => block.id),
  ),
];
