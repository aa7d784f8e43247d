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

/** The address of the open step of a form with pages, and how to change it. */
export interface StepLocation {
  /** The step that the address names. */
  read(): string | undefined;
  /** Goes to the address of another step; `replace` puts it in the place of this one in the history. */
  go(step: string, replace: boolean): void;
  /** Goes one history entry back. */
  back(): void;
}
