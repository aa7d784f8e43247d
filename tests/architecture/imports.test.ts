import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

// `npm test` lints the sources. This test shows that the linter rejects what it must, on a folder of planted faults.
const root = fileURLToPath(new URL("../..", import.meta.url));

// The layers of engine/, the lowest first.
const layers = ["base", "rules", "definitions", "scope", "form", "transaction", "payment"]
  .map((layer) => `engine/core/${layer}`)
  .concat("engine/contract", "engine/authoring");
const toLayerImport = (from: string): string => `import type { X } from "#${from}/x.ts";\nexport type Y = X;`;

const refused: readonly [string, string, string][] = [
  ...layers
    .slice(1)
    .map((layer, i): [string, string, string] => [
      `${layers[i]}/upward.ts`,
      toLayerImport(layer),
      "no-restricted-imports",
    ]),
  ["engine/core/form/around.ts", 'import { x } from "../payment/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/contract/around.ts", 'import { x } from "../authoring/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/authoring/vision.ts", toLayerImport("engine/vision"), "no-restricted-imports"],
  ["engine/vision/scope.ts", toLayerImport("engine/core/scope"), "no-restricted-imports"],
  ["engine/core/scope/round/a.ts", 'import type { B } from "./b.ts";\nexport type A = B | 1;', "no-cycle"],
  [
    "engine/node.ts",
    'import { readFileSync } from "node:fs";\nexport const x = readFileSync;',
    "no-restricted-imports",
  ],
  ["engine/react.ts", 'import { useState } from "react";\nexport const x = useState;', "no-restricted-imports"],
  ["engine/server.ts", 'import { x } from "#server/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["engine/renderer.ts", 'import { x } from "#renderer/x.ts";\nexport const y = x;', "no-restricted-imports"],
  [
    "engine/core/rules/sideways.ts",
    'import { x } from "../../widgets/x.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
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
  [
    "widgets/one/router.ts",
    'import { useNavigate } from "react-router-dom";\nexport const y = useNavigate;',
    "no-restricted-imports",
  ],
  ["widgets/one/neighbour.ts", 'import { x } from "../two/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["widgets/one/named.ts", 'import { x } from "#widgets/two/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["renderer/screen/server.ts", 'import { x } from "#server/x.ts";\nexport const y = x;', "no-restricted-imports"],
  [
    "renderer/screen/widget.ts",
    'import X from "#widgets/file/FileTile.tsx";\nexport const y = X;',
    "no-restricted-imports",
  ],
  ["renderer/screen/node.ts", 'import path from "node:path";\nexport const y = path;', "no-restricted-imports"],
  [
    "renderer/screen/document.ts",
    'import x from "../../schemas/screens/home.json";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/session/client.ts",
    'import { x } from "#renderer/data/client.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["renderer/session/react.ts", 'import { x } from "react";\nexport const y = x;', "no-restricted-imports"],
  [
    "renderer/data/scope.ts",
    'import { x } from "#renderer/runtime/scope.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/data/snackbars.ts",
    'import { x } from "#renderer/shell/Snackbars.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["renderer/data/react.ts", 'import { x } from "react";\nexport const y = x;', "no-restricted-imports"],
  [
    "renderer/data/around.ts",
    'import { x } from "../session/slices.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/runtime/actions.ts",
    'import { x } from "#renderer/actions/index.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/runtime/icon.ts",
    'import { x } from "#renderer/shell/Icon.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["renderer/runtime/react.ts", 'import { x } from "react";\nexport const y = x;', "no-restricted-imports"],
  [
    "renderer/shell/block.ts",
    'import { x } from "#renderer/blocks/block.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/shell/parts/router.ts",
    'import { x } from "react-router-dom";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["renderer/headless/react.ts", 'import { x } from "react";\nexport const y = x;', "no-restricted-imports"],
  [
    "renderer/headless/drawn.ts",
    'import { x } from "#renderer/blocks/Button.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/actions/form.ts",
    'import { x } from "#renderer/form/OpenForm.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/actions/block.ts",
    'import { x } from "#renderer/blocks/block.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/form/services/block.ts",
    'import { x } from "#renderer/blocks/block.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/form/action.ts",
    'import { x } from "#renderer/actions/call.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/blocks/store.ts",
    'import { x } from "#renderer/form/form-store.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/blocks/parts/action.ts",
    'import { x } from "#renderer/actions/call.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/blocks/screen.ts",
    'import { x } from "#renderer/screen/Blocks.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "renderer/screen/frame.ts",
    'import { x } from "#renderer/app/Frame.tsx";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["renderer/data/round/a.ts", 'import type { B } from "./b.ts";\nexport interface A {\n  b: B;\n}', "no-cycle"],
  ["server/renderer.ts", 'import { x } from "#renderer/x.ts";\nexport const y = x;', "no-restricted-imports"],
  ["server/widgets.ts", 'import { x } from "#widgets/x.ts";\nexport const y = x;', "no-restricted-imports"],
  [
    "server/react.ts",
    'import { createElement } from "react";\nexport const y = createElement;',
    "no-restricted-imports",
  ],
  ["server/document.ts", 'import x from "../schemas/screens/home.json";\nexport const y = x;', "no-restricted-imports"],
  ["server/any.ts", "export const x = (y: any) => y;", "no-explicit-any"],
  ["server/swallow.ts", "export function x() {\n  try {\n    return 1;\n  } catch {}\n  return 2;\n}", "no-empty"],
  ["server/round/a.ts", 'import { b } from "./b.ts";\nexport const a = () => b;', "no-cycle"],
  // Server modules: each planted import goes against the layer table.
  [
    "server/platform/settings.ts",
    'import { x } from "#server/checkout/providers/x.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/platform/store/owner.ts",
    'import type { X } from "#server/services.ts";\nexport type Y = X;',
    "no-restricted-imports",
  ],
  [
    "server/ports/sms.ts",
    'import { x } from "#server/messaging/outbox/outbox.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/reference/lists/owner.ts",
    'import { x } from "#server/accounts/profile/profile.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/config/follow.ts",
    'import { x } from "#server/wallet/transactions/load.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/messaging/notices/who.ts",
    'import { x } from "#server/accounts/profile/profile.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/files/detection/why.ts",
    'import { x } from "#server/wallet/transactions/pinned-definitions.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/files/storage/bearer.ts",
    'import { x } from "#server/api/operations.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/accounts/captcha/of.ts",
    'import type { X } from "#server/wallet/transactions/load.ts";\nexport type Y = X;',
    "no-restricted-imports",
  ],
  [
    "server/wallet/steps/paying.ts",
    'import { x } from "#server/checkout/orders/bill.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/wallet/steps/inside.ts",
    'import { x } from "#server/accounts/sessions/refresh-tokens.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/checkout/orders/inside.ts",
    'import { x } from "#server/wallet/submissions/save.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/checkout/orders/page.ts",
    'import { x } from "#server/api/html.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/staff/case.ts",
    'import { x } from "#server/wallet/transactions/load.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/console/answer.ts",
    'import { x } from "#server/api/operations.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/wallet/steps/staff.ts",
    'import { x } from "#server/staff/sessions.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["server/api/gate.ts", 'import { x } from "./routes/files.ts";\nexport const y = x;', "no-restricted-imports"],
  [
    "server/api/routes/desk.ts",
    'import { x } from "#server/sandbox/session.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/sandbox/shortcut.ts",
    'import { x } from "#server/api/routes/files.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  [
    "server/cli/demo.ts",
    'import { x } from "#server/sandbox/fixture.ts";\nexport const y = x;',
    "no-restricted-imports",
  ],
  ["server/wallet/steps/react.ts", 'import { x } from "react";\nexport const y = x;', "no-restricted-imports"],
  ["server/round/type-a.ts", 'import type { B } from "./type-b.ts";\nexport type A = B | 1;', "no-cycle"],
];

const accepted: readonly [string, string][] = [
  ...layers.slice(1).map((layer, i): [string, string] => [`${layer}/downward.ts`, toLayerImport(layers[i]!)]),
  [
    "engine/core/rules/good.ts",
    'import { DateTime } from "luxon";\nimport { x } from "#engine/core/base/x.ts";\nimport { y } from "./y.ts";\nexport const z = [DateTime, x, y];',
  ],
  ["widgets/one/camera.ts", 'import { x } from "#widgets/camera/x.ts";\nexport const y = x;'],
  [
    "widgets/one/Good.tsx",
    'import { useState } from "react";\nimport { Button } from "@fluentui/react-components";\nimport { x } from "#widgets/widget.ts";\nimport { y } from "#engine/y.ts";\nexport const z = [useState, Button, x, y];',
  ],
  [
    "renderer/session/good.ts",
    'import { a } from "jotai";\nimport { b } from "#engine/x.ts";\nexport const z = [a, b];',
  ],
  [
    "renderer/data/good.ts",
    'import { a } from "ofetch";\nimport { b } from "@tanstack/react-query";\nimport { c } from "#renderer/session/slices.ts";\nexport const z = [a, b, c];',
  ],
  [
    "renderer/runtime/good.ts",
    'import { a } from "react-router-dom";\nimport { b } from "#renderer/data/client.ts";\nimport { c } from "#renderer/session/slices.ts";\nexport const z = [a, b, c];',
  ],
  [
    "renderer/shell/parts/good.ts",
    'import { a } from "react";\nimport { b } from "@fluentui/react-components";\nimport { c } from "../x.ts";\nimport { d } from "#renderer/runtime/scope.ts";\nexport const z = [a, b, c, d];',
  ],
  [
    "renderer/actions/good.ts",
    'import { a } from "#renderer/runtime/action.ts";\nimport { b } from "#renderer/data/client.ts";\nimport { c } from "#renderer/session/snackbars.ts";\nexport const z = [a, b, c];',
  ],
  [
    "renderer/form/draft/good.ts",
    'import { a } from "react";\nimport { b } from "../parts/x.ts";\nimport { c } from "#widgets/index.ts";\nimport { d } from "#renderer/shell/Icon.tsx";\nexport const z = [a, b, c, d];',
  ],
  [
    "renderer/blocks/parts/good.ts",
    'import { a } from "react";\nimport { b } from "../block.ts";\nimport { c } from "#renderer/form/OpenForm.tsx";\nimport { d } from "#renderer/runtime/scope.ts";\nexport const z = [a, b, c, d];',
  ],
  [
    "renderer/screen/good.ts",
    'import { a } from "jotai";\nimport { b } from "#renderer/blocks/index.ts";\nimport { c } from "#renderer/actions/index.ts";\nimport { d } from "#renderer/form/OpenForm.tsx";\nexport const z = [a, b, c, d];',
  ],
  [
    "renderer/app/good.ts",
    'import { a } from "jotai";\nimport { b } from "#renderer/screen/Screen.tsx";\nimport { c } from "#renderer/shell/Icon.tsx";\nexport const z = [a, b, c];',
  ],
  [
    "server/good.ts",
    'import { readFileSync } from "node:fs";\nimport { x } from "#engine/x.ts";\nimport { y } from "#server/y.ts";\nexport const z = [readFileSync, x, y, Date.now()];',
  ],
  [
    "server/checkout/orders/good.ts",
    'import { x } from "#server/wallet/transactions/load.ts";\nimport { y } from "#server/platform/log.ts";\nimport type { Z } from "#server/services.ts";\nexport const z: Z[] = [x, y];',
  ],
  [
    "server/api/routes/good.ts",
    'import { x } from "#server/wallet/submissions/save.ts";\nimport { y } from "../paging.ts";\nexport const z = [x, y];',
  ],
  ["server/round/b.ts", "export const b = 1;"],
];

const folder = mkdtempSync(path.join(tmpdir(), "sanad-lint-"));
let found = new Map<string, string[]>();
beforeAll(() => {
  copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"));
  for (const [file, text] of [...refused, ...accepted]) plant(file, text);
  plant("engine/core/scope/round/b.ts", 'import type { A } from "./a.ts";\nexport type B = A | 2;');
  plant("renderer/data/round/b.ts", 'import type { A } from "./a.ts";\nexport interface B {\n  a: A;\n}');
  plant("server/round/b.ts", 'import { a } from "./a.ts";\nexport const b = () => a;');
  plant("server/round/type-b.ts", 'import type { A } from "./type-a.ts";\nexport type B = A | 2;');
  found = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), `${text}\n`);
}

/** Names of the broken rules by file. */
function lint(): Map<string, string[]> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/oxlint/bin/oxlint"), "--format", "json"],
    { cwd: folder, encoding: "utf8" },
  );
  if (!stdout.trim().startsWith("{")) throw new Error(`oxlint printed: ${stdout}${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code?: string }[] };
  const byFile = new Map<string, string[]>();
  for (const { filename, code = "" } of diagnostics) {
    const file = path.posix.normalize(path.relative(folder, path.resolve(folder, filename)));
    byFile.set(file, [...(byFile.get(file) ?? []), code]);
  }
  return byFile;
}

describe("the linter", () => {
  it.each(refused)("rejects %s", (file, _text, rule) => {
    expect((found.get(file) ?? []).join(" ")).toContain(rule);
  });

  it.each(accepted.filter(([file]) => !file.startsWith("server/round/")))("accepts %s", (file) => {
    expect(found.get(file) ?? []).toEqual([]);
  });
});
