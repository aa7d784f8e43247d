import { documentKinds, type AnyDocument } from "#engine/documents/kinds.ts";
import { commonSchemaFile } from "#engine/documents/fragments.ts";
import type { Step } from "#engine/documents/steps.ts";
import { findSlots, followRef, type Found, type MetaSchemas } from "#engine/documents/walk.ts";
import { readRules, visitExpression } from "#engine/rules/visit.ts";
import { toHash } from "./served-content.ts";

/** What compiling asks of a document alone, whatever else a release holds. */
export interface DocumentFacts {
  /** It as a browser sees it. */
  readonly text: string;
  /** Of that text. */
  readonly hash: string;
  /** Documents that it names: the kind of the reference, and an id. */
  readonly references: readonly { readonly ref: string; readonly id: string }[];
  /** Rules that its expressions ask. */
  readonly rules: readonly string[];
  /** "block:form", "widget:file", "action:call", "operator:date": what the renderer must know to draw it and to do what it says. */
  readonly words: readonly string[];
}

/** Documents never change: what is the same object is read and written once, for all organisations and releases that hold it. */
const facts = new WeakMap<MetaSchemas, WeakMap<AnyDocument, DocumentFacts>>();

export function readFacts(metas: MetaSchemas, document: AnyDocument): DocumentFacts {
  const known = facts.get(metas) ?? new WeakMap<AnyDocument, DocumentFacts>();
  facts.set(metas, known);
  const found = known.get(document) ?? findFacts(metas, document);
  known.set(document, found);
  return found;
}

function findFacts(metas: MetaSchemas, document: AnyDocument): DocumentFacts {
  const slots = findSlots(metas, document.kind, document);
  const expressions = slots.filter(isExpression);
  const text = JSON.stringify(document);
  return {
    text,
    hash: toHash(text),
    references: slots.flatMap(({ ref, value }) => (ref === undefined ? [] : [{ ref, id: String(value) }])),
    rules: expressions.flatMap(({ value }) => readRules(value)),
    words: [
      ...new Set([
        ...expressions.flatMap(({ value }) => toOperators(value)),
        ...slots.filter(isStep).flatMap(({ value }) => toActions(metas, value)),
        ...toParts(document),
      ]),
    ],
  };
}

/** A place that holds an expression; a text may be one. */
const isExpression = ({ slot }: Found): boolean => slot === "rule" || slot === "value" || slot === "text";

const isStep = ({ slot }: Found): boolean => slot === "step";

/** The action of a step: the key that the meta-schema has a definition for. */
const toActions = (metas: MetaSchemas, step: unknown): string[] =>
  Object.keys(step as Step)
    .filter((key) => followRef(metas, { $ref: `${commonSchemaFile}#/definitions/action-${key}` })["type"] !== undefined)
    .map((key) => `action:${key}`);

const toOperators = (value: unknown): string[] =>
  [...visitExpression(value)].map(({ operator }) => `operator:${operator}`);

/** The blocks and widgets that stand in it. */
function toParts(document: AnyDocument): string[] {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(collect);
    if (value === null || typeof value !== "object") return;
    const { block, widget } = value as { block?: unknown; widget?: unknown };
    if (typeof block === "string") words.push(`block:${block}`);
    if (typeof widget === "string") words.push(`widget:${widget}`);
    Object.values(value).forEach(collect);
  };
  collect(document["body"] ?? document["fields"]);
  return words;
}

const shown = new WeakMap<AnyDocument, AnyDocument>();

/** What a browser may see of a document: who is invited to a request stays here, and so do an organisation's patches. */
export function toPublic(document: AnyDocument): AnyDocument {
  if (document["invited"] === undefined && document["overrides"] === undefined) return document;
  const { invited: _invited, overrides: _overrides, ...rest } = document;
  const known = shown.get(document) ?? rest;
  shown.set(document, known);
  return known;
}

/** Whether a reference may lead to this document. A catalogue or article is named by its id alone. */
export const isCatalogue = ({ kind }: AnyDocument): boolean => documentKinds[kind].folder === "catalogues";
