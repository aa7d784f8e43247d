import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described, Line } from "#engine/core/definitions/about.ts";
import { commonSchemaFile } from "#engine/core/definitions/fragments.ts";
import { fieldProperties } from "#engine/core/definitions/form.ts";
import { definitionKinds, type KindName } from "#engine/core/definitions/kinds.ts";
import type { ActionContract, BlockContract, WidgetContract } from "#engine/core/definitions/props.ts";
import { formats } from "#engine/core/form/formats.ts";
import { operatorLines } from "../editor/expressions.ts";
import { formatSamples } from "../release/parts/sample-values.ts";
import { fullExampleOf } from "./example-of.ts";
import { toMetaSchemas, type Vocabulary } from "./to-meta-schemas.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

/** The purpose of each kind of definition, in one line. */
const kindLines: Readonly<Record<KindName, string>> = {
  app: "An app: its address, its menu, and who signs in. Its screens are in `screens/<app>/`.",
  form: "The data of a form, its fields, checks and messages.",
  verification: "Something to verify: its form, its category, and the credential that it issues.",
  screen: "A page: its route, the roots that it loads, and its blocks.",
  flow: "Steps after an event, as tables. A step `run` starts it.",
  rules: "Named conditions.",
  options: "A list to choose from: fixed, narrowed, searched or loaded.",
  locale: "A language: the translations of all English sentences.",
  migration: "New values for stored answers after a change of a form's shape.",
  organisation: "A requesting organisation: brand, contacts, feature flags, overrides.",
  request: "The form of an organisation: verifications, questions, price rules.",
  report: "What the evaluation partner gets about a verified transaction.",
  states: "The states of transactions and verifications, and their transitions.",
  categories: "The groups of tiles on a form.",
  menu: "The navigation.",
  titles: "Titles of paths without a screen.",
  failures: "The reaction to a failed call.",
  limits: "Limits that an operator may change.",
  texts: "Texts of components.",
  messages: "Texts of the server.",
  validation: "Messages for invalid values.",
  prices: "Prices by region.",
  providers: "Payment regions and providers.",
  partners: "Evaluation partners.",
  verifiers: "Systems that verify instead of people in the console.",
  roles: "The roles of staff: which operations each may call.",
  reasons: "Ready-made reasons of decisions.",
  promises: "Acts that texts promise, each with the operation that does it.",
  retention: "What a deletion of a candidate's data removes, what it keeps, why and for how long.",
  support: "When support answers in the chat, and its ready-made replies.",
  articles: "Help, terms and privacy pages.",
  analytics: "Analytics events.",
};

/** Sections without a contract. */
const basics = `## Texts, values, rules and steps

These four appear everywhere. Each one may also be a table: the first row whose \`when\` is true applies, else \`otherwise\`.

- **Text**: a sentence in English, which locales translate. Placeholders in braces get their values from \`with\`.
- **Value**: a literal, or an expression that reads the evaluation scope.
- **Rule**: \`true\`, \`false\`, or an expression that is true or false.
- **Steps**: one action, several in order, or a table of them. They follow an event, such as a press.

\`\`\`json
{ "text": "Sent to {mobile}", "with": { "mobile": { "var": "profile.mobile" } } }
\`\`\`

\`\`\`json
{
  "rows": [{ "when": { "===": [{ "var": "transaction.state" }, "COMPLETED"] }, "text": "Verified" }],
  "otherwise": "In progress"
}
\`\`\`

\`\`\`json
{
  "rows": [{ "id": "signed-in", "when": { "var": "session.signedIn" }, "do": [{ "navigate": "home" }] }],
  "otherwise": [{ "navigate": "login" }]
}
\`\`\`

An expression is JSON-Logic with the operators below. It reads paths of roots: \`data\` (the form), \`row\` and \`previous\` (in
the rows of a list), \`item\` (the element of a list of a screen), \`transaction\`, \`verification\`, \`request\`, \`profile\`, \`organisation\` and \`env\`; on screens also \`route\`,
\`view\`, \`session\`, \`result\`, \`failure\` and the roots that the screen loads. Editors complete every path.

Every object may have keys that start with \`x-\`; nothing reads them, except \`x-allow\` (see [README](README.md)).
`;

/** Lists, with an example that authors can copy; tests build and play it. */
const lists = `An entry with \`list\` repeats its fields for each row of an array of objects. Fields name places in the row: "/company".
Their rules read the row as \`row\`, the one before it as \`previous\` (no value in the first row) and everything around the
list as \`data\`. From outside, \`-\` means each row: a check at "/jobs/-/startDate" applies to every row, a message of
"/jobs/-/endDate" too. A check at "/jobs" is about the list as a whole. A row has fields, notes and other forms, but no
further list.

\`\`\`json
{
  "data": {
    "type": "object",
    "properties": {
      "jobs": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "company": { "type": "string" },
            "startDate": { "type": "string", "format": "dd-MM-yyyy" },
            "endDate": { "type": "string", "format": "dd-MM-yyyy" },
            "gapReason": { "type": "string" }
          }
        }
      }
    }
  },
  "fields": [
    {
      "list": "/jobs",
      "item": "Job {n}",
      "add": "Add another job",
      "min": 1,
      "max": 10,
      "fields": [
        { "at": "/company", "widget": "text", "label": "Company", "require": true },
        { "at": "/startDate", "widget": "date-picker", "label": "Start date", "require": true },
        { "at": "/endDate", "widget": "date-picker", "label": "End date", "dates": { "min": { "var": "row.startDate" } } },
        {
          "at": "/gapReason",
          "widget": "text",
          "label": "What you did before",
          "when": { ">": [{ "days": [{ "var": "previous.endDate" }, { "var": "row.startDate" }] }, 92] },
          "require": true
        }
      ]
    }
  ],
  "checks": [
    {
      "id": "two-jobs",
      "at": "/jobs",
      "severity": "warning",
      "assert": { ">": [{ "count": { "var": "data.jobs" } }, 1] },
      "message": "Is this the only job?"
    }
  ]
}
\`\`\`
`;

/** Computed values, with an example that authors can copy; tests build and play it. */
const computedValues = `\`value\` computes a field on page and server, in place of a value that a client sends. It is an expression, or a
sentence with placeholders. Without the value of a placeholder there is no sentence. The data have the sentence in
English, and records and forms show it in the reader's language. Its placeholders take texts, numbers and amounts
(\`figure\`, \`percent\`, \`amount\`), but no dates and labels; a note shows those.

\`\`\`json
{
  "data": {
    "type": "object",
    "properties": {
      "theory": { "type": "number", "minimum": 0, "maximum": 100 },
      "practical": { "type": "number", "minimum": 0, "maximum": 100 },
      "total": { "type": "number" },
      "result": { "type": "string", "maxLength": 120 }
    }
  },
  "fields": [
    { "at": "/theory", "widget": "number", "label": "Theory", "require": true },
    { "at": "/practical", "widget": "number", "label": "Practical", "require": true },
    { "at": "/total", "widget": "hidden", "value": { "+": [{ "var": "data.theory" }, { "var": "data.practical" }] } },
    {
      "at": "/result",
      "widget": "text",
      "label": "Result",
      "value": {
        "text": "{total} of 200 marks: {percentage}",
        "with": {
          "total": { "figure": [{ "var": "data.total" }] },
          "percentage": { "percent": [{ "/": [{ "var": "data.total" }, 2] }, 1] }
        }
      }
    }
  ]
}
\`\`\`
`;

/** Pages, with an example that authors can copy; tests build and play it. */
const pages = `An entry with \`page\` is one step of the form. People see one page at a time, with the number of the step and its
title. "Continue" validates this page only, "Previous step" validates nothing. After the last page comes the step
\`review\`: the answers of each page with a link to change them, and the button that submits the form. A correction that
concerns a single page shows only that page.

- A form with pages has all its entries in pages. A page has fields, sections, notes, lists and other forms. It is in
  no other page, list or section, and no two pages have one id. A form with pages can be used at the top of another.
- Where \`when\` of a page is false, the step is missing and its fields are absent, as those of a section. A page of
  which nothing is shown is left out too.
- The address of a step ends with \`?page=<id>\`. An address beyond the first page that is not complete leads to that
  page, with the reason. The draft keeps the open page, so a reload and another device go on there.
- Pages change nothing in the data: the server validates the whole form.

\`\`\`json
{
  "data": {
    "type": "object",
    "properties": {
      "employed": { "type": "boolean" },
      "company": { "type": "string" },
      "remark": { "type": "string" }
    }
  },
  "fields": [
    {
      "page": "situation",
      "title": "Your situation",
      "fields": [{ "at": "/employed", "widget": "yes-no", "label": "Do you have a job now?", "require": true }]
    },
    {
      "page": "job",
      "title": "Your job",
      "when": { "===": [{ "var": "data.employed" }, true] },
      "fields": [{ "at": "/company", "widget": "text", "label": "Company", "require": true }]
    },
    {
      "page": "remark",
      "title": "Anything else",
      "fields": [{ "at": "/remark", "widget": "textarea", "label": "Remark" }]
    }
  ]
}
\`\`\`
`;

/** Writes the reference of the definition language as Markdown, from the contracts. */
export function toLanguageReference(vocabulary: Vocabulary): string {
  const metas = toMetaSchemas(vocabulary);
  const shared = (metas[commonSchemaFile]?.["definitions"] ?? {}) as Properties;
  const section = (title: string, prefix: string, entries: Entries, common: ReadonlySet<string>): string[] => [
    `## ${title}`,
    "",
    ...Object.entries(entries).flatMap(([name, { about }]) =>
      describe(`### ${name}`, toSentence(about.is), shared[`${prefix}${name}`] ?? {}, metas, common),
    ),
  ];
  return [
    "# The definition language",
    "",
    "Generated by `npm run meta` from the contracts in code. Do not edit.",
    "",
    "A definition is a JSON file below `schemas/`. This page lists its kinds, and the operators, widgets, blocks, actions",
    "and formats that it may use. A key in **bold** is required.",
    "",
    basics,
    ...listOperators(),
    "## Kinds",
    "",
    "Every definition has `$schema`, `kind`, `id` (the name of its file) and `description`.",
    "",
    ...Object.entries(definitionKinds).flatMap(([kind, { folder }]) =>
      describe(
        `### ${kind}`,
        `${kindLines[kind as KindName]} In \`${folder}/\`.`,
        metas[`${kind}.schema.json`] ?? {},
        metas,
        head,
      ),
    ),
    "## Form fields",
    "",
    "Every field may have:",
    "",
    ...listProperties(shared["widget-hidden"] ?? {}, new Set(["widget"])),
    "",
    "## Computed values",
    "",
    computedValues,
    "## Lists of a form",
    "",
    lists,
    ...listProperties(shared["formList"] ?? {}, new Set()),
    "",
    "## Pages of a form",
    "",
    pages,
    ...listProperties(shared["formPage"] ?? {}, new Set()),
    "",
    ...section("Widgets", "widget-", vocabulary.widgets, new Set(Object.keys(fieldProperties))),
    ...section("Blocks", "block-", vocabulary.blocks, new Set(["id", "block", "when"])),
    ...section("Actions", "action-", vocabulary.actions, new Set()),
    ...listFormats(),
  ].join("\n");
}

type Entries = Readonly<Record<string, Described<BlockContract | WidgetContract | ActionContract>>>;

/** Keys of every definition. */
const head: ReadonlySet<string> = new Set(["$schema", "kind", "id", "description"]);

/** A heading, a sentence, the properties and an example. */
function describe(
  title: string,
  sentence: string,
  schema: JsonSchema,
  metas: Readonly<Record<string, JsonSchema>>,
  without: ReadonlySet<string>,
): string[] {
  const properties = listProperties(schema, without);
  return [
    title,
    "",
    sentence,
    "",
    ...(properties.length > 0 ? [...properties, ""] : []),
    "```json",
    print(fullExampleOf(metas, schema)),
    "```",
    "",
  ];
}

function listProperties(schema: JsonSchema, without: ReadonlySet<string>): string[] {
  const required = (schema["required"] ?? []) as readonly string[];
  return Object.entries((schema["properties"] ?? {}) as Properties)
    .filter(([name]) => !without.has(name))
    .map(([name, property]) => {
      const key = required.includes(name) ? `**\`${name}\`**` : `\`${name}\``;
      return `- ${key}: ${String(property["description"] ?? "")}${toChoices(property)}`;
    });
}

/** The choices of an enumeration. */
function toChoices(schema: JsonSchema): string {
  const alternatives = [schema, ...((schema["anyOf"] ?? []) as readonly JsonSchema[])];
  const choices = alternatives.flatMap(
    (one) => (one["enum"] as unknown[] | undefined) ?? ("const" in one ? [one["const"]] : []),
  );
  return choices.length > 1 ? ` ${choices.map((choice) => `\`${String(choice)}\``).join(", ")}.` : "";
}

const lineMax = 100;

/** Prints JSON with each part on one line that fits. */
function print(value: unknown, indent = ""): string {
  const line = toLine(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= lineMax) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((part) => inner + print(part, inner))
    : Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${print(part, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${toLine(part)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

const toSentence = (line: Line): string => (typeof line === "string" ? line : line[0]);

function listOperators(): string[] {
  return [
    "## Operators",
    "",
    ...Object.entries(operatorLines).map(
      ([name, [line, example]]) => `- \`${name}\`: ${line} \`${toLine({ [name]: example })}\``,
    ),
    "",
  ];
}

function listFormats(): string[] {
  return [
    "## Formats",
    "",
    "The `format` of a text in the data of a form:",
    "",
    ...Object.keys(formats).map((name) => {
      const [example = ""] = formatSamples[name]?.("2026-11-21T10:00:00Z") ?? [];
      return `- \`${name}\`: \`${example}\``;
    }),
    "",
  ];
}
