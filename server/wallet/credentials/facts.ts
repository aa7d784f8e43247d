import type { Translate } from "#engine/core/definitions/text.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import {
  listSearchedValues,
  toCredentialFacts,
  type Attributes,
  type CredentialFact,
  type FactReader,
  type FactWords,
} from "#engine/core/form/credential-facts.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import { findForm } from "../submissions/form-validation.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";

/** The definitions and the language that facts are read with. */
export interface FactContext {
  definitions: TransactionDefinitions;
  verification: VerificationDefinition | undefined;
  translate: Translate;
  /** The language of numbers. */
  locale?: string;
  /** The words for values that are no text. */
  words?: FactWords;
  /** The label of an attribute without one. Signing needs no labels. */
  unnamed?: string;
}

/** A context for people who read the facts. */
export const toReadableContext = (
  definitions: TransactionDefinitions,
  verification: VerificationDefinition | undefined,
  { language, translate, format }: MessageTexts,
): FactContext => ({
  definitions,
  verification,
  translate,
  locale: language,
  words: {
    yes: format("parts", "yes"),
    no: format("parts", "no"),
    ongoing: format("parts", "still-ongoing"),
    drawn: format("parts", "signature-drawn"),
  },
  unnamed: format("parts", "credential-unnamed-fact"),
});

/** Every attribute as a fact; choices by name. */
export async function toFacts(db: Queryable, attributes: Attributes, context: FactContext): Promise<CredentialFact[]> {
  const reader = toReader(context);
  const names = await findAnyNames(db, listSearchedValues(reader, attributes));
  return toCredentialFacts({ ...reader, findChoiceName: (value) => names.get(value) }, attributes);
}

/** What labels are read with; choices only where the definitions list them. */
export function toReader({
  definitions,
  verification,
  translate,
  locale = "en",
  words,
  unnamed = "",
}: FactContext): FactReader {
  return {
    model: findForm(definitions, verification)?.model,
    credential: verification?.credential,
    translate,
    locale,
    ...(words && { words }),
    unnamed,
    findOptions: (id) => definitions.options(id),
    findChoiceName: () => undefined,
  };
}
