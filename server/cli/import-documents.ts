import type { FieldDefinition } from "#engine/import/field-definition.ts";
import { fromFields } from "#engine/import/from-fields.ts";
import { fromJsonSchema } from "#engine/import/from-json-schema.ts";
import type { JsonSchema } from "#engine/import/json-schema.ts";
import { fromVerification, type KnownLooks } from "#engine/import/from-verification.ts";
import { toId, type Imported, type LeftOver } from "#engine/import/left-over.ts";
import { toFields } from "#engine/import/to-fields.ts";
import { toVerification } from "#engine/import/to-verification.ts";
import type { SaidConfig } from "#engine/import/verification-config.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";

/** What an import is given: the parsed file, what stands beside it, and the documents that are there. */
export interface ImportOrder {
  /** The name of the file, without its ending: what a form is called. */
  readonly name: string;
  readonly content: unknown;
  /** `--fields` of a verification, `--ui` of a schema. */
  readonly beside?: unknown;
  readonly known: KnownLooks;
}
type Find = <K extends "form" | "options" | "verification">(kind: K, id: string) => DocumentOf<K> | undefined;

interface DocumentImport {
  /** How it is called, behind its name. */
  readonly usage: string;
  /** The option that names a second file. */
  readonly beside?: string;
  /** Throws what is wrong with the content. */
  read(order: ImportOrder): Imported<object>;
  /** The other way; undefined where a document of that id is not there. */
  write?(id: string, find: Find): { content: unknown; left: readonly LeftOver[] } | undefined;
}

const toDefinitions = (content: unknown): FieldDefinition[] => {
  const list = Array.isArray(content) ? content : (content as { fields?: unknown } | null)?.fields;
  if (!Array.isArray(list) || list.some((one) => typeof (one as FieldDefinition | null)?.fieldName !== "string"))
    throw new Error("The file holds a list of field definitions, each with its fieldName.");
  return list as FieldDefinition[];
};

const toConfigs = (content: unknown): SaidConfig[] => {
  const list = Array.isArray(content) ? content : [content];
  if (list.some((one) => typeof (one as SaidConfig | null)?.name !== "string"))
    throw new Error("The file holds a verification config, or a list of them, each with its name.");
  return list as SaidConfig[];
};

/** What becomes documents. One more: an entry. */
export const documentImports: Readonly<Record<string, DocumentImport>> = {
  fields: {
    usage: "FILE, or --back FORM",
    read: ({ name, content, known }) => fromFields(toId(name), toDefinitions(content), known),
    write: (id, find) => {
      const form = find("form", id);
      if (!form) return undefined;
      const { definitions, left } = toFields(form, (list) => find("options", list));
      return { content: definitions, left };
    },
  },
  verification: {
    usage: "FILE [--fields FILE], or --back VERIFICATION",
    beside: "fields",
    read: ({ content, beside, known }) => {
      const definitions = beside === undefined ? [] : toDefinitions(beside);
      const made = toConfigs(content).map((config) => fromVerification(config, known, definitions));
      return { documents: made.flatMap(({ documents }) => documents), left: made.flatMap(({ left }) => left) };
    },
    write: (id, find) => {
      const document = find("verification", id);
      if (!document) return undefined;
      const { config, left } = toVerification(document, (form) => find("form", form));
      return { content: config, left };
    },
  },
  schema: {
    usage: "FILE [--ui FILE]",
    beside: "ui",
    read: ({ name, content, beside }) => {
      if (typeof content !== "object" || content === null) throw new Error("The file holds a JSON Schema.");
      return fromJsonSchema(toId(name), content as JsonSchema, (beside ?? {}) as JsonSchema);
    },
  },
};

/** The names in a set of documents, and the pictures that the meta-schemas know. */
export function toKnown(documents: readonly AnyDocument[], icons: readonly string[]): KnownLooks {
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
