import type { Described, Line, Lines } from "#engine/documents/about.ts";
import type { ActionContract, BlockContract, WidgetContract } from "#engine/documents/props.ts";
import type { Words } from "#engine/documents/to-meta.ts";
import { operators } from "#engine/rules/operators.ts";
import { actionAbout, actionContracts } from "#renderer/actions/contracts.ts";
import { blocks } from "#renderer/blocks/index.ts";
import { iconNames } from "#renderer/shell/Icon.tsx";
import { widgets } from "#widgets/index.ts";

interface Module {
  contract?: object;
  about?: { is: Line; props: Lines; on?: Lines };
}
const modules = import.meta.glob<Module>([
  "../../../renderer/blocks/*.tsx",
  "../../../renderer/blocks/parts/*-contract.ts",
  "../../../widgets/*/contract.ts",
]);

/** A contract with what the file in which it stands says of it. */
function toDescribed<C extends BlockContract | WidgetContract>(
  name: string,
  contract: C,
  found: readonly Module[],
): Described<C> {
  const about = found.find((module) => module.contract === contract && module.about)?.about;
  if (!about) throw new Error(`The file of "${name}" exports no \`about\` beside its contract.`);
  return { contract, about };
}

/** What the registries of blocks, widgets and actions say, with the lines beside each contract. */
export async function collectWords(): Promise<Words> {
  const found = await Promise.all(Object.values(modules).map((load) => load()));
  const words: Words = { blocks: {}, widgets: {}, actions: {}, operators: Object.keys(operators), icons: iconNames };
  for (const [name, source] of Object.entries(blocks)) {
    const { contract } = typeof source === "function" ? await source() : source;
    words.blocks[name] = toDescribed(name, contract, found);
  }
  for (const [name, { contract }] of Object.entries(widgets))
    words.widgets[name] = toDescribed<WidgetContract>(name, contract, found);
  for (const [name, about] of Object.entries(actionAbout)) {
    const contract: ActionContract = actionContracts[name as keyof typeof actionContracts];
    words.actions[name] = { contract, about };
  }
  return words;
}
