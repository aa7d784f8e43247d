import type { ArticlesDocument } from "#engine/documents/catalogues.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import { evaluate, isTrue, type Expr, type Rule } from "#engine/rules/evaluate.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import { read, toButton, toLooks, toRegion, toWords, type Said, type Say } from "./say.ts";

const levels: Readonly<Record<string, "heading">> = { title: "heading", section: "heading" };

export const sayText: Say = (document, { scope }) => {
  const name = read(scope, document["text"]);
  const role = levels[String(document["style"] ?? "body")] ?? (document["announce"] ? "status" : "text");
  return name ? [{ role, name }] : [];
};

export const sayBanner: Say = (document, { scope }) => [
  {
    role: "group",
    name: "",
    children: [...toWords(read(scope, document["title"])), ...toWords(read(scope, document["text"]))],
  },
];

export const sayGroup: Say = (document, { scope, say }) => {
  const body = document["body"] as BlockDocument[];
  const text = read(scope, document["text"]);
  if (!text && !body.some((block) => isTrue(block.when, scope.scope))) return [];
  const title = read(scope, document["title"]);
  return [...(title ? [{ role: "heading", name: title }] : []), ...toWords(text), ...say(body)];
};

export const sayDialog: Say = (document, { scope, say, raise }) => {
  if (!scope.isOpen(document.id)) return [];
  const close = () => {
    scope.closeDialog(document.id);
    return raise("close");
  };
  const name = read(scope, document["title"]);
  const inside: Said[] = [
    { role: "heading", name },
    ...(document["closable"] === false ? [] : [toButton(scope.words("dialog.close"), close)]),
    ...toWords(read(scope, document["text"])),
    ...say(document["body"] as BlockDocument[]),
  ];
  return [{ role: "dialog", name, children: inside }];
};

export const sayProgress: Say = (document, { scope }) => [
  {
    role: "progressbar",
    name: read(scope, document["label"]),
    value: String(Number(evaluate(document["done"] as Expr, scope.scope)) || 0),
  },
  ...toWords(read(scope, document["proceededText"])),
  ...toWords(read(scope, document["note"])),
];

export const sayFacts: Say = (document, { scope }) => {
  const rows = (document["rows"] as Record<string, unknown>[]).filter(
    (row) => row["when"] === undefined || isTrue(row["when"] as Rule, scope.scope),
  );
  const title = read(scope, document["title"]);
  return toRegion(read(scope, document["region"]) || title, [
    ...(title ? [{ role: "heading", name: title }] : []),
    ...rows.flatMap((row): Said[] => {
      const [text, copy] = [read(scope, row["text"]), read(scope, row["copy"])];
      return [
        { role: "term", name: read(scope, row["label"]) },
        { role: "definition", name: [text, read(scope, row["chip"])].filter(Boolean).join(" ") },
        ...toLooks(scope, row),
        ...(copy && text ? [toButton(copy, () => undefined)] : []),
      ];
    }),
  ]);
};

export const sayOrganisation: Say = (document, { scope }) => {
  const own = document["of"] === undefined ? undefined : evaluate(document["of"] as Expr, scope.scope);
  const { displayName, name } = (own ?? scope.scope.roots["organisation"] ?? {}) as {
    displayName?: string;
    name?: string;
  };
  return [...toWords(displayName ?? name ?? ""), ...toWords(read(scope, document["text"]))];
};

export const sayContact: Say = (document, { scope }) => {
  const { contacts } = (scope.scope.roots["organisation"] ?? {}) as {
    contacts?: { email: string; phone?: string; hours?: unknown };
  };
  if (!contacts) return [];
  const { email, phone, hours } = contacts;
  return [
    ...toWords(read(scope, document["text"])),
    { role: "link", name: email },
    ...(phone ? [{ role: "link", name: phone }, ...toWords(read(scope, hours))] : []),
  ];
};

export const sayCode: Say = (document, { scope }) => {
  const drawn = evaluate(document["drawn"] as Expr, scope.scope);
  if (typeof drawn !== "string" || !drawn.startsWith("data:image/")) return [];
  const [address, copy] = [read(scope, document["address"]), read(scope, document["copy"])];
  return [
    { role: "img", name: read(scope, document["label"]) },
    ...toWords(address),
    ...(address && copy ? [toButton(copy, () => undefined)] : []),
  ];
};

/** What was found stands there only in a browser, whose own cryptography does it. */
export const sayProof: Say = (document, { scope }) =>
  evaluate(document["of"] as Expr, scope.scope)
    ? ["region", "heading"].map((role) => ({ role, name: read(scope, document["title"]) }))
    : [];

export const sayArticle: Say = (document, { scope }) => {
  const { edited, parts } = scope.config.get("articles", String(document["of"]));
  return [...toWords(read(scope, edited)), ...sayParts(parts, scope)];
};

/** Headings, sentences, numbered steps, questions with their answers. */
const sayParts = (parts: ArticlesDocument["parts"], scope: BlockScope): Said[] =>
  (parts ?? []).flatMap(({ heading, question, text, answer, steps = [] }) => [
    ...[heading, question].flatMap((one) => (one ? [{ role: "heading", name: scope.text(one) }] : [])),
    ...[text ?? answer, ...steps].flatMap((one) => toWords(scope.text(one))),
  ]);

/** An article in tabs; the address says which one is open. */
export const sayTabs: Say = (document, { scope, go }) => {
  const { tabs = [] } = scope.config.get("articles", String(document["of"]));
  const { path } = scope.scope.roots["route"] as { path?: string };
  const open = tabs.find(({ route }) => route === path) ?? tabs[0];
  return [
    ...tabs
      .filter(({ label }) => label)
      .map((tab): Said => ({
        ...toButton(read(scope, tab.label), () => void (tab.route && go(tab.route)), { role: "tab" }),
        checked: tab === open,
      })),
    ...sayParts(open?.parts, scope),
  ];
};
