import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import { evaluate, type Scope } from "#engine/core/rules/evaluate.ts";
import type { Option } from "#widgets/widget.ts";

type CallOperation = (operation: string, args: Record<string, unknown>) => Promise<unknown>;

/** One page of an option list that the server searches. */
export async function searchOptions(
  options: OptionsDefinition,
  args: Record<string, unknown>,
  scope: Scope,
  callOperation: CallOperation,
): Promise<{ list: Option[]; total: number }> {
  if (!options.call) return { list: [], total: 0 };
  const own = Object.fromEntries(
    Object.entries(options.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]),
  );
  const answer = (await callOperation(options.call, { ...own, ...args })) as {
    list: Record<string, unknown>[];
    total: number;
  };
  return { list: answer.list.map((item) => toOption(item, options)), total: answer.total };
}

/** The option for a saved value; undefined when the list has none, because it was typed. */
export async function findSearchedOption(
  options: OptionsDefinition,
  value: string,
  scope: Scope,
  callOperation: CallOperation,
): Promise<Option | undefined> {
  const { list } = await searchOptions(
    options,
    { search: value, seed: 0, count: 20, sort: "name", order: 1 },
    scope,
    callOperation,
  );
  return list.find((option) => option.value === value);
}

function toOption(item: Record<string, unknown>, { item: keys, disabledPostfix }: OptionsDefinition): Option {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const postfix = text(item["disabledPostfix"]) || text(disabledPostfix);
  const description = keys?.hint === undefined ? "" : text(item[keys.hint]);
  return {
    name: text(item[keys?.label ?? "name"]),
    value: text(item[keys?.value ?? "value"]),
    ...(description ? { description } : {}),
    ...(item["disabled"] === true ? { disabled: true, ...(postfix ? { disabledPostfix: postfix } : {}) } : {}),
  };
}
