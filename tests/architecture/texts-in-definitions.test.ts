import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

// Code contains no sentence for candidates: their text is in catalogues/texts and catalogues/messages, in every
// language.

/** Code with English text for authors, operators and developers. */
const forMakers: readonly RegExp[] = [
  /^server\/(cli|config|workbench)\//,
  /^server\/main\.ts$/,
  /^server\/platform\/(settings|secrets|store\/)/,
  /^server\/checkout\/providers\/drivers\.ts$/,
  /^server\/api\/routes\/openapi\.ts$/,
  /^server\/sandbox\/(texts\.ts|fixture\.ts|session\.ts|parts\/)/,
  /^renderer\/(build|workbench)\//,
  /^renderer\/vite\.config\.ts$/,
];
/** Sentences that no candidate reads. */
const allowed: readonly { in: string; text: RegExp; why: string }[] = [
  { in: "server/ports/exporter-sentry.ts", text: /^Sentry sentry_version=7/, why: "a header of its protocol" },
  { in: "server/api/routes/page.ts", text: /not built yet/, why: "who starts the server without a build" },
  { in: "server/platform/keys/missing-keys.ts", text: /./, why: "an operator whose server does not start" },
  ...[
    "sharing/openid4vci-endpoints",
    "sharing/credential-request",
    "sharing/issue-copy",
    "sharing/key-proof",
    "sharing/offers",
    "presentations/openid4vp-endpoints",
  ].map((file) => ({
    in: `server/wallet/${file}.ts`,
    text: /./,
    why: "another wallet's developers (error_description of OAuth)",
  })),
];

/** Errors and logs, which no candidate reads. */
const unsaid =
  /\b(new \w*Error|handleMissingCode|super|console\.\w+|log\.\w+|emitWarning|write|InvalidDefinitions|compileReader)\(/;
/** Names of headers, authorization schemes and fonts. */
const technical = /^[A-Z][a-z]+(-[A-Z][a-z]+)+$|^(Bearer|Basic) |^Segoe UI$/;
const sentence = /^[A-Z][a-z]+(?:[ '’-][A-Za-z{$][\w'’}{$.]*)+[.:!?…]?/;

interface Hit {
  file: string;
  line: number;
  text: string;
}

/** Editor descriptions of a contract. They are for authors and not part of the page. */
const forEditors = /^export const \w*[aA]bout = \{[\s\S]*?\bsatisfies\b/gm;

/** Descriptions of settings, which are for operators (server/SETTINGS.md). */
const ofSettings = /\bdescription: "[^"]*"/g;

const withoutText = (part: string): string => part.replace(/[^\n]/g, " ");

/** Strings that read like a sentence or a label of several words, and text between tags. */
function findSentences(file: string, source: string): Hit[] {
  const lines = source
    .replace(forEditors, withoutText)
    .replace(file.startsWith("server/checkout/providers/") ? ofSettings : /$^/, withoutText)
    .replace(/\/\*[\s\S]*?\*\//g, withoutText)
    .replace(/(^|\s)\/\/[^\n]*/g, "$1")
    .split("\n");
  return lines.flatMap((line, i) => {
    if (/^\s*(import |\} from |export .* from )/.test(line) || unsaid.test(line) || unsaid.test(lines[i - 1] ?? ""))
      return [];
    const strings = [...line.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text]) => text ?? "");
    const between = file.endsWith(".tsx")
      ? [...line.matchAll(/>([^<>{}=;()]+)<\//g)].map(([, text]) => text ?? "")
      : [];
    const said = [
      ...strings.filter((text) => sentence.test(text) && !technical.test(text)),
      ...between.filter((text) => /[A-Za-z]{2}/.test(text)),
    ];
    return said.map((text) => ({ file, line: i + 1, text }));
  });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file));
}

describe("text for candidates", () => {
  it.each(["server", "renderer", "widgets"])("is in definitions and never in %s", (folder) => {
    const hits = filesUnder(folder)
      .filter((file) => !forMakers.some((place) => place.test(file)))
      .flatMap((file) => findSentences(file, readFileSync(file, "utf8")))
      .filter(({ file, text }) => !allowed.some((one) => one.in === file && one.text.test(text)));
    expect(hits).toEqual([]);
  });

  it("finds planted sentences and ignores technical strings", () => {
    const planted = [
      'throw refuse("/name", "Full name is required");',
      "say(`Your payment of ${amount} failed`);",
      "  <p>We could not load this.</p>",
      '  title: "Payment received",',
    ];
    for (const line of planted) expect(findSentences("renderer/x.tsx", line), line).toHaveLength(1);
    for (const line of [
      'throw new Error("There is no such form");',
      'log.warn("The line is slow today");',
      "// Nothing is said here",
      'const type = "application/json";',
      "const next = items.map((item) => <Row key={item.id} />);",
    ])
      expect(findSentences("renderer/x.tsx", line), line).toEqual([]);
  });
});
