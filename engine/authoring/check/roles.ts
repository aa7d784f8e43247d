import { roleOperations } from "#engine/contract/console/index.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import { below, check, type Check } from "./check.ts";
import { definitions } from "./support/places.ts";

const rolesCatalogue = definitions("roles");

/** Faults of the catalogue of roles. */
export const roleChecks: readonly Check[] = [
  check({
    code: "roles/unused-second-person",
    why: "A role that may not call the operation needs no second person for it",
    at: rolesCatalogue,
    test: ({ document: { roles } }) =>
      Object.entries(roles).flatMap(([name, { operations, secondPerson = [] }]) =>
        secondPerson.flatMap((operation, index) =>
          operations.includes(operation)
            ? []
            : [
                below(
                  `/roles/${toPointerStep(name)}/secondPerson/${index}`,
                  `The role "${name}" may not call ${operation}`,
                ),
              ],
        ),
      ),
  }),
  check({
    code: "roles/missing-operation",
    why: "What no role lists, nobody may call",
    at: rolesCatalogue,
    test: ({ document: { roles } }) => {
      const listed = new Set(Object.values(roles).flatMap(({ operations }) => operations));
      return roleOperations
        .filter((operation) => !listed.has(operation))
        .map((operation) => below("/roles", `No role lists ${operation}`));
    },
  }),
];
