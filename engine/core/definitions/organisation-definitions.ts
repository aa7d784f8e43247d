import { type DefinitionOf, isKind } from "./definition-of.ts";
import { definitionKinds, type AnyDefinition } from "./kinds.ts";
import { applyOverrides } from "./merge.ts";
import { toQuestionDefinitions } from "./questions-form.ts";

/**
 * Returns the definitions of one organisation: the common ones and its own (`path` is below schemas/), with its
 * overrides applied, in its languages, plus the forms of its requests' questions.
 */
export function toOrganisationDefinitions(
  sources: readonly { readonly path: string; readonly document: AnyDefinition }[],
  { id, overrides, locales }: DefinitionOf<"organisation">,
): AnyDefinition[] {
  const seen = sources.filter(({ document, path }) => {
    if (isKind(document, "locale")) return locales?.includes(document.id) ?? true;
    return definitionKinds[document.kind].folder !== "organisations" || path.split("/")[1] === id;
  });
  const merged = applyOverrides(
    seen.map(({ document }) => document),
    overrides ?? {},
  ).documents;
  const empty = merged.find((document) => isKind(document, "messages"))?.refusals["answer-missing"];
  const requests = merged.filter((document) => isKind(document, "request"));
  return [...merged, ...requests.flatMap((request) => toQuestionDefinitions(request, empty))];
}
