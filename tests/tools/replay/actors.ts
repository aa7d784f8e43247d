import { readFileSync } from "node:fs";
import path from "node:path";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { appRoot } from "#server/root.ts";

/** People outside the organisation without an account. Their browser has no session. */
const visitors: readonly string[] = ["institution", "evaluation-body"];
let systems: readonly string[] | undefined;

/** Whether an actor has no account. */
export const isVisitor = (actor: string | undefined): boolean => actor !== undefined && visitors.includes(actor);

/** Whether an actor is a verifier's system. */
export function isSystem(actor: string): boolean {
  const file = path.join(appRoot, "schemas/catalogues/verifiers.json");
  systems ??= listSystems(JSON.parse(readFileSync(file, "utf8")) as DefinitionOf<"verifiers">);
  return systems.includes(actor);
}

/** Who may act in a step beside the candidate: roles of staff, visitors, systems of verifiers. */
export const listActors = (set: DefinitionSet): string[] => [
  ...set.ofKind("roles").flatMap(({ document }) => Object.keys((document as DefinitionOf<"roles">).roles)),
  ...visitors,
  ...set.ofKind("verifiers").flatMap(({ document }) => listSystems(document as DefinitionOf<"verifiers">)),
];

const listSystems = ({ verifiers }: DefinitionOf<"verifiers">): string[] => Object.keys(verifiers);
