/** The two ends of a range as the data hold them. */
export interface RangeValue {
  readonly from?: string;
  readonly to?: string;
  readonly ongoing?: true;
}

/** Reads a value from outside: a part of another type counts as missing. */
export function readRange(value: unknown): RangeValue {
  const { from, to, ongoing } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof from === "string" && { from }),
    ...(typeof to === "string" && { to }),
    ...(ongoing === true && { ongoing }),
  };
}

/** The range with one part changed; undefined when nothing is left. What is still ongoing has no end. */
export function changeRange(value: unknown, change: { [Key in keyof RangeValue]?: unknown }): RangeValue | undefined {
  const next = readRange({ ...readRange(value), ...(change.ongoing === true && { to: undefined }), ...change });
  return Object.keys(next).length === 0 ? undefined : next;
}
