import { pickFacts } from "#renderer/blocks/parts/certificate-facts.ts";
import { filterItems, sortItems, type Item } from "#renderer/blocks/parts/items.ts";
import type { Steps } from "#engine/documents/steps.ts";
import type { ResolvedProps } from "#engine/documents/props.ts";
import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/rules/evaluate.ts";
import { fillText } from "#engine/documents/text.ts";
import { formatRelative } from "#engine/rules/relative-time.ts";
import { readServerTime } from "#renderer/session/clock.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { read, toButton, toLeads, toLooks, toRegion, toWords, type Said, type Say, type SayScope } from "./say.ts";

type Written = Record<string, unknown>;
const holds = (rule: unknown, scope: Scope): boolean => rule !== undefined && isTrue(rule as Rule, scope);
const evaluateMap = (map: unknown, scope: Scope): Record<string, unknown> | undefined =>
  map === undefined
    ? undefined
    : Object.fromEntries(Object.entries(map as Written).map(([key, expr]) => [key, evaluate(expr as Expr, scope)]));
const join = (...words: (string | undefined)[]): string => words.filter(Boolean).join(" ");

/** A thing to do: its name is everything that stands on it, as its words follow each other. */
function toTile(tile: Written, scope: BlockScope, press: () => Promise<void>): Said {
  const say = (key: string) => read(scope, tile[key]);
  return toButton(join(say("label"), say("status"), say("note"), say("priceBefore"), say("price")), press, {
    disabled: holds(tile["disabled"], scope.scope),
    reason: say("reason"),
  });
}

export const sayTile: Say = (document, { scope, raise }) => [toTile(document, scope, () => raise("press"))];

interface TileGroup {
  heading: unknown;
  note?: unknown;
  items: Item[];
}
export const sayTiles: Say = (document, screen) => {
  const { scope } = screen;
  const groups = (evaluate(document["of"] as Expr, scope.scope) ?? []) as TileGroup[];
  return groups.flatMap((group) => {
    const heading = read(scope, group.heading);
    return toRegion(heading, [
      { role: "heading", name: heading },
      ...toWords(read(scope, group.note)),
      ...group.items.flatMap((item) => sayTileOf(item, document["item"] as Written, screen)),
    ]);
  });
};

function sayTileOf(item: Item, shape: Written, { scope, raise }: SayScope): Said[] {
  const inside = scope.with({ item });
  const tile = toTile(shape, inside, () => raise("press", { item }));
  const reason = read(inside, shape["skipReason"]);
  const more: Said[] = [];
  if (holds(shape["canSkip"], inside.scope))
    more.push(
      toButton(read(inside, shape["skip"]), () => raise("skip", { item }), {
        disabled: tile.disabled === true,
        reason,
      }),
    );
  if (holds(shape["canUndo"], inside.scope))
    more.push(toButton(read(inside, shape["undo"]), () => raise("undo", { item }), { reason }));
  return [tile, ...more];
}

/** What is said of a row, in the order of its words. */
const rowProps = {
  title: "text",
  "name?": "text",
  "badge?": "text",
  "text?": "text",
  "lines?": { list: { id: "string", text: "text", "when?": "rule" } },
  "time?": { value: { type: "string" } },
  "timeText?": { gaps: ["ago"] },
  "chip?": "text",
  "amountBefore?": "text",
  "amount?": "text",
  "facts?": { list: { id: "string", label: "text", "text?": "text", "copy?": "text", "when?": "rule" } },
  "leads?": "rule",
  "papers?": { value: { type: "array" } },
  "steps?": { list: { id: "string", label: "text", "time?": "text", "when?": "rule" } },
  "actions?": { list: { id: "string", label: "text", "when?": "rule", "reason?": "text" } },
} as const;
type Row = ResolvedProps<typeof rowProps>;

export const sayList: Say = (document, screen) => {
  const { scope } = screen;
  const items = sortItems(
    filterItems(evaluate(document["of"] as Expr, scope.scope), evaluateMap(document["where"], scope.scope)),
    document["newestFirst"] as string | undefined,
  );
  const empty = document["empty"] as { title?: unknown; text?: unknown } | undefined;
  const more = read(scope, document["more"]);
  if (items.length === 0 && !empty && !more) return [];
  const heading = read(scope, document["heading"] ?? document["title"]);
  return toRegion(read(scope, document["region"]), [
    ...(heading ? [{ role: "heading", name: heading }] : []),
    ...(items.length === 0 ? [...toWords(read(scope, empty?.title)), ...toWords(read(scope, empty?.text))] : []),
    ...items.flatMap((item) => sayRow(item, document["item"] as Written, document.on?.["press"], screen)),
    ...(more && document.on?.["more"] ? [toButton(more, () => screen.raise("more"))] : []),
  ]);
};

function sayRow(item: Item, written: Written, steps: Steps | undefined, { scope, raise }: SayScope): Said[] {
  const inside = scope.with({ item });
  const row = resolveProps(rowProps, written, inside) as Row;
  const press = written["leads"] === undefined || row.leads ? steps : undefined;
  const details = toDetails(row, inside);
  const words = join(
    row.title ?? "",
    row.badge ?? "",
    row.text ?? "",
    ...details,
    row.chip,
    row.amountBefore,
    row.amount,
  );
  const href = inside.toHref(press);
  const main: Said = press
    ? {
        ...toButton(row.name || words, () => raise("press", { item }), {
          role: href === undefined ? "button" : "link",
        }),
        ...(row.name && row.lines?.length && { hint: join(...details) }),
      }
    : { role: "text", name: words };
  const papers = (row.papers ?? []) as { label: string; fileName: string }[];
  return [
    main,
    // Where it has a name of its own, what is seen is in no name.
    ...(press && row.name ? [{ role: "looks", name: `words ${words}` }] : []),
    ...toLeads(href),
    ...toLooks(inside, written),
    ...(row.steps ?? []).map(({ label, time }): Said => ({ role: "text", name: join(label, time) })),
    ...(row.facts ?? []).flatMap(({ label, text, copy }): Said[] => [
      { role: "text", name: `${label}: ${text}` },
      ...(copy && text ? [toButton(copy, () => undefined)] : []),
    ]),
    ...papers.map(({ label, fileName }) => sayPaper(scope, fileName, label)),
    ...(row.actions ?? []).map(({ id, label, reason }) =>
      toButton(label, () => raise(id, { item }), { reason: reason ?? "" }),
    ),
  ];
}

/** What stands below the title of a row: its lines, and how long ago it happened. */
function toDetails({ lines = [], time, timeText }: Row, { config }: BlockScope): string[] {
  const ago = typeof time === "string" ? formatRelative(time, readServerTime().toISOString(), config.words) : "";
  return [...lines.map(({ text }) => text), ...(ago ? [timeText ? fillText(timeText, { ago }) : ago] : [])];
}

/** A stored paper: a link that opens it. */
export const sayPaper = (scope: BlockScope, fileName: string, label: string): Said => ({
  ...toButton(scope.words("file.view", { name: fileName }), () => undefined, { role: "link" }),
  ...(label && { hint: label }),
});

/** What happened, what goes on and what comes. */
export const sayTimeline: Say = (document, { scope, raise }) => {
  const of = evaluate(document["of"] as Expr, scope.scope);
  const steps = (Array.isArray(of) ? of : []) as { title: unknown }[];
  if (steps.length === 0) return [];
  const title = read(scope, document["title"]);
  const shape = document["item"] as Written;
  return toRegion(read(scope, document["region"]) || title, [
    ...(title ? [{ role: "heading", name: title }] : []),
    ...steps.flatMap((item) => {
      const inside = scope.with({ item });
      const link = read(inside, shape["link"]);
      return [
        ...toWords(read(scope, item.title)),
        ...toWords(read(inside, shape["time"])),
        ...toWords(read(inside, shape["text"])),
        ...(link ? [toButton(link, () => raise("press", { item }), { role: "link" })] : []),
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
export const sayCertificate: Say = (document, { scope, raise }) => {
  const items = filterItems(evaluate(document["of"] as Expr, scope.scope), evaluateMap(document["where"], scope.scope));
  const heading = read(scope, document["heading"]);
  const empty = document["empty"] as { title?: unknown; text?: unknown } | undefined;
  return [
    ...(heading ? [{ role: "heading", name: heading }] : []),
    ...(items.length === 0 ? [...toWords(read(scope, empty?.title)), ...toWords(read(scope, empty?.text))] : []),
    ...items.flatMap((item) => {
      const inside = scope.with({ item });
      const card = resolveProps(cardProps, document["item"] as Written, inside) as ResolvedProps<typeof cardProps>;
      const shown = [
        ...pickFacts(card.facts, card, document["full"] === true),
        ...card.rows.map(({ label, text }) => ({ label, value: text ?? "" })),
      ];
      const href = card.open ? inside.toHref(document.on?.["open"]) : undefined;
      return [
        ...toWords(card.from ?? ""),
        { role: "heading", name: card.title },
        ...toLooks(inside, document["item"] as Written),
        ...[card.chip, card.proves, card.institution].flatMap((words) => toWords(words ?? "")),
        ...[card.holderLabel, card.holder].flatMap((words) => toWords((card.holder && words) || "")),
        ...shown.flatMap(({ label, value }): Said[] => [
          { role: "term", name: label },
          { role: "definition", name: value },
        ]),
        ...(href && card.open
          ? [
              { ...toButton(card.open, () => raise("open", { item }), { role: "link" }), hint: card.title },
              ...toLeads(href),
            ]
          : []),
        ...(card.actions ?? []).map(({ id, label, reason }) => ({
          ...toButton(label, () => raise(id, { item }), { reason: reason ?? "" }),
          ...(!reason && { hint: card.title }),
        })),
      ];
    }),
  ];
};

/** The one thing to do next. */
export const sayLead: Say = (document, { scope, raise }) => {
  const of = evaluate(document["of"] as Expr, scope.scope);
  const [item] = filterItems(of, evaluateMap(document["where"], scope.scope));
  const nothing = read(scope, document["nothing"]);
  if (!item) return filterItems(of, undefined).length > 0 ? toWords(nothing) : [];
  const inside = scope.with({ item });
  const row = document["item"] as Written;
  const press = () => raise("press", { item });
  const title = read(inside, row["title"]);
  return toRegion(title, [
    ...toWords(read(scope, document["heading"])),
    { role: "heading", name: title },
    ...toWords(read(inside, row["quote"])),
    toButton(read(inside, row["name"]), press, { role: "link" }),
    toButton(join(read(inside, row["action"]), read(inside, row["about"])), press),
    ...toLooks(inside, row),
  ]);
};
