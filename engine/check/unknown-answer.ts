import { canBe, describe, follow, keysOf } from "#engine/base/known.ts";
import { isOperationId } from "#engine/api/operations.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { answerOf } from "./parts/operations.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A `fill` takes from an answer what is not in it, or what its field cannot keep. */
export const unknownAnswer: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const { call = "", into = {} } = entry.fill ?? {};
      if (!isOperationId(call)) return [];
      return Object.entries(into).flatMap(([at, path]) => {
        const steps = path.split(".");
        const found = follow(answerOf(call), steps);
        const place = `${pointer}/fill/into/${toPointerStep(at)}`;
        if (!("known" in found)) {
          const step = steps[found.failed] ?? "";
          const message = `The answer of ${call} has no "${step}" there${meantOf(step, keysOf(found.at))}`;
          return [issueAt(source, place, "unknown-answer", message)];
        }
        const wanted = findSchema(form.data, at);
        if (!wanted || canBe(found.known.schema, { ...wanted })) return [];
        const message = `${path} is ${describe(found.known.schema)}, ${at} is ${describe({ ...wanted })}`;
        return [issueAt(source, place, "unknown-answer", message)];
      });
    }),
  );
