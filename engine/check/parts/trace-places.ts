import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toStepTable, type Step, type Steps } from "#engine/documents/steps.ts";
import { listBlocks } from "./blocks.ts";
import type { DocumentSet } from "./set.ts";

/** A row or a call by its name in the trace: "flow/table/row", "screen/block:event/row", "screen/root:event/row", and below a call "…/then/row". */
export interface TracePlace {
  readonly at: string;
  /** What is called there; without it, the place is a row. */
  readonly operation?: string;
}

/** Every row and every call of the documents, as the trace names them. */
export const listTracePlaces = (set: DocumentSet): readonly TracePlace[] => set.once(places);

const places = (set: DocumentSet): readonly TracePlace[] => [
  ...set
    .ofKind("flow")
    .flatMap(({ document }) =>
      Object.entries((document as DocumentOf<"flow">).tables).flatMap(([table, steps]) =>
        placesOf(steps, `${document.id}/${table}`),
      ),
    ),
  ...set
    .ofKind("screen")
    .flatMap((screen) =>
      listBlocks(screen).flatMap(({ block }) =>
        Object.entries(block.on ?? {}).flatMap(([event, steps]) =>
          placesOf(steps, `${screen.document.id}/${block.id}:${event}`),
        ),
      ),
    ),
  ...set
    .ofKind("screen")
    .flatMap(({ document }) =>
      ((document as DocumentOf<"screen">).load ?? []).flatMap(({ root, on = {} }) =>
        Object.entries(on).flatMap(([event, steps]) => placesOf(steps, `${document.id}/${root}:${event}`)),
      ),
    ),
];

function placesOf(steps: Steps, place: string): TracePlace[] {
  const { rows, otherwise } = toStepTable(steps);
  if (rows.length === 0) return otherwise.flatMap((step) => stepPlaces(step, place, place));
  return [...rows.map(({ id, do: own }) => ({ id, own })), { id: "otherwise", own: otherwise }].flatMap(
    ({ id, own }) => [{ at: `${place}/${id}` }, ...own.flatMap((step) => stepPlaces(step, `${place}/${id}`, place))],
  );
}

function stepPlaces(step: Step, at: string, place: string): TracePlace[] {
  const operation = step["call"];
  return [
    ...(typeof operation === "string" ? [{ at, operation }] : []),
    ...(["then", "failed"] as const).flatMap((next) => {
      const following = step[next];
      return typeof following === "object" ? placesOf(following as Steps, `${place}/${next}`) : [];
    }),
  ];
}
