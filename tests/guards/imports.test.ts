import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// The linter runs over the sources in `npm test`; here it is shown that it refuses what it must, on a folder of planted faults.
const root = fileURLToPath(new URL("../..", import.meta.url));

const refused: readonly [string, string, string][] = [
  ["engine/node.ts", 'import { readFileSync } from "node:fs";\nexport const x = readFileSync;', "no-restricted-imports"],
  ["engine/react.ts", 'import { useState } from "react";\nexport const x = useState;', "no-restricted-imports"],
  ["engine/server.ts", 'import { x } from "#server/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/renderer.ts", 'import { x } from "#renderer/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/rules/sideways.ts", 'import { x } from "../../widgets/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/now.ts", "export const x = () => Date.now();", "no-restricted-properties"],
  ["engine/random.ts", "export const x = () => Math.random();", "no-restricted-properties"],
  ["engine/page.ts", "export const x = () => document.title;", "no-restricted-globals"],
  ["engine/settings.ts", "export const x = () => process.env;", "no-restricted-globals"],
  ["engine/fetching.ts", 'export const x = () => fetch("/");', "no-restricted-globals"],
  ["widgets/one/fetching.ts", 'export const x = () => fetch("/");', "no-restricted-globals"],
  ["widgets/one/keeping.ts", 'export const x = () => localStorage.getItem("x");', "no-restricted-globals"],
  ["widgets/one/renderer.ts", 'import { x } from "#renderer/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["widgets/one/server.ts", 'import { x } from "#server/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["widgets/one/store.ts", 'import { atom } from "jotai";\nexport const y = atom;', "no-restricted-imports"],
  ["widgets/one/router.ts", 'import { useNavigate } from "react-router-dom";\nexport const y = useNavigate;', "no-restricted-imports"],
  ["widgets/one/neighbour.ts", 'import { x } from "../two/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["widgets/one/named.ts", 'import { x } from "#widgets/two/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["renderer/screen/server.ts", 'import { x } from "#server/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["renderer/screen/widget.ts", 'import X from "#widgets/file/FileTile.tsx";\nexport const y = X;', "no-restricted-imports"],
  ["renderer/screen/node.ts", 'import path from "node:path";\nexport const y = path;', "no-restricted-imports"],
  ["renderer/screen/document.ts", 'import x from "../../schemas/screens/home.json";\nexport const y = x;', "no-restricted-imports"],
  ["server/renderer.ts", 'import { x } from "#renderer/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["server/widgets.ts", 'import { x } from "#widgets/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["server/react.ts", 'import { createElement } from "react";\nexport const y = createElement;', "no-restricted-imports"],
  ["server/document.ts", 'import x from "../schemas/screens/home.json";\nexport const y = x;', "no-restricted-imports"],
  ["server/any.ts", "export const x = (y: any) => y;", "no-explicit-any"],
  ["server/swallow.ts", "export function x() {\n  try {\n    return 1;\n  } catch {}\n  return 2;\n}", "no-empty"],
  ["server/round/a.ts", 'import { b } from "./b.ts";\nexport const a = () => b;', "no-cycle"],
];

const accepted: readonly [string, string][] = [
  ["engine/rules/good.ts", 'import { DateTime } from "luxon";\nimport { x } from "#engine/x.ts";\nimport { y } from "./y.ts";\nexport const z = [DateTime, x, y];'],
  ["widgets/one/Good.tsx", 'import { useState } from "react";\nimport { Button } from "@fluentui/react-components";\nimport { x } from "#widgets/widget.ts";\nimport { y } from "#engine/y.ts";\nexport const z = [useState, Button, x, y];'],
  ["renderer/screen/good.ts", 'import { atom } from "jotai";\nimport { x } from "#engine/x.ts";\nimport { registry } from "#widgets/index.ts";\nexport const z = [atom, x, registry];'],
  ["server/good.ts", 'import { readFileSync } from "node:fs";\nimport { x } from "#engine/x.ts";\nimport { y } from "#server/y.ts";\nexport const z = [readFileSync, x, y, Date.now()];'],
  ["server/round/b.ts", 'export const b = 1;'],
];

const folder = mkdtempSync(path.join(tmpdir(), "sanad-lint-"));
let found = new Map<string, string[]>();
beforeAll(() => {
  copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
  for (const [file, text] of [...refused, ...accepted]) plant(file, text);
  plant("server/round/b.ts", 'import { a } from "./a.ts";\nexport const b = () => a;');
  found = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), `${text}\n`);
}

/** Rules broken, by file. */
function lint(): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, "node_modules/oxlint/bin/oxlint"), "--format", "json"], { cwd: folder, encoding: "utf8" });
  if (!stdout.trim().startsWith("{")) throw new Error(`oxlint said: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code?: string }[] };
  const byFile = new Map<string, string[]>();
  for (const { filename, code = "" } of diagnostics) {
    const file = path.posix.normalize(path.relative(folder, path.resolve(folder, filename)));
    byFile.set(file, [...(byFile.get(file) ?? []), code]);
  }
  return byFile;
}

describe("who may import whom", () => {
  it.each(refused)("%s is refused", (file, _text, rule) => {
    expect((found.get(file) ?? []).join(" ")).toContain(rule);
  });

  it.each(accepted.filter(([file]) => !file.startsWith("server/round/")))("%s is accepted", (file) => {
    expect(found.get(file) ?? []).toEqual([]);
  });
});
