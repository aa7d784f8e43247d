import type { DocumentOf } from "#engine/documents/document-of.ts";
import { findDateShape } from "#engine/form/date-values.ts";
import { formats } from "#engine/form/formats.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** The formats in which an answer that is a day can be kept. */
const days = Object.keys(formats).filter((name) => findDateShape(name) !== undefined);

/** A question to choose an answer of, without answers; or answers, or a format, that nobody asks for. */
export const wrongQuestion: Check = (set) =>
  set.ofKind("request").flatMap((source) =>
    ((source.document as DocumentOf<"request">).questions ?? []).flatMap(
      ({ id, type, format, options = [] }, index) => {
        const at = `/questions/${index}`;
        if (format !== undefined && type !== "date")
          return [issueAt(source, `${at}/format`, "wrong-question", `"${id}" is no date: nothing keeps it so`)];
        if (format !== undefined && !days.includes(format)) {
          const message = `No day is written as "${format}"${meantOf(format, days)}`;
          return [issueAt(source, `${at}/format`, "wrong-question", message)];
        }
        if (type === "select" && options.length === 0)
          return [issueAt(source, at, "wrong-question", `"${id}" is chosen of a list, and there is none`)];
        if (type === "select" || options.length === 0) return [];
        return [
          issueAt(source, `${at}/options`, "wrong-question", `"${id}" is not chosen of a list: nobody sees these`),
        ];
      },
    ),
  );
