import { getAt, toPointerStep } from "#engine/core/base/json-pointer.ts";
import { oncePerObject } from "#engine/core/base/once.ts";
import { type KindName, toDefinitionKey } from "#engine/core/definitions/kinds.ts";
import type { OverrideFault } from "#engine/core/definitions/merge.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { check, type Check, type Finding } from "./check.ts";
import type { DefinitionSet, SourceDefinition } from "./support/definition-set.ts";
import type { ShapeCode } from "./support/definition-shape.ts";
import { listReferenceTargets } from "./support/names.ts";
import { listReferenceKinds, listReferences, listSlots } from "./support/places.ts";
import { didYouMean } from "./support/suggestion.ts";

/** Faults in the head and the shape of a document. Only definitions without them are checked further. */
export const shapeCodes: Readonly<Record<ShapeCode, string>> = {
  "definition/not-an-object": "A definition is a JSON object",
  "definition/too-deep": "Nothing reads a definition as deep as this",
  "definition/unknown-kind": "The kind decides how a definition is read",
  "definition/wrong-folder": "The folder shows the kind of a definition",
  "definition/wrong-id": "Other definitions name this one by its id, and people find it by its file name",
  "definition/unknown-key": "Nothing reads the key, so what it states has no effect",
  "definition/missing-key": "The definition cannot be used without this key",
  "definition/unknown-word": "Nothing has this name, so the definition cannot be used",
  "definition/wrong-type": "The value cannot be used here",
  "definition/invalid-value": "The value cannot be used here",
};

/** Faults of overrides, found while they are applied. */
export const overrideCodes: Readonly<Record<OverrideFault["code"], string>> = {
  "override/unknown-definition": "The override changes nothing, because its definition does not exist",
  "override/unknown-target": "The override changes nothing, because its place does not exist",
  "override/no-effect": "The override changes nothing, because the definition is the same without it",
  "override/changed-id": "Other definitions would no longer find the definition",
};

/** Kinds of names whose plural is no noun for one of them. */
const nouns: Readonly<Record<string, string>> = { options: "list of options" };

/** Kinds of definitions for which `npm run new` writes a first version. */
const startedByCommand: ReadonlySet<string> = new Set(["form", "verification", "screen", "flow", "options"]);

const references = (set: DefinitionSet) =>
  [...listReferenceKinds(set)].flatMap((kind) => {
    const names = listReferenceTargets(set, kind);
    return names ? listReferences(set, kind).map((place) => ({ ...place, kind, names })) : [];
  });

/** The path of the first definition with each key. Requests of different organisations may have the same id. */
const firstPaths = (set: DefinitionSet): ReadonlyMap<string, string> =>
  new Map([...set.sources].reverse().map((source) => [documentKey(source), source.path]));
const documentKey = ({ path, document: { kind, id } }: SourceDefinition): string =>
  kind === "request" ? path : toDefinitionKey(kind, id);

/** The allowed beginnings of an address in a document. The content security policy of the page refuses all others. */
const allowedUrls = [/^data:image\//, /^\/(?!\/)/];

/** Kinds of definitions that have an effect only where a reference names them, with the references that do. */
const namedKinds: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  form: ["form"],
  options: ["options"],
  verification: ["verification"],
  articles: ["article", "catalogue"],
  report: ["report"],
};
const isNamed = (set: DefinitionSet, { document: { kind, id } }: SourceDefinition): boolean =>
  (namedKinds[kind] ?? []).some((reference) => listReferences(set, reference).some(({ value }) => value === id));

const placed = (source: SourceDefinition) => ({ source, pointer: "" });

export const definitionChecks: readonly Check[] = [
  check({
    code: "definition/unknown-reference",
    why: "The named definition or entry does not exist, so the page or the server would fail there",
    at: references,
    test: ({ kind, names, value }, set) => {
      const name = String(value);
      if (names.has(name) || set.isUnreadable(kind, name)) return undefined;
      const start = startedByCommand.has(kind) ? `; npm run new -- ${kind} ${name} creates it` : "";
      return `There is no ${nouns[kind] ?? kind} "${name}"${didYouMean(name, names) || start}`;
    },
  }),
  check({
    code: "definition/duplicate-id",
    why: "Only one of the definitions would be used",
    at: (set) => set.sources.map((source) => ({ source, pointer: "/id" })),
    test: ({ source }, set) => {
      const first = set.once(firstPaths).get(documentKey(source));
      if (first === source.path || first === undefined) return undefined;
      return `${first} is already the ${source.document.kind} "${source.document.id}"`;
    },
  }),
  check({
    code: "definition/url-not-allowed",
    why: "The page refuses to load addresses of other hosts",
    at: (set) => listSlots(set, "url"),
    test: ({ value }) => {
      const url = String(value);
      if (allowedUrls.some((pattern) => pattern.test(url))) return undefined;
      const shown = url.length > 60 ? `${url.slice(0, 57)}…` : url;
      return `"${shown}" is not an address that a page may load: write a path of this server, or an image as data`;
    },
  }),
  check({
    code: "definition/unknown-file",
    why: "The server has no such file, so the page shows a broken picture or no video",
    allowable: true,
    at: (set) => listSlots(set, "url"),
    test: ({ value }, set) => {
      const url = String(value);
      const { files } = set.context;
      if (!files || !allowedUrls[1]!.test(url) || files.has(url.split(/[?#]/)[0] ?? "")) return undefined;
      return `There is no file "${url}"${didYouMean(url, files)}`;
    },
  }),
  check({
    code: "definition/duplicate-entry",
    why: "The same step, condition or name twice in one list has no further effect",
    allowable: true,
    at: (set) => set.sources.map(placed),
    test: ({ source }) => duplicatesIn(source.document),
  }),
];

/** Definitions and parts of definitions that nothing uses. */
export const unusedDefinitionChecks: readonly Check[] = [
  check({
    code: "definition/never-shown",
    why: "A field, section or block whose condition is false is never there, for any organisation",
    allowable: true,
    unused: true,
    at: (set) => listSlots(set, "rule"),
    test: ({ source, pointer, value }) => {
      if (value !== false || !pointer.endsWith("/when")) return undefined;
      const holder = getAt(source.document, pointer.slice(0, -"/when".length));
      if (!isMap(holder) || "do" in holder || "value" in holder) return undefined;
      return "This is never shown: remove it, or hide it with an override for one organisation";
    },
  }),
  check({
    code: "definition/unused",
    why: "No definition names this one, so it has no effect",
    allowable: true,
    unused: true,
    at: (set) => (Object.keys(namedKinds) as KindName[]).flatMap((kind) => set.ofKind(kind)).map(placed),
    test: ({ source }, set) =>
      isNamed(set, source) ? undefined : `Nothing names the ${source.document.kind} ${source.document.id}`,
  }),
];

// The result depends on the definition alone, so a definition that no override changes is searched once.
const duplicatesIn = oncePerObject((document: object): readonly Finding[] => {
  const findings: Finding[] = [];
  addDuplicates(document, "", findings);
  return findings;
});

/** Keys that name an entry of a list. Other checks report entries with the same name. */
const nameKeys = ["id", "at", "use", "section", "page", "note", "verification", "value", "of"];
const hasName = (value: unknown): boolean => isMap(value) && nameKeys.some((name) => Object.hasOwn(value, name));

function addDuplicates(value: unknown, pointer: string, findings: Finding[]): void {
  if (Array.isArray(value)) {
    const seen = new Map<string, number>();
    for (const [index, one] of (value as unknown[]).entries()) {
      const text = value.length < 2 || hasName(one) ? undefined : JSON.stringify(one);
      const first = text === undefined ? undefined : seen.get(text);
      if (first !== undefined) {
        const message = `${pointer}/${first} is already the same, word for word`;
        findings.push({ below: `${pointer}/${index}`, message });
      } else if (text !== undefined) seen.set(text, index);
      addDuplicates(one, `${pointer}/${index}`, findings);
    }
  } else if (isMap(value)) {
    for (const [key, child] of Object.entries(value))
      if (typeof child === "object" && !key.startsWith("x-"))
        addDuplicates(child, `${pointer}/${toPointerStep(key)}`, findings);
  }
}
