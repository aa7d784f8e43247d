import type { OptionsDocument } from "#engine/documents/screen.ts";
import { evaluate, type Scope } from "#engine/rules/evaluate.ts";
import type { Option } from "#widgets/widget.ts";

type Ask = (operation: string, args: Record<string, unknown>) => Promise<unknown>;

/** One page of a list that is searched on the server. */
export async function searchListed(
  options: OptionsDocument,
  args: Record<string, unknown>,
  scope: Scope,
  ask: Ask,
): Promise<{ list: Option[]; total: number }> {
  if (!options.call) return { list: [], total: 0 };
  const own = Object.fromEntries(
    Object.entries(options.with ?? {}).map(([name, expr]) => [name, evaluate(expr, scope)]),
  );
  const answer = (await ask(options.call, { ...own, ...args })) as { list: Record<string, unknown>[]; total: number };
  return { list: answer.list.map((item) => toOption(item, options)), total: answer.total };
}

/** The option behind a saved value, undefined when the list has none (it was typed). */
export async function findListed(
  options: OptionsDocument,
  value: string,
  scope: Scope,
  ask: Ask,
): Promise<Option | undefined> {
  const { list } = await searchListed(
    options,
    { search: value, seed: 0, count: 20, sort: "name", order: 1 },
    scope,
    ask,
  );
  return list.find((option) => option.value === value);
}

function toOption(item: Record<string, unknown>, { item: keys, disabledPostfix }: OptionsDocument): Option {
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
