import { toOptionName } from "#widgets/option-name.ts";
import {
  listOptions,
  getOptionName,
  chooseOption,
  type DescribedField,
  type DescribeWidget,
} from "#widgets/accessible-node.ts";

/** The name of the present value, from the list or the search. */
function findName({ options, value, services, cached }: DescribedField): string {
  const { findOption } = services;
  if (!options || "list" in options || !findOption || typeof value !== "string" || value === "")
    return getOptionName({ options, value });
  const load = async (signal: AbortSignal) => (await findOption(options.id, value, signal)) ?? null;
  const option = cached(["option-of", options.id, value], load);
  return option ? toOptionName(option) : value;
}

/** A searched list is queried with the typed text. */
export const describe: DescribeWidget = (field) => [
  {
    ...field.state,
    role: "combobox",
    name: field.label,
    value: findName(field),
    choose: async (name, typed = "") => {
      const { options, services, commit } = field;
      if (!options || "list" in options) return chooseOption(listOptions(field), name, commit);
      const query = { search: typed, seed: 0, count: options.pageSize, signal: new AbortController().signal };
      chooseOption((await services.searchOptions(options.id, query)).list, name, commit);
    },
  },
];
