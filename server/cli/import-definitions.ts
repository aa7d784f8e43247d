import type { FieldDefinition } from "#engine/authoring/import/field-definition.ts";
import { fromFields } from "#engine/authoring/import/from-fields.ts";
import { fromFormJs } from "#engine/authoring/import/from-form-js.ts";
import { fromFormio } from "#engine/authoring/import/from-formio.ts";
import { fromJsonForms, isJsonFormsUi } from "#engine/authoring/import/from-json-forms.ts";
import { fromJsonSchema } from "#engine/authoring/import/from-json-schema.ts";
import type { JsonSchema } from "#engine/authoring/import/json-schema.ts";
import { fromSurvey } from "#engine/authoring/import/from-survey.ts";
import { fromVerification, type KnownVerificationNames } from "#engine/authoring/import/from-verification.ts";
import { toId, type Imported, type Unmapped } from "#engine/authoring/import/unmapped.ts";
import { toFields } from "#engine/authoring/import/to-fields.ts";
import { toJsonSchema } from "#engine/authoring/import/to-json-schema.ts";
import { toVerification } from "#engine/authoring/import/to-verification.ts";
import type { ForeignConfig } from "#engine/authoring/import/verification-config.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";

/** An import: the parsed file, an optional second file, and the names of the existing definitions. */
export interface ImportRequest {
  /** The file name without its extension, which becomes the id of a form. */
  readonly name: string;
  readonly content: unknown;
  /** `--fields` of a verification, `--ui` of a schema. */
  readonly secondFile?: unknown;
  readonly existingNames: KnownVerificationNames;
}
type Find = <K extends "form" | "options" | "verification">(kind: K, id: string) => DefinitionOf<K> | undefined;

interface DefinitionImport {
  /** The arguments after the name of the import. */
  readonly usage: string;
  /** The option for a second file. */
  readonly secondOption?: string;
  /** Throws an error about the content. */
  read(request: ImportRequest): Imported<object>;
  /** The opposite direction; undefined for an unknown id. */
  write?(id: string, find: Find): { content: unknown; unmapped: readonly Unmapped[] } | undefined;
}

const toDefinitions = (content: unknown): FieldDefinition[] => {
  const list = Array.isArray(content) ? content : (content as { fields?: unknown } | null)?.fields;
  if (!Array.isArray(list) || list.some((one) => typeof (one as FieldDefinition | null)?.fieldName !== "string"))
    throw new Error("The file holds a list of field definitions, each with its fieldName.");
  return list as FieldDefinition[];
};

const toConfigs = (content: unknown): ForeignConfig[] => {
  const list = Array.isArray(content) ? content : [content];
  if (list.some((one) => typeof (one as ForeignConfig | null)?.name !== "string"))
    throw new Error("The file holds a verification config, or a list of them, each with its name.");
  return list as ForeignConfig[];
};

function toObject(content: unknown): object {
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw new Error("The file holds one form, as a JSON object.");
  return content;
}

/** Imports that make definitions. One more: an entry. */
export const definitionImports: Readonly<Record<string, DefinitionImport>> = {
  fields: {
    usage: "FILE, or --back FORM",
    read: ({ name, content, existingNames }) => fromFields(toId(name), toDefinitions(content), existingNames),
    write: (id, find) => {
      const form = find("form", id);
      if (!form) return undefined;
      const { definitions, unmapped } = toFields(form, (list) => find("options", list));
      return { content: definitions, unmapped };
    },
  },
  verification: {
    usage: "FILE [--fields FILE], or --back VERIFICATION",
    secondOption: "fields",
    read: ({ content, secondFile, existingNames }) => {
      const definitions = secondFile === undefined ? [] : toDefinitions(secondFile);
      const imports = toConfigs(content).map((config) => fromVerification(config, existingNames, definitions));
      return {
        documents: imports.flatMap(({ documents }) => documents),
        unmapped: imports.flatMap(({ unmapped }) => unmapped),
      };
    },
    write: (id, find) => {
      const document = find("verification", id);
      if (!document) return undefined;
      const { config, unmapped } = toVerification(document, (form) => find("form", form));
      return { content: config, unmapped };
    },
  },
  schema: {
    usage: "FILE [--ui FILE], or --back FORM",
    secondOption: "ui",
    read: ({ name, content, secondFile }) => {
      const [schema, ui] = [toObject(content) as JsonSchema, (secondFile ?? {}) as JsonSchema];
      return isJsonFormsUi(ui) ? fromJsonForms(toId(name), schema, ui) : fromJsonSchema(toId(name), schema, ui);
    },
    write: (id, find) => {
      const form = find("form", id);
      if (!form) return undefined;
      const { unmapped, ...content } = toJsonSchema(form, (list) => find("options", list));
      return { content, unmapped };
    },
  },
  survey: { usage: "FILE", read: ({ name, content }) => fromSurvey(toId(name), toObject(content)) },
  "form-js": { usage: "FILE", read: ({ name, content }) => fromFormJs(toId(name), toObject(content)) },
  formio: { usage: "FILE", read: ({ name, content }) => fromFormio(toId(name), toObject(content)) },
};

/** The names in a set of definitions, and the icons of the meta-schemas. */
export function toExistingNames(documents: readonly AnyDefinition[], icons: readonly string[]): KnownVerificationNames {
  const ofKind = (kind: string) => documents.filter((document) => document.kind === kind);
  const keys = (kind: string, key: string) =>
    ofKind(kind).flatMap((document) => Object.keys((document as unknown as Record<string, object>)[key] ?? {}));
  return {
    options: new Set(ofKind("options").map(({ id }) => id)),
    rules: new Set(keys("rules", "rules")),
    categories: new Set(keys("categories", "categories")),
    icons: new Set(icons),
  };
}
