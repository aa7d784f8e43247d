import { toOptionName } from "#widgets/option-name.ts";
import { listOf, nameOf, pick, type SaidField, type SayWidget } from "#widgets/said.ts";

/** How the value is called: by the list, or by who searches it. */
function findName({ options, value, services, kept }: SaidField): string {
  const { findOption } = services;
  if (!options || "list" in options || !findOption || typeof value !== "string" || value === "")
    return nameOf({ options, value });
  const load = async (signal: AbortSignal) => (await findOption(options.id, value, signal)) ?? null;
  const option = kept(["option-of", options.id, value], load);
  return option ? toOptionName(option) : value;
}

/** A list that is searched is asked for what somebody typed. */
export const say: SayWidget = (field) => [
  {
    ...field.state,
    role: "combobox",
    name: field.label,
    value: findName(field),
    choose: async (name, typed = "") => {
      const { options, services, take } = field;
      if (!options || "list" in options) return pick(listOf(field), name, take);
      const query = { search: typed, seed: 0, count: options.pageSize, signal: new AbortController().signal };
      pick((await services.searchOptions(options.id, query)).list, name, take);
    },
  },
];
