import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Described, Line, Lines } from "#engine/core/definitions/about.ts";
import type { ActionContract, BlockContract, WidgetContract } from "#engine/core/definitions/props.ts";
import type { Vocabulary } from "#engine/authoring/meta-schemas/to-meta-schemas.ts";
import { operators } from "#engine/core/rules/operators.ts";
import { actionAbout, actionContracts } from "#renderer/actions/contracts.ts";
import { blocks } from "#renderer/blocks/index.ts";
import { iconNames } from "#renderer/shell/Icon.tsx";
import { widgets } from "#widgets/index.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Module {
  contract?: object;
  about?: { is: Line; props: Lines; on?: Lines };
}

/** Files with a contract and its descriptions, as absolute paths, so that Vitest and Node share the modules. */
function listContractFiles(): string[] {
  const files = (folder: string, pattern: RegExp) =>
    readdirSync(path.join(root, folder))
      .filter((name) => pattern.test(name))
      .map((name) => path.join(root, folder, name));
  const widgetFolders = readdirSync(path.join(root, "widgets"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(root, "widgets", name, "contract.ts"));
  return [
    ...files("renderer/blocks", /\.tsx$/),
    ...files("renderer/blocks/parts", /-contract\.ts$/),
    ...widgetFolders.filter((file) => existsSync(file)),
  ];
}

/** A contract with the descriptions of its file. */
function toDescribed<C extends BlockContract | WidgetContract>(
  name: string,
  contract: C,
  found: readonly Module[],
): Described<C> {
  const about = found.find((module) => module.contract === contract && module.about)?.about;
  if (!about) throw new Error(`The file of "${name}" exports no \`about\` beside its contract.`);
  return { contract, about };
}

/** Collects the registries of blocks, widgets and actions with their descriptions. */
export async function collectVocabulary(): Promise<Vocabulary> {
  const found = await Promise.all(
    listContractFiles().map((file) => import(/* @vite-ignore */ file) as Promise<Module>),
  );
  const vocabulary: Vocabulary = {
    blocks: {},
    widgets: {},
    actions: {},
    operators: Object.keys(operators),
    icons: iconNames,
  };
  for (const [name, source] of Object.entries(blocks)) {
    const { contract } = typeof source === "function" ? await source() : source;
    vocabulary.blocks[name] = toDescribed(name, contract, found);
  }
  for (const [name, { contract }] of Object.entries(widgets))
    vocabulary.widgets[name] = toDescribed<WidgetContract>(name, contract, found);
  for (const [name, about] of Object.entries(actionAbout)) {
    const contract: ActionContract = actionContracts[name as keyof typeof actionContracts];
    vocabulary.actions[name] = { contract, about };
  }
  return vocabulary;
}
