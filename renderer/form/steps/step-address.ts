/** The query parameter that names the step in the address of a form with pages. */
const parameter = "page";

/** Returns the step that the query of an address names. */
export const readStep = (search: string): string | undefined => new URLSearchParams(search).get(parameter) ?? undefined;

/** Returns the query of an address with another step. */
export function withStep(search: string, step: string): string {
  const query = new URLSearchParams(search);
  query.set(parameter, step);
  return `?${query.toString()}`;
}
