import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { resolveText, type Text } from "#engine/core/definitions/text.ts";
import type { ConfigReader } from "#server/config/reader.ts";

/**
 * The English text on the wire; `organisation` is the only root. The client translates: English is the key of every
 * locale.
 */
export function english(text: Text | undefined, organisation: unknown = {}): string {
  return resolveText(text, { roots: { organisation }, rules: {} }, (messages) => messages);
}

type ReasonGroup = Exclude<keyof DefinitionOf<"reasons">, "$schema" | "kind" | "id" | "description">;

/** A ready-made reason of an organisation in English; undefined for an unknown name. */
export function findReason(
  config: Pick<ConfigReader, "organisation">,
  orgId: string,
  group: ReasonGroup,
  name: string,
): string | undefined {
  const reasons = config.organisation(orgId)?.get("reasons", "reasons")?.[group];
  return reasons && Object.hasOwn(reasons, name) ? english(reasons[name]!.text) : undefined;
}
