import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { toDeclaredSchema } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";
import { judgeValue } from "./parts/shape.ts";

/** A declared value that begins as what it may never be. */
export const wrongDefault: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const screen = source.document as DocumentOf<"screen">;
    return (["params", "query", "state", "view"] as const).flatMap((part) =>
      Object.entries(screen[part] ?? {}).flatMap(([name, declared]) => {
        if (declared.default === undefined) return [];
        const [fault] = judgeValue(set.context.metas, toDeclaredSchema(declared), declared.default);
        if (!fault) return [];
        return [issueAt(source, `/${part}/${toPointerStep(name)}/default`, "wrong-default", fault.message)];
      }),
    );
  });
