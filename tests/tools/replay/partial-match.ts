/**
 * Returns where `actual` does not match `expected`, or undefined. An object matches if each expected key does. A list
 * matches if it starts with the expected items; an empty one must be empty. Other values must be equal.
 */
export function findDifference(expected: unknown, actual: unknown, at = ""): string | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return say(at, expected, actual);
    if (expected.length === 0 && actual.length > 0) return say(at, expected, actual);
    return firstOf(expected.map((item, i) => [item, actual[i], `${at}/${i}`] as const));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return say(at, expected, actual);
    return firstOf(Object.entries(expected).map(([key, value]) => [value, actual[key], `${at}/${key}`] as const));
  }
  return Object.is(expected, actual) ? undefined : say(at, expected, actual);
}

function firstOf(pairs: readonly (readonly [unknown, unknown, string])[]): string | undefined {
  for (const [expected, actual, at] of pairs) {
    const difference = findDifference(expected, actual, at);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function say(at: string, expected: unknown, actual: unknown): string {
  return `${at || "/"} should be ${show(expected)} and is ${show(actual)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
