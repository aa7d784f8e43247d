import { listOf, nameOf, pick, type SayWidget } from "#widgets/said.ts";

/** A list that is searched is asked for what somebody typed. */
export const say: SayWidget = (field) => [
  {
    ...field.state,
    role: "combobox",
    name: field.label,
    value: nameOf(field),
    choose: async (name, typed = "") => {
      const { options, services, take } = field;
      if (!options || "list" in options) return pick(listOf(field), name, take);
      const query = { search: typed, seed: 0, count: options.pageSize, signal: new AbortController().signal };
      pick((await services.searchOptions(options.id, query)).list, name, take);
    },
  },
];
