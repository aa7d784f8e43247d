import type { Steps } from "#engine/core/definitions/steps.ts";
import { evaluate, isTrue, type Expr, type Rule } from "#engine/core/rules/evaluate.ts";
import { getItemKey } from "#renderer/blocks/parts/items.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import {
  readText,
  toButtonNode,
  toRegionNode,
  toTargetNodes,
  toTextNodes,
  type AccessibleNode,
  type Describe,
} from "./nodes.ts";

type Definition = Record<string, unknown>;
type Item = Record<string, unknown>;

const readItems = (scope: BlockScope, of: unknown): Item[] => {
  const value = evaluate(of as Expr, scope.scope);
  return Array.isArray(value) ? (value as Item[]) : [];
};
const isShown = ({ when }: Definition, scope: BlockScope): boolean =>
  when === undefined || isTrue(when as Rule, scope.scope);
const join = (parts: readonly string[]): string => parts.filter(Boolean).join(" ");

/** Rows with their cells in reading order; the first cell is the link or button of the row. */
export const describeTable: Describe = (document, { scope, raise }) => {
  const items = readItems(scope, document["of"]);
  const columns = document["columns"] as Definition[];
  const empty = document["empty"] as Definition | undefined;
  const more = readText(scope, document["more"]);
  const found = document["marked"] && evaluate(document["marked"] as Expr, scope.scope);
  const markAll = readText(scope, document["markAll"]);
  const marked = Array.isArray(found) ? (found as string[]) : [];
  const toMarkNode = (name: string, item: Item): AccessibleNode => {
    const key = getItemKey(item, 0);
    const isMarked = marked.includes(key);
    const list = isMarked ? marked.filter((one) => one !== key) : [...marked, key];
    return {
      ...toButtonNode(name, () => raise("mark", { data: { list } })),
      role: "checkbox",
      value: String(isMarked),
    };
  };
  const rows = items.flatMap((item): AccessibleNode[] => {
    const itemScope = scope.with({ item });
    const read = (column: Definition) => join(["text", "hint", "chip"].map((key) => readText(itemScope, column[key])));
    const [first, ...others] = columns.map(read);
    const press = document.on?.["press"];
    const href = itemScope.toHref(press);
    const mark = markAll ? (document["mark"] as Definition | undefined) : undefined;
    const actions = ((document["item"] as Definition | undefined)?.["actions"] ?? []) as Definition[];
    return [
      press
        ? toButtonNode(first ?? "", () => raise("press", { item }), { role: href === undefined ? "button" : "link" })
        : { role: "text", name: first ?? "" },
      ...toTargetNodes(href),
      ...toTextNodes(join(others)),
      ...(mark ? [toMarkNode(readText(itemScope, mark["label"]), item)] : []),
      ...actions
        .filter((action) => isShown(action, itemScope))
        .map((action) =>
          toButtonNode(readText(itemScope, action["about"] ?? action["label"]), () =>
            raise(String(action["id"]), { item }),
          ),
        ),
    ];
  });
  return toRegionNode(readText(scope, document["region"]), [
    ...(items.length === 0
      ? [...toTextNodes(readText(scope, empty?.["title"])), ...toTextNodes(readText(scope, empty?.["text"]))]
      : [{ role: "text", name: columns.map((column) => readText(scope, column["title"])).join(", ") }, ...rows]),
    ...(items.length > 0 && more && document.on?.["more"] ? [toButtonNode(more, () => raise("more"))] : []),
  ]);
};

/** Each filter as a list with its choices. */
export const describeFilters: Describe = (document, { scope, raise }) => {
  const fields = document["fields"] as Definition[];
  const valueOf = (field: Definition) => String(evaluate((field["value"] ?? "") as Expr, scope.scope) ?? "");
  const values = Object.fromEntries(fields.map((field) => [String(field["id"]), valueOf(field)]));
  return toRegionNode(
    readText(scope, document["region"]),
    fields.map((field) => {
      const fixed = ((field["choices"] ?? []) as Definition[]).map(({ value, name }) => ({
        value: String(value),
        name: readText(scope, name),
      }));
      const further = readItems(scope, field["of"] ?? []).map(({ value, name }) => ({
        value: String(value),
        name: String(name),
      }));
      const choices = [{ value: "", name: readText(scope, field["any"]) }, ...fixed, ...further];
      const chosen = choices.find(({ value }) => value === values[String(field["id"])]);
      return {
        role: "combobox",
        name: readText(scope, field["label"]),
        value: chosen?.name ?? "",
        children: choices.map(({ value, name }) => ({
          role: "option",
          name,
          press: () => raise("change", { item: { ...values, [String(field["id"])]: value } }),
        })),
      };
    }),
  );
};

export const describeSplit: Describe = (document, { describe }) => describe(document.body ?? []);

/** The documents as buttons, and the pages of the shown one. */
export const describeDocuments: Describe = (document, { scope, raise }) => {
  const items = readItems(scope, document["of"]);
  const row = document["item"] as Definition;
  const pages = readItems(scope, document["pages"]);
  const texts = document["texts"] as Definition;
  const page = readText(scope, texts["page"]);
  const read = (value: unknown, roots: Item = {}) => evaluate((value ?? "") as Expr, scope.with(roots).scope);
  const shown = items.find((item, index) => getItemKey(item, index) === read(document["shown"]));
  const formerId = shown && read(document["former"], { item: shown });
  const earlier = items.find((item, index) => getItemKey(item, index) === formerId);
  const isCompared = earlier !== undefined && read(document["compared"]) === formerId;
  const earlierPages = isCompared ? readItems(scope, document["comparedPages"]) : [];
  return toRegionNode(readText(scope, document["region"]), [
    ...(items.length === 0 ? toTextNodes(readText(scope, document["empty"])) : []),
    ...items.map((item) => {
      const itemScope = scope.with({ item });
      const name = join(["title", "text", "chip"].map((key) => readText(itemScope, row[key])));
      return toButtonNode(name, () => raise("press", { item }));
    }),
    ...(earlier
      ? [
          toButtonNode(readText(scope, texts[isCompared ? "single" : "compare"]), () =>
            isCompared ? raise("single") : raise("compare", { item: earlier }),
          ),
        ]
      : []),
    ...[earlierPages, pages].flatMap((list) =>
      list.map((_, index) => ({ role: "image", name: `${page} ${index + 1}` })),
    ),
  ]);
};

/** The messages, and the box to write in. */
export const describeThread: Describe = (document, { scope, raise }) => {
  const message = document["item"] as Definition;
  const write = document["write"] as Definition | undefined;
  const title = readText(scope, document["title"]);
  return toRegionNode(title, [
    { role: "heading", name: title },
    ...toTextNodes(readText(scope, document["note"])),
    ...readItems(scope, document["of"]).map((item): AccessibleNode => {
      const itemScope = scope.with({ item });
      return { role: "text", name: join(["author", "time", "text"].map((key) => readText(itemScope, message[key]))) };
    }),
    ...(write ? [toWriteNode(readText(scope, write["label"]), (text) => raise("send", { item: { text } }))] : []),
  ]);
};

const toWriteNode = (name: string, send: (text: string) => void | Promise<void>): AccessibleNode => ({
  role: "textbox",
  name,
  fill: (text: unknown) => send(String(text)),
});

/** The keys with what they do. */
export const describeShortcuts: Describe = (document, { scope, raise }) => {
  const keys = (document["keys"] as Definition[]).filter((key) => isShown(key, scope));
  const press = document.on?.["press"] as Steps | undefined;
  return [
    toButtonNode(readText(scope, document["title"]), () => undefined),
    ...keys.map((key): AccessibleNode => {
      const name = join([String(key["key"]), readText(scope, key["label"])]);
      return press ? toButtonNode(name, () => raise("press", { item: { id: key["id"] } })) : { role: "text", name };
    }),
  ];
};
