/** A value in an address as a document writes it: `{name}` for a fact that code fills in, or the value itself. */
export type AddressValue = string | boolean;

/** Where something leads, as a document says it: a screen, and what its address says. */
export interface Target {
  screen: string;
  params?: Readonly<Record<string, AddressValue>>;
  query?: Readonly<Record<string, AddressValue>>;
}

const fact = /^\{(\w+)\}$/;

/**
 * The path and query of a target on its screen's route (the first, where there are several). Undefined where the path
 * needs a fact that is not there: half an address leads nowhere.
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
  let whole = true;
  const [first = "/"] = [route].flat();
  const path = first.replace(/\/:(\w+)(\??)/g, (_place, name: string, optional: string) => {
    const value = fill(params[name]);
    if (value) return `/${encodeURIComponent(value)}`;
    whole &&= optional === "?";
    return "";
  });
  const search = Object.entries(query).flatMap(([name, value]) => {
    const filled = fill(value);
    return filled ? [`${encodeURIComponent(name)}=${encodeURIComponent(filled)}`] : [];
  });
  return whole ? [path || "/", search.join("&")].filter(Boolean).join("?") : undefined;
}
