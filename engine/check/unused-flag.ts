import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isRead } from "./parts/readings.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** A switch of an organisation that nothing asks. */
export const unusedFlag: Check = (set) =>
  set.ofKind("organisation").flatMap((source) =>
    Object.keys((source.document as DocumentOf<"organisation">).flags ?? {})
      .filter((flag) => !isRead(set, `organisation.flags.${flag}`))
      .map((flag) => idleAt(source, `/flags/${toPointerStep(flag)}`, "unused-flag", `Nothing asks the flag "${flag}"`)),
  );
