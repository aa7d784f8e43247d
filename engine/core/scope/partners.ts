import { partnersSchema } from "#engine/core/definitions/catalogues.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";

/** Evaluation bodies to choose from after single sign-on. */
export const contract = () => partnersSchema.properties.partners;

/** Builds the root `partners`; empty without the catalogue. */
export const toPartners = (catalogue: DefinitionOf<"partners"> | undefined): DefinitionOf<"partners">["partners"] =>
  catalogue?.partners ?? [];
