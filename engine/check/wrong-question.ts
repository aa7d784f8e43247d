import type { DocumentOf } from "#engine/documents/document-of.ts";
import { formats, isFormat } from "#engine/form/formats.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A question to choose an answer of, without answers; or answers to a question that is not chosen of. */
export const wrongQuestion: Check = (set) =>
  set.ofKind("request").flatMap((source) =>
    ((source.document as DocumentOf<"request">).questions ?? []).flatMap(
      ({ id, type, format, options = [] }, index) => {
        const at = `/questions/${index}`;
        if (format !== undefined && !isFormat(format)) {
          const message = `There is no format "${format}"${meantOf(format, Object.keys(formats))}`;
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
