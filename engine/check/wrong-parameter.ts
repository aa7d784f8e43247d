import type { JsonSchema } from "#engine/base/known.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findMisfits } from "./parts/fit.ts";
import { listNavigations } from "./parts/navigations.ts";
import { toDeclaredSchema, toNamed } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** An address or a state is given another kind of value than the screen declares. */
export const wrongParameter: Check = (set) =>
  listNavigations(set).flatMap(({ source, pointer, step, target }) =>
    (["params", "query", "state"] as const).flatMap((part) =>
      Object.entries((step[part] ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
        const declared = target[part]?.[name];
        const kept = declared ? toDeclaredSchema(declared) : part === "params" ? { type: "string" } : undefined;
        const wanted = kept && toNamed(name, kept);
        if (!wanted) return [];
        const at = `${pointer}/${part}/${toPointerStep(name)}`;
        return findMisfits(set, part === "state" ? wanted : asText(wanted), source, at, value).map((misfit) =>
          issueAt(source, misfit.pointer, "wrong-parameter", `"${name}" of the screen ${target.id}: ${misfit.message}`),
        );
      }),
    ),
  );

/** An empty one of an address is as good as none. */
const asText = (wanted: JsonSchema): JsonSchema => (wanted["enum"] ? { anyOf: [wanted, { const: "" }] } : wanted);
