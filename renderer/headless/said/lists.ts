import { filterItems, sortItems, type Item } from "#renderer/blocks/parts/items.ts";
import type { Steps } from "#engine/documents/steps.ts";
import type { ResolvedProps } from "#engine/documents/props.ts";
import { evaluate, isTrue, type Expr, type Rule, type Scope } from "#engine/rules/evaluate.ts";
import { resolveProps } from "#renderer/runtime/resolve-props.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { read, toButton, toRegion, toWords, type Said, type Say, type SayScope } from "./say.ts";

type Written = Record<string, unknown>;
const holds = (rule: unknown, scope: Scope): boolean => rule !== undefined && isTrue(rule as Rule, scope);
const evaluateMap = (map: unknown, scope: Scope): Record<string, unknown> | undefined =>
  map === undefined
    ? undefined
    : Object.fromEntries(Object.entries(map as Written).map(([key, expr]) => [key, evaluate(expr as Expr, scope)]));
const join = (...words: string[]): string => words.filter(Boolean).join(" ");

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
  "facts?": { list: { id: "string", label: "text", "text?": "text", "when?": "rule" } },
  "leads?": "rule",
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
  const lines = (row.lines ?? []).map(({ text }) => text);
  const time = row.time && row.timeText ? row.timeText : "";
  const words = join(
    row.title ?? "",
    row.badge ?? "",
    row.text ?? "",
    ...lines,
    time,
    row.chip ?? "",
    row.amountBefore ?? "",
    row.amount ?? "",
  );
  const main: Said = press
    ? toButton(row.name || words, () => raise("press", { item }), {
        role: inside.toHref(press) === undefined ? "button" : "link",
      })
    : { role: "text", name: words };
  return [
    main,
    ...(row.facts ?? []).map(({ label, text }): Said => ({ role: "text", name: `${label}: ${text}` })),
    ...(row.actions ?? []).map(({ id, label, reason }) =>
      toButton(label, () => raise(id, { item }), { reason: reason ?? "" }),
    ),
  ];
}

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
    toButton(read(inside, row["action"]), press),
  ]);
};
