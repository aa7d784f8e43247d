import type { ArticlesDefinition } from "#engine/core/definitions/catalogues.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import { evaluate, isTrue, type Expr, type Rule } from "#engine/core/rules/evaluate.ts";
import type { BlockScope } from "#renderer/runtime/scope.ts";
import {
  readText,
  toButtonNode,
  toAppearanceNodes,
  toRegionNode,
  toTextNodes,
  type AccessibleNode,
  type Describe,
} from "./nodes.ts";

const levels: Readonly<Record<string, "heading">> = { title: "heading", section: "heading" };

export const describeText: Describe = (document, { scope }) => {
  const name = readText(scope, document["text"]);
  const role = levels[String(document["style"] ?? "body")] ?? (document["announce"] ? "status" : "text");
  return name ? [{ role, name }] : [];
};

export const describeBanner: Describe = (document, { scope }) => [
  {
    role: "group",
    name: "",
    children: [...toTextNodes(readText(scope, document["title"])), ...toTextNodes(readText(scope, document["text"]))],
  },
];

export const describeGroup: Describe = (document, { scope, describe }) => {
  const body = document["body"] as BlockDefinition[];
  const text = readText(scope, document["text"]);
  if (!text && !body.some((block) => isTrue(block.when, scope.scope))) return [];
  const title = readText(scope, document["title"]);
  return [...(title ? [{ role: "heading", name: title }] : []), ...toTextNodes(text), ...describe(body)];
};

export const describeDialog: Describe = (document, { scope, describe, raise }) => {
  if (!scope.isOpen(document.id)) return [];
  const close = () => {
    scope.closeDialog(document.id);
    return raise("close");
  };
  const name = readText(scope, document["title"]);
  const children: AccessibleNode[] = [
    { role: "heading", name },
    ...(document["closable"] === false ? [] : [toButtonNode(scope.uiText("dialog.close"), close)]),
    ...toTextNodes(readText(scope, document["text"])),
    ...describe(document["body"] as BlockDefinition[]),
  ];
  return [{ role: "dialog", name, children }];
};

export const describeProgress: Describe = (document, { scope }) => [
  {
    role: "progressbar",
    name: readText(scope, document["label"]),
    value: String(Number(evaluate(document["done"] as Expr, scope.scope)) || 0),
  },
];

export const describeFacts: Describe = (document, { scope }) => {
  const rows = (document["rows"] as Record<string, unknown>[]).filter(
    (row) => row["when"] === undefined || isTrue(row["when"] as Rule, scope.scope),
  );
  const title = readText(scope, document["title"]);
  return toRegionNode(readText(scope, document["region"]) || title, [
    ...(title ? [{ role: "heading", name: title }] : []),
    ...rows.flatMap((row): AccessibleNode[] => {
      const [text, copy] = [readText(scope, row["text"]), readText(scope, row["copy"])];
      return [
        { role: "term", name: readText(scope, row["label"]) },
        { role: "definition", name: [text, readText(scope, row["chip"])].filter(Boolean).join(" ") },
        ...toAppearanceNodes(scope, row),
        ...(copy && text ? [toButtonNode(copy, () => undefined)] : []),
      ];
    }),
  ]);
};

export const describeOrganisation: Describe = (document, { scope }) => {
  const own = document["of"] === undefined ? undefined : evaluate(document["of"] as Expr, scope.scope);
  const { displayName, name } = (own ?? scope.scope.roots["organisation"] ?? {}) as {
    displayName?: string;
    name?: string;
  };
  return [...toTextNodes(displayName ?? name ?? ""), ...toTextNodes(readText(scope, document["text"]))];
};

export const describeContact: Describe = (document, { scope }) => {
  const { contacts } = (scope.scope.roots["organisation"] ?? {}) as {
    contacts?: { email: string; phone?: string; hours?: unknown };
  };
  if (!contacts) return [];
  const { email, phone, hours } = contacts;
  return [
    ...toTextNodes(readText(scope, document["text"])),
    { role: "link", name: email },
    ...(phone ? [{ role: "link", name: phone }, ...toTextNodes(readText(scope, hours))] : []),
  ];
};

export const describeQrCode: Describe = (document, { scope }) => {
  const code = evaluate(document["code"] as Expr, scope.scope);
  if (typeof code !== "string" || !code.startsWith("data:image/")) return [];
  const [address, copy] = [readText(scope, document["address"]), readText(scope, document["copy"])];
  return [
    { role: "img", name: readText(scope, document["label"]) },
    ...toTextNodes(address),
    ...(address && copy ? [toButtonNode(copy, () => undefined)] : []),
  ];
};

/** Only a browser can run the checks, so their results are missing here. */
export const describeProof: Describe = (document, { scope }) =>
  evaluate(document["of"] as Expr, scope.scope)
    ? ["region", "heading"].map((role) => ({ role, name: readText(scope, document["title"]) }))
    : [];

export const describeArticle: Describe = (document, { scope }) => {
  const { edited, parts } = scope.config.get("articles", String(document["of"]));
  return [...toTextNodes(readText(scope, edited)), ...describeParts(parts, scope)];
};

/** Headings, sentences, numbered steps, questions with their answers. */
const describeParts = (parts: ArticlesDefinition["parts"], scope: BlockScope): AccessibleNode[] =>
  (parts ?? []).flatMap(({ heading, question, text, answer, steps = [] }) => [
    ...[heading, question].flatMap((one) => (one ? [{ role: "heading", name: scope.text(one) }] : [])),
    ...[text ?? answer, ...steps].flatMap((one) => toTextNodes(scope.text(one))),
  ]);

/** An article in tabs. The address selects the open one. */
export const describeTabs: Describe = (document, { scope, go }) => {
  const { tabs = [] } = scope.config.get("articles", String(document["of"]));
  const { path } = scope.scope.roots["route"] as { path?: string };
  const open = tabs.find(({ route }) => route === path) ?? tabs[0];
  return [
    ...tabs
      .filter(({ label }) => label)
      .map((tab): AccessibleNode => ({
        ...toButtonNode(readText(scope, tab.label), () => void (tab.route && go(tab.route)), { role: "tab" }),
        checked: tab === open,
      })),
    ...describeParts(open?.parts, scope),
  ];
};
