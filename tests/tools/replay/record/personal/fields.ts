import { Ajv, type ValidateFunction } from "ajv";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";
import { findDataSchema } from "#engine/core/form/data-schema.ts";
import { formats } from "#engine/core/form/formats.ts";

/** A field of a form by label, in any form. */
export interface KnownField {
  /** HTML's autofill name; empty without one. */
  readonly autofill: string;
  /** Part of an address, which a browser fills as a whole. */
  readonly isAddress: boolean;
  /** A definition masks the value. */
  readonly isSensitive: boolean;
  /** Accepts free text. */
  readonly isFree: boolean;
  readonly allows: (value: string) => boolean;
}

/** A field of a form definition, or a group of fields. */
interface Entry {
  readonly at?: string;
  readonly label?: unknown;
  readonly widget?: string;
  readonly autoComplete?: string;
  readonly sensitive?: boolean;
  readonly fields?: readonly Entry[];
}
const ajv = new Ajv({ strict: false, formats: { ...formats } });
const addressWord = /^(street-address|address-|postal-code)/;

/** Fields of all forms, by label in any language and by the last key of their value. */
export class KnownFields {
  readonly #byName = new Map<string, KnownField[]>();
  /** Labels with placeholders. */
  readonly #patterns: { readonly pattern: RegExp; readonly field: KnownField }[] = [];

  constructor(set: DefinitionSet) {
    const locales = set.ofKind("locale").map(({ document }) => (document as DefinitionOf<"locale">).texts);
    for (const { document } of set.ofKind("form")) {
      const { data, fields } = document as unknown as { data: DataSchema; fields: readonly Entry[] };
      const entries = flatten(fields);
      const isAddress = entries.some(({ autoComplete = "" }) => addressWord.test(autoComplete));
      for (const entry of entries) {
        if (entry.at === undefined) continue;
        const field = toField(entry, isAddress, findDataSchema(data, entry.at));
        this.#add(entry.at.split("/").at(-1) ?? "", field);
        for (const label of toLabels(entry.label, locales)) this.#add(label, field);
      }
    }
  }

  /** Fields with a label as shown ('Landmark (Optional)') or with a data key. */
  find(name: string): readonly KnownField[] {
    const bare = name.replace(/\s*\([^)]*\)$/, "");
    const exact = this.#byName.get(bare) ?? this.#byName.get(name);
    return exact ?? this.#patterns.flatMap(({ pattern, field }) => (pattern.test(bare) ? [field] : []));
  }

  #add(label: string, field: KnownField): void {
    if (/\{\w+\}/.test(label)) {
      const source = label.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      this.#patterns.push({ pattern: new RegExp(`^${source.join(".+")}$`), field });
    } else this.#byName.set(label, [...(this.#byName.get(label) ?? []), field]);
  }
}

const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.fields ?? [])]);

function toField(
  { autoComplete = "", sensitive = false, widget }: Entry,
  isAddress: boolean,
  schema?: DataSchema,
): KnownField {
  let check: ValidateFunction | undefined;
  const allows = (value: string) => {
    check ??= ajv.compile(JSON.parse(JSON.stringify(schema ?? {})) as object);
    return check(value);
  };
  return { autofill: autoComplete, isAddress, isSensitive: sensitive, isFree: widget === "text", allows };
}

/** A label in every language, with its placeholders. */
function toLabels(label: unknown, locales: readonly Readonly<Record<string, unknown>>[]): string[] {
  const english = typeof label === "string" ? label : (label as { text?: unknown } | undefined)?.text;
  if (typeof english !== "string") return [];
  const translations = locales.map((texts) => texts[english]).filter((one): one is string => typeof one === "string");
  return [english, ...translations.filter((one) => one !== "")];
}
