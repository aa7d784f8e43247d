/** Returns the parameters of a path on a screen's route, "/ekyc/:formId/:txnId?"; undefined when it does not match. */
export function matchRoute(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  const least = wanted.filter((step) => !step.endsWith("?")).length;
  const fits =
    given.length >= least &&
    given.length <= wanted.length &&
    given.every((step, i) => wanted[i]?.startsWith(":") || wanted[i] === step);
  if (!fits) return undefined;
  return Object.fromEntries(
    given.flatMap((step, i) => (wanted[i]?.startsWith(":") ? [[wanted[i].replace(/^:|\?$/g, ""), step]] : [])),
  );
}
