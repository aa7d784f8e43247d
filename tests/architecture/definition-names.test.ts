import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Code names no form, screen, verification or organisation: a new one is a definition, never a branch in code.
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Code that builds the demo data by name. Product code never reads it. */
const demoData = /^server\/sandbox\/(fixture\.ts|parts\/)/;

/** Names that code contains on purpose. */
const allowed: readonly { in: RegExp; text: string; why: string }[] = [
  {
    in: /^engine\/contract\/(operation-table|profile)\.ts$/,
    text: "/verifications/otp/aadhaar",
    why: "a path on the wire",
  },
  { in: /^engine\/contract\/(operation-table|profile)\.ts$/, text: "/profile/aadhaar", why: "a path on the wire" },
  { in: /^engine\/contract\/profile\.ts$/, text: "passport", why: "the closed value of `type` on the wire" },
  {
    in: /^engine\/core\/definitions\/event-names\.ts$/,
    text: "Verification: name-change enquiry",
    why: "an event's name, of a closed list",
  },
  ...["bgv-degree", "bgv-tenth", "gce"].map((text) => ({
    in: /^engine\/authoring\/(editor\/expressions|meta-schemas\/example-of)\.ts$/,
    text,
    why: "an example in the language reference",
  })),
  {
    in: /^server\/api\/routes\/identity\.ts$/,
    text: "aadhaar",
    why: "the eKYC calls exist for this one proof",
  },
  {
    in: /^server\/sandbox\/session\.ts$/,
    text: "aadhaar",
    why: "a sandbox candidate with a proved name has it by eKYC",
  },
];

interface Named {
  id: string;
  kind: string;
}
interface Hit {
  file: string;
  line: number;
  text: string;
  id: string;
}

const kinds = new Set(["form", "screen", "verification", "organisation", "request"]);
/** Kinds whose ids are proper names: any string equal to one counts as a mention. */
const proper = new Set(["verification", "organisation", "request"]);

const named: Named[] = filesUnder("schemas")
  .filter((file) => file.endsWith(".json") && !file.startsWith("schemas/meta/"))
  .map((file) => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Named)
  .filter(({ kind }) => kinds.has(kind));

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.posix.join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(place) : [place];
  });
}

/** String literals of a file by line, without comments and imports. */
function* stringsOf(source: string): Generator<{ line: number; text: string }> {
  for (const [i, line] of source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .split("\n")
    .entries()) {
    if (/^\s*(\/\/|import |\} from |export .* from )/.test(line)) continue;
    for (const [, , text] of line.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/g)) if (text) yield { line: i + 1, text };
  }
}

/**
 * Returns whether a string names a definition. An id of several words counts anywhere, a proper name alone, a common
 * word only as a path or a key.
 */
function isNamed(text: string, { id, kind }: Named, file: string): boolean {
  if (id.includes("-")) return new RegExp(`(?<![A-Za-z0-9-])${id}(?![A-Za-z]|-[a-z])`).test(text);
  if (proper.has(kind)) return text === id || text.startsWith(`${id}/`) || text.endsWith(`/${id}`);
  const isPath = /^(renderer|widgets)\//.test(file) && (text === `/${id}` || text.startsWith(`/${id}?`));
  return isPath || text === `${kind}/${id}` || text === `${kind}.${id}`;
}

function isAllowed(hit: Hit, one: (typeof allowed)[number]): boolean {
  return one.in.test(hit.file) && (hit.text === one.text || hit.text.startsWith(`${one.text}$`));
}

/** Definition names in the strings of a file. `verification` is both a screen and a kind; only the screen counts. */
function findNames(file: string, source: string): Hit[] {
  const hits = [...stringsOf(source)].flatMap(({ line, text }) =>
    named.filter((one) => isNamed(text, one, file)).map(({ id }) => ({ file, line, text, id })),
  );
  return [...new Map(hits.map((hit) => [`${hit.line} ${hit.text}`, hit])).values()];
}

describe("definition names in code", () => {
  const code = ["engine", "widgets", "renderer", "server"]
    .flatMap(filesUnder)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !demoData.test(file));
  const hits = code.flatMap((file) => findNames(file, readFileSync(path.join(root, file), "utf8")));

  it("finds no form, screen, verification or organisation in a string", () => {
    const unexplained = hits.filter((hit) => !allowed.some((one) => isAllowed(hit, one)));
    expect(unexplained).toEqual([]);
  });

  it("uses every exception", () => {
    const idle = allowed.filter((one) => !hits.some((hit) => isAllowed(hit, one)));
    expect(idle).toEqual([]);
  });

  it.each([
    ['if (name === "bgv-degree") return 1;', "server/x.ts", "bgv-degree"],
    ["const key = `draft/bgv-degree-1`;", "server/x.ts", "bgv-degree"],
    ['case "harbour":', "engine/x.ts", "harbour"],
    ['void navigate("/terms");', "renderer/x.tsx", "terms"],
    ['config.get("screen/home");', "renderer/x.ts", "home"],
    ['const id = "education-evaluation";', "widgets/x.tsx", "education-evaluation"],
  ])("detects %s", (line, file, id) => {
    expect(findNames(file, line).map((hit) => hit.id)).toContain(id);
  });

  it.each([
    ['if (kind === "form") return 1;', "engine/x.ts"],
    ['import { readInfo } from "./verification-info.ts";', "server/x.ts"],
    ["// as in bgv-degree", "server/x.ts"],
    ['path: "/profile",', "engine/x.ts"],
    ['throw new Error("error");', "server/x.ts"],
  ])("accepts %s", (line, file) => {
    expect(findNames(file, line)).toEqual([]);
  });
});
