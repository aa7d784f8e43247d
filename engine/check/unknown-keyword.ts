import { toPointerStep } from "#engine/base/json-pointer.ts";
import { listForms } from "./parts/entries.ts";
import { keywords } from "./parts/keywords.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A message for a fault that there is not: it would never be said. */
export const unknownKeyword: Check = (set) =>
  listForms(set).flatMap(({ source, form }) =>
    Object.entries(form.messages ?? {}).flatMap(([at, messages]) =>
      Object.keys(messages)
        .filter((keyword) => !keywords.includes(keyword))
        .map((keyword) => {
          const message = `No value breaks "${keyword}"${meantOf(keyword, keywords)}`;
          const pointer = `/messages/${toPointerStep(at)}/${toPointerStep(keyword)}`;
          return issueAt(source, pointer, "unknown-keyword", message);
        }),
    ),
  );
