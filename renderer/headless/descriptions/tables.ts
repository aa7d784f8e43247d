import { addReply } from "#renderer/blocks/parts/add-reply.ts";
import { evaluate, isTrue, type Expr, type Rule } from "#engine/core/rules/evaluate.ts";
import { getItemKey } from "#renderer/blocks/parts/items.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { chooseOption } from "#widgets/accessible-node.ts";
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
    const read = (column: Definition | undefined, keys: readonly string[]) =>
      join(keys.map((key) => readText(itemScope, column?.[key])));
    const first = read(columns[0], ["text"]);
    const others = columns.slice(1).map((column) => read(column, ["text", "chip", "hint"]));
    const press = document.on?.["press"];
    const href = itemScope.toHref(press);
    const mark = markAll ? (document["mark"] as Definition | undefined) : undefined;
    const actions = ((document["item"] as Definition | undefined)?.["actions"] ?? []) as Definition[];
    return [
      press
        ? toButtonNode(first, () => raise("press", { item }), { role: href === undefined ? "button" : "link" })
        : { role: "text", name: first },
      ...toTextNodes(read(columns[0], ["hint"])),
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
  const children = fields.map((field): AccessibleNode => {
    const id = String(field["id"]);
    const fixed = ((field["choices"] ?? []) as Definition[]).map(({ value, name }) => ({
      value: String(value),
      name: readText(scope, name),
    }));
    const further = readItems(scope, field["of"] ?? []).map(({ value, name }) => ({
      value: String(value),
      name: String(name),
    }));
    const choices = [{ value: "", name: readText(scope, field["any"]) }, ...fixed, ...further];
    const chosen = choices.find(({ value }) => value === values[id]);
    const change = (value: unknown) => raise("change", { item: { ...values, [id]: value } });
    return {
      role: "combobox",
      name: readText(scope, field["label"]),
      value: chosen?.name ?? values[id] ?? "",
      choose: (option) => chooseOption(choices, option, change),
    };
  });
  return [{ role: "group", name: readText(scope, document["region"]), children }];
};

export const describeSplit: Describe = (document, { describe }) => describe(document.body ?? []);

/** The documents as buttons, and the pages of the shown one. The first document opens by itself. */
export const describeDocuments: Describe = (document, { scope, state, raise }) => {
  const items = readItems(scope, document["of"]);
  const row = document["item"] as Definition;
  const texts = document["texts"] as Definition;
  const region = readText(scope, document["region"]);
  const [first] = items;
  if (!first) return toRegionNode(region, toTextNodes(readText(scope, document["empty"])));
  const read = (value: unknown, roots: Item = {}) => evaluate((value ?? "") as Expr, scope.with(roots).scope);
  const shown = items.find((item, index) => getItemKey(item, index) === read(document["shown"]));
  const open = (item: Item) => raise("press", { item });
  if (!shown && state.read("opened") !== first["id"]) {
    state.write("opened", first["id"]);
    void open(first);
  }
  const formerId = shown && read(document["former"], { item: shown });
  const earlier = items.find((item, index) => getItemKey(item, index) === formerId);
  const isCompared = earlier !== undefined && read(document["compared"]) === formerId;
  const nameOf = (item: Item, keys: readonly string[]) =>
    keys.map((key) => readText(scope.with({ item }), row[key])).filter(Boolean);
  const toPages = (pages: unknown): AccessibleNode[] =>
    readItems(scope, pages).map((_, index) => ({
      role: "image",
      name: `${readText(scope, texts["page"])} ${index + 1}`,
    }));
  const toCaption = (item: Item) => toTextNodes(nameOf(item, ["title", "text", "chip"]).join(" · "));
  return toRegionNode(region, [
    ...items.map((item) => toButtonNode(join(nameOf(item, ["title", "chip", "text"])), () => open(item))),
    ...["zoomOut", "zoomIn", "rotate"].map((tool) => toButtonNode(readText(scope, texts[tool]), () => undefined)),
    ...(earlier
      ? [
          toButtonNode(readText(scope, texts[isCompared ? "single" : "compare"]), () =>
            isCompared ? raise("single") : raise("compare", { item: earlier }),
          ),
        ]
      : []),
    ...(shown && read(document["address"])
      ? [toButtonNode(readText(scope, texts["open"]), () => undefined, { role: "link" })]
      : []),
    ...(isCompared ? [...toCaption(earlier), ...toPages(document["comparedPages"])] : []),
    ...(isCompared && shown ? toCaption(shown) : []),
    ...(shown ? toPages(document["pages"]) : []),
  ]);
};

/** The messages, and the box to write in. */
export const describeThread: Describe = (document, { scope, state, raise }) => {
  const message = document["item"] as Definition;
  const write = document["write"] as Definition | undefined;
  const title = readText(scope, document["title"]);
  const draft = String(state.read("draft") ?? "");
  const replies = readItems(scope, document["replies"] ?? []);
  const describeReplies = (): AccessibleNode => {
    const choices = replies.map((reply, index) => ({ value: String(index), name: String(reply["title"]) }));
    const insert = (value: unknown) =>
      state.write("draft", addReply(draft, String(replies[Number(value)]?.["text"] ?? "")));
    return {
      role: "combobox",
      name: readText(scope, write?.["replies"]),
      value: "",
      choose: (option) => chooseOption(choices, option, insert),
    };
  };
  const send = async () => {
    const text = draft.trim();
    if (text === "") return;
    let hasFailed = false;
    await raise("send", { item: { text } }, () => {
      hasFailed = true;
      return false;
    });
    if (!hasFailed) state.write("draft", "");
  };
  return toRegionNode(title, [
    { role: "heading", name: title },
    ...toTextNodes(readText(scope, document["note"])),
    ...readItems(scope, document["of"]).map((item): AccessibleNode => {
      const itemScope = scope.with({ item });
      const parts = ["author", "time", "chip", "text"].map((key) => readText(itemScope, message[key] ?? ""));
      return { role: "text", name: join(parts.filter((part) => part !== "")) };
    }),
    ...(write
      ? [
          ...(write["replies"] && replies.length > 0 ? [describeReplies()] : []),
          {
            role: "textbox",
            name: readText(scope, write["label"]),
            value: draft,
            fill: (text: string) => state.write("draft", text),
          },
          toButtonNode(readText(scope, write["send"]), send),
          // The files of a step are chosen for the name of the button.
          ...(document["attach"] ? [toButtonNode(readText(scope, document["attach"]), () => undefined)] : []),
        ]
      : []),
  ]);
};

/** A button that lists the keys, and the keys themselves. */
export const describeShortcuts: Describe = (document, { scope, state, raise }) => {
  const title = readText(scope, document["title"]);
  const keys = (document["keys"] as Definition[]).filter((key) => isShown(key, scope));
  const toName = (key: Definition) => join([String(key["key"]), readText(scope, key["label"])]);
  const open = (isOpen: boolean) => () => state.write("open", isOpen);
  const pressed = document.on?.["press"] ? keys : [];
  return [
    toButtonNode(title, open(true)),
    ...pressed.map((key): AccessibleNode => ({
      role: "key",
      name: String(key["key"]),
      press: () => raise("press", { item: { id: key["id"] } }),
    })),
    ...(state.read("open") === true
      ? [
          {
            role: "dialog",
            name: title,
            children: [
              { role: "heading", name: title },
              toButtonNode(readText(scope, document["close"]), open(false)),
              ...[...keys.map(toName), `? ${title}`].flatMap(toTextNodes),
              { role: "checkbox", name: readText(scope, document["off"]), checked: false },
            ],
          },
        ]
      : []),
  ];
};
