import { expect, test } from "vitest";
import { toMetaSchemas, type Words } from "#engine/documents/to-meta.ts";
import type { BlockContract, WidgetContract } from "#engine/documents/props.ts";
import { operators } from "#engine/rules/operators.ts";
import { actionContracts } from "#renderer/actions/contracts.ts";
import { blocks } from "#renderer/blocks/index.ts";
import { iconNames } from "#renderer/shell/Icon.tsx";
import { widgets } from "#widgets/index.ts";

async function collectWords(): Promise<Words> {
  const blockContracts: Record<string, BlockContract> = {};
  for (const [name, source] of Object.entries(blocks))
    blockContracts[name] = (typeof source === "function" ? await source() : source).contract;
  const widgetContracts: Record<string, WidgetContract> = {};
  for (const [name, { contract }] of Object.entries(widgets)) widgetContracts[name] = contract;
  return {
    blocks: blockContracts,
    widgets: widgetContracts,
    actions: actionContracts,
    operators: Object.keys(operators),
    icons: iconNames,
  };
}

// The registries are the source; `npm run meta` writes the files anew.
test("schemas/meta says what the registries say", async () => {
  const files = toMetaSchemas(await collectWords());
  for (const [name, schema] of Object.entries(files)) {
    await expect(JSON.stringify(schema, null, 2) + "\n").toMatchFileSnapshot(`../../../schemas/meta/${name}`);
  }
}, 60_000);

test("every widget folder stands in the registry under its own name", () => {
  const folders = Object.keys(import.meta.glob("../../../widgets/*/contract.ts")).map((path) => path.split("/").at(-2));
  expect(folders.sort()).toEqual(Object.keys(widgets).sort());
});
