/** True when a path fits a screen's route, "/ekyc/:formId/:txnId?". */
export function matchRoute(pattern: string, path: string): boolean {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  const least = wanted.filter((step) => !step.endsWith("?")).length;
  return given.length >= least && given.length <= wanted.length && given.every((step, i) => wanted[i]?.startsWith(":") || wanted[i] === step);
}
