import { pickFacts } from "#renderer/blocks/parts/certificate-facts.ts";
import { filterItems, sortItems, type Item } from "#renderer/blocks/parts/items.ts";
import type { Steps } from "#engine/core/definitions/steps.ts";
import type { ResolvedProps } from "#engine/core/definitions/props.ts";
import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/core/rules/evaluate.ts";
import { fillPlaceholders } from "#engine/core/definitions/text.ts";
import { formatRelative } from "#engine/core/definitions/relative-time.ts";
import { readServerTime } from "#renderer/session/server-clock.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import {
  readText,
  toButtonNode,
  toTargetNodes,
  toAppearanceNodes,
  toRegionNode,
  toTextNodes,
  type AccessibleNode,
  type Describe,
  type DescribeScope,
} from "./nodes.ts";

type Definition = Record<string, unknown>;
const isRuleTrue = (rule: unknown, scope: Scope): boolean => rule !== undefined && isTrue(rule as Rule, scope);
const evaluateMap = (map: unknown, scope: Scope): Record<string, unknown> | undefined =>
  map === undefined
    ? undefined
    : Object.fromEntries(Object.entries(map as Definition).map(([key, expr]) => [key, evaluate(expr as Expr, scope)]));
const join = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(" ");

/** A tile is a button. Its name contains all its texts in reading order. */
function toTile(tile: Definition, scope: BlockScope, press: () => Promise<void>): AccessibleNode {
  const read = (key: string) => readText(scope, tile[key]);
  return toButtonNode(join(read("label"), read("status"), read("note"), read("priceBefore"), read("price")), press, {
    disabled: isRuleTrue(tile["disabled"], scope.scope),
    reason: read("reason"),
  });
}

export const describeTile: Describe = (document, { scope, raise }) => [toTile(document, scope, () => raise("press"))];

interface TileGroup {
  heading: unknown;
  note?: unknown;
  items: Item[];
}
export const describeTiles: Describe = (document, screen) => {
  const { scope } = screen;
  const groups = (evaluate(document["of"] as Expr, scope.scope) ?? []) as TileGroup[];
  return groups.flatMap((group) => {
    const heading = readText(scope, group.heading);
    return toRegionNode(heading, [
      { role: "heading", name: heading },
      ...toTextNodes(readText(scope, group.note)),
      ...group.items.flatMap((item) => describeTileItem(item, document["item"] as Definition, screen)),
    ]);
  });
};

function describeTileItem(item: Item, itemDefinition: Definition, { scope, raise }: DescribeScope): AccessibleNode[] {
  const itemScope = scope.with({ item });
  const tile = toTile(itemDefinition, itemScope, () => raise("press", { item }));
  const reason = readText(itemScope, itemDefinition["skipReason"]);
  const more: AccessibleNode[] = [];
  if (isRuleTrue(itemDefinition["canSkip"], itemScope.scope))
    more.push(
      toButtonNode(readText(itemScope, itemDefinition["skip"]), () => raise("skip", { item }), {
        disabled: tile.disabled === true,
        reason,
      }),
    );
  if (isRuleTrue(itemDefinition["canUndo"], itemScope.scope))
    more.push(toButtonNode(readText(itemScope, itemDefinition["undo"]), () => raise("undo", { item }), { reason }));
  return [tile, ...more];
}

/** The described properties of a row, in reading order. */
const rowProps = {
  title: "text",
  "name?": "text",
  "badge?": "text",
  "text?": "text",
  "lines?": { list: { id: "string", text: "text", "when?": "rule" } },
  "time?": { value: { type: "string" } },
  "timeText?": { placeholders: ["ago"] },
  "chip?": "text",
  "amountBefore?": "text",
  "amount?": "text",
  "facts?": { list: { id: "string", label: "text", "text?": "text", "copy?": "text", "when?": "rule" } },
  "pressable?": "rule",
  "documents?": { value: { type: "array" } },
  "steps?": { list: { id: "string", label: "text", "time?": "text", "when?": "rule" } },
  "actions?": { list: { id: "string", label: "text", "when?": "rule", "reason?": "text" } },
} as const;
type Row = ResolvedProps<typeof rowProps>;

export const describeList: Describe = (document, screen) => {
  const { scope } = screen;
  const items = sortItems(
    filterItems(evaluate(document["of"] as Expr, scope.scope), evaluateMap(document["where"], scope.scope)),
    document["newestFirst"] as string | undefined,
  );
  const empty = document["empty"] as { title?: unknown; text?: unknown } | undefined;
  const more = readText(scope, document["more"]);
  if (items.length === 0 && !empty && !more) return [];
  const heading = readText(scope, document["heading"] ?? document["title"]);
  return toRegionNode(readText(scope, document["region"]), [
    ...(heading ? [{ role: "heading", name: heading }] : []),
    ...(items.length === 0
      ? [...toTextNodes(readText(scope, empty?.title)), ...toTextNodes(readText(scope, empty?.text))]
      : []),
    ...items.flatMap((item) => describeRow(item, document["item"] as Definition, document.on?.["press"], screen)),
    ...(more && document.on?.["more"] ? [toButtonNode(more, () => screen.raise("more"))] : []),
  ]);
};

function describeRow(
  item: Item,
  definition: Definition,
  steps: Steps | undefined,
  { scope, raise }: DescribeScope,
): AccessibleNode[] {
  const itemScope = scope.with({ item });
  const row = resolveProps(rowProps, definition, itemScope) as Row;
  const press = definition["pressable"] === undefined || row.pressable ? steps : undefined;
  const details = toDetails(row, itemScope);
  const fullText = join(
    row.title ?? "",
    row.badge ?? "",
    row.text ?? "",
    ...details,
    row.chip,
    row.amountBefore,
    row.amount,
  );
  const href = itemScope.toHref(press);
  const main: AccessibleNode = press
    ? {
        ...toButtonNode(row.name || fullText, () => raise("press", { item }), {
          role: href === undefined ? "button" : "link",
        }),
        ...(row.name && row.lines?.length && { hint: join(...details) }),
      }
    : { role: "text", name: fullText };
  const documents = (row.documents ?? []) as { label: string; fileName: string }[];
  return [
    main,
    // A row with its own name hides its other texts from assistive technology.
    ...(press && row.name ? [{ role: "appearance", name: `text ${fullText}` }] : []),
    ...toTargetNodes(href),
    ...toAppearanceNodes(itemScope, definition),
    ...(row.steps ?? []).map(({ label, time }): AccessibleNode => ({ role: "text", name: join(label, time) })),
    ...(row.facts ?? []).flatMap(({ label, text, copy }): AccessibleNode[] => [
      { role: "text", name: `${label}: ${text}` },
      ...(copy && text ? [toButtonNode(copy, () => undefined)] : []),
    ]),
    ...documents.map(({ label, fileName }) => describeDocument(scope, fileName, label)),
    ...(row.actions ?? []).map(({ id, label, reason }) =>
      toButtonNode(label, () => raise(id, { item }), { reason: reason ?? "" }),
    ),
  ];
}

/** The lines below a row's title, and its relative time. */
function toDetails({ lines = [], time, timeText }: Row, { config }: BlockScope): string[] {
  const ago = typeof time === "string" ? formatRelative(time, readServerTime().toISOString(), config.uiText) : "";
  return [...lines.map(({ text }) => text), ...(ago ? [timeText ? fillPlaceholders(timeText, { ago }) : ago] : [])];
}

/** An uploaded document: a link that opens it. */
export const describeDocument = (scope: BlockScope, fileName: string, label: string): AccessibleNode => ({
  ...toButtonNode(scope.uiText("file.view", { name: fileName }), () => undefined, { role: "link" }),
  ...(label && { hint: label }),
});

/** Past, current and future steps. */
export const describeTimeline: Describe = (document, { scope, raise }) => {
  const of = evaluate(document["of"] as Expr, scope.scope);
  const steps = (Array.isArray(of) ? of : []) as { title: unknown }[];
  if (steps.length === 0) return [];
  const title = readText(scope, document["title"]);
  const itemDefinition = document["item"] as Definition;
  return toRegionNode(readText(scope, document["region"]) || title, [
    ...(title ? [{ role: "heading", name: title }] : []),
    ...steps.flatMap((item) => {
      const itemScope = scope.with({ item });
      const link = readText(itemScope, itemDefinition["link"]);
      return [
        ...toTextNodes(readText(scope, item.title)),
        ...toTextNodes(readText(itemScope, itemDefinition["time"])),
        ...toTextNodes(readText(itemScope, itemDefinition["text"])),
        ...(link ? [toButtonNode(link, () => raise("press", { item }), { role: "link" })] : []),
      ];
    }),
  ]);
};

const cardProps = {
  title: "text",
  "from?": "text",
  "proves?": "text",
  "institution?": "text",
  "holder?": "text",
  "holderLabel?": "text",
  "chip?": "text",
  facts: { value: { type: "array" } },
  rows: { list: { id: "string", label: "text", "text?": "text", "when?": "rule" } },
  "open?": "text",
  "actions?": { list: { id: "string", label: "text", "when?": "rule", "reason?": "text" } },
} as const;

/** Credentials as cards. */
export const describeCertificate: Describe = (document, { scope, raise }) => {
  const items = filterItems(evaluate(document["of"] as Expr, scope.scope), evaluateMap(document["where"], scope.scope));
  const heading = readText(scope, document["heading"]);
  const empty = document["empty"] as { title?: unknown; text?: unknown } | undefined;
  return [
    ...(heading ? [{ role: "heading", name: heading }] : []),
    ...(items.length === 0
      ? [...toTextNodes(readText(scope, empty?.title)), ...toTextNodes(readText(scope, empty?.text))]
      : []),
    ...items.flatMap((item) => {
      const itemScope = scope.with({ item });
      const card = resolveProps(cardProps, document["item"] as Definition, itemScope) as ResolvedProps<
        typeof cardProps
      >;
      const shown = [
        ...pickFacts(card.facts, card, document["full"] === true),
        ...card.rows.map(({ label, text }) => ({ label, value: text ?? "" })),
      ];
      const href = card.open ? itemScope.toHref(document.on?.["open"]) : undefined;
      return [
        ...toTextNodes(card.from ?? ""),
        { role: "heading", name: card.title },
        ...toAppearanceNodes(itemScope, document["item"] as Definition),
        ...[card.chip, card.proves, card.institution].flatMap((text) => toTextNodes(text ?? "")),
        ...[card.holderLabel, card.holder].flatMap((text) => toTextNodes((card.holder && text) || "")),
        ...shown.flatMap(({ label, value }): AccessibleNode[] => [
          { role: "term", name: label },
          { role: "definition", name: value },
        ]),
        ...(href && card.open
          ? [
              { ...toButtonNode(card.open, () => raise("open", { item }), { role: "link" }), hint: card.title },
              ...toTargetNodes(href),
            ]
          : []),
        ...(card.actions ?? []).map(({ id, label, reason }) => ({
          ...toButtonNode(label, () => raise(id, { item }), { reason: reason ?? "" }),
          ...(!reason && { hint: card.title }),
        })),
      ];
    }),
  ];
};

/** The next step. */
export const describeNextStep: Describe = (document, { scope, raise }) => {
  const of = evaluate(document["of"] as Expr, scope.scope);
  const [item] = filterItems(of, evaluateMap(document["where"], scope.scope));
  const nothing = readText(scope, document["nothing"]);
  if (!item) return filterItems(of, undefined).length > 0 ? toTextNodes(nothing) : [];
  const itemScope = scope.with({ item });
  const row = document["item"] as Definition;
  const press = () => raise("press", { item });
  const title = readText(itemScope, row["title"]);
  return toRegionNode(title, [
    ...toTextNodes(readText(scope, document["heading"])),
    { role: "heading", name: title },
    ...toTextNodes(readText(itemScope, row["quote"])),
    toButtonNode(readText(itemScope, row["name"]), press, { role: "link" }),
    toButtonNode(join(readText(itemScope, row["action"]), readText(itemScope, row["about"])), press),
    ...toAppearanceNodes(itemScope, row),
  ]);
};
