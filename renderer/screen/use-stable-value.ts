import { useState } from "react";

/**
 * Returns the earlier value while it is equal as JSON (`undefined` as null), so that hooks that depend on it do not
 * run.
 */
export function useStableValue<T>(value: T): T {
  const text = JSON.stringify(value, (_, part: unknown) => part ?? null);
  const [stable, setStable] = useState({ value, text });
  if (stable.text === text) return stable.value;
  setStable({ value, text });
  return value;
}
