import { definitionKinds, type AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { commonSchemaFile } from "#engine/core/definitions/fragments.ts";
import type { Step } from "#engine/core/definitions/steps.ts";
import { findSlots, followRef, type Slot, type MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { listRuleNames, visitExpression } from "#engine/core/rules/visit-expression.ts";
import { toHash } from "./served-content.ts";

/** Facts of a single definition that the compiler needs, independent of the release. */
export interface DefinitionFacts {
  /** The definition as JSON, as browsers get it. */
  readonly text: string;
  /** The hash of `text`. */
  readonly hash: string;
  /** References to other definitions: their kind and id. */
  readonly references: readonly { readonly ref: string; readonly id: string }[];
  /** Names of the rules that its expressions use. */
  readonly rules: readonly string[];
  /** "block:form", "widget:file", "action:call", "operator:date": the code that the renderer needs for it. */
  readonly features: readonly string[];
}

/** Definitions are immutable, so each object is analysed once for all organisations and releases. */
const facts = new WeakMap<MetaSchemas, WeakMap<AnyDefinition, DefinitionFacts>>();

export function readFacts(metas: MetaSchemas, document: AnyDefinition): DefinitionFacts {
  const known = facts.get(metas) ?? new WeakMap<AnyDefinition, DefinitionFacts>();
  facts.set(metas, known);
  const found = known.get(document) ?? findFacts(metas, document);
  known.set(document, found);
  return found;
}

function findFacts(metas: MetaSchemas, document: AnyDefinition): DefinitionFacts {
  const slots = findSlots(metas, document.kind, document);
  const expressions = slots.filter(isExpression);
  const text = JSON.stringify(document);
  return {
    text,
    hash: toHash(text),
    references: slots.flatMap(({ ref, value }) => (ref === undefined ? [] : [{ ref, id: String(value) }])),
    rules: expressions.flatMap(({ value }) => listRuleNames(value)),
    features: [
      ...new Set([
        ...expressions.flatMap(({ value }) => listOperators(value)),
        ...slots.filter(isStep).flatMap(({ value }) => listActions(metas, value)),
        ...listBlocksAndWidgets(document),
      ]),
    ],
  };
}

/** A slot for an expression; a text may be one. */
const isExpression = ({ slot }: Slot): boolean => slot === "rule" || slot === "value" || slot === "text";

const isStep = ({ slot }: Slot): boolean => slot === "step";

/** The action of a step: the key for which the meta-schema has a definition. */
const listActions = (metas: MetaSchemas, step: unknown): string[] =>
  Object.keys(step as Step)
    .filter((key) => followRef(metas, { $ref: `${commonSchemaFile}#/definitions/action-${key}` })["type"] !== undefined)
    .map((key) => `action:${key}`);

const listOperators = (value: unknown): string[] =>
  [...visitExpression(value)].map(({ operator }) => `operator:${operator}`);

/** The blocks and widgets in a definition. */
function listBlocksAndWidgets(document: AnyDefinition): string[] {
  const names: string[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(collect);
    if (value === null || typeof value !== "object") return;
    const { block, widget } = value as { block?: unknown; widget?: unknown };
    if (typeof block === "string") names.push(`block:${block}`);
    if (typeof widget === "string") names.push(`widget:${widget}`);
    Object.values(value).forEach(collect);
  };
  collect(document["body"] ?? document["fields"]);
  return names;
}

const publicDefinitions = new WeakMap<AnyDefinition, AnyDefinition>();

/** The public part of a definition: without the invited people of a request and the overrides of an organisation. */
export function toPublic(document: AnyDefinition): AnyDefinition {
  if (document["invited"] === undefined && document["overrides"] === undefined) return document;
  const { invited: _invited, overrides: _overrides, ...rest } = document;
  const known = publicDefinitions.get(document) ?? rest;
  publicDefinitions.set(document, known);
  return known;
}

/** Returns whether the definition is a catalogue or an article. References name those by their id alone. */
export const isCatalogue = ({ kind }: AnyDefinition): boolean => definitionKinds[kind].folder === "catalogues";
