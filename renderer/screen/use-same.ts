import { useState } from "react";

/** The value of an earlier drawing as long as it reads the same (as JSON, `undefined` as null): who depends on it stays at rest. */
export function useSame<T>(value: T): T {
  const text = JSON.stringify(value, (_, part: unknown) => part ?? null);
  const [kept, keep] = useState({ value, text });
  if (kept.text === text) return kept.value;
  keep({ value, text });
  return value;
}
