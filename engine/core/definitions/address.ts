/** A value in an address as a definition writes it: `{name}` for a fact that code supplies, or the value itself. */
export type AddressValue = string | boolean;

/** The target of a link as a definition writes it: a screen with its parameters. */
export interface Target {
  screen: string;
  params?: Readonly<Record<string, AddressValue>>;
  query?: Readonly<Record<string, AddressValue>>;
}

const fact = /^\{(\w+)\}$/;

/**
 * Returns path and query of a target on its screen's route (the first one, if it has several). Undefined where the path
 * needs a fact that is missing.
 */
export function toAddress(
  route: string | readonly string[],
  { params = {}, query = {} }: Pick<Target, "params" | "query">,
  facts: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const fill = (value: AddressValue | undefined): string | undefined => {
    const name = typeof value === "string" ? fact.exec(value)?.[1] : undefined;
    return name === undefined ? value?.toString() : facts[name];
  };
  let isComplete = true;
  const [first = "/"] = [route].flat();
  const path = first.replace(/\/:(\w+)(\??)/g, (_place, name: string, optional: string) => {
    const value = fill(params[name]);
    if (value) return `/${encodeURIComponent(value)}`;
    isComplete &&= optional === "?";
    return "";
  });
  const search = Object.entries(query).flatMap(([name, value]) => {
    const filled = fill(value);
    return filled ? [`${encodeURIComponent(name)}=${encodeURIComponent(filled)}`] : [];
  });
  return isComplete ? [path || "/", search.join("&")].filter(Boolean).join("?") : undefined;
}
