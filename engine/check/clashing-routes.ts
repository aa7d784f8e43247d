import type { DocumentOf } from "#engine/documents/document-of.ts";
import { pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Two screens of which one address could mean either: "/a/:b" and "/a/c". Which one is drawn would be chance. */
export const clashingRoutes: Check = (set) => {
  const screens = set.ofKind("screen").map((source) => ({ source, screen: source.document as DocumentOf<"screen"> }));
  return screens.flatMap(({ source, screen }, index) =>
    screens.slice(0, index).flatMap(({ screen: other }) => {
      if (screen.when !== undefined || other.when !== undefined || !meet(screen, other)) return [];
      const clash = pathsOf(screen).find((path) => pathsOf(other).some((one) => one !== path && overlap(path, one)));
      if (clash === undefined) return [];
      const message = `An address can be meant by ${clash} and by a route of ${other.id}; one of the two needs a "when"`;
      return [issueAt(source, "/route", "clashing-routes", message)];
    }),
  );
};

/** Whether one visitor may see both. */
const meet = (a: DocumentOf<"screen">, b: DocumentOf<"screen">): boolean =>
  a.access === b.access || a.access === "public" || b.access === "public";

const stepsOf = (path: string): string[] => path.split("/").filter(Boolean);

function overlap(a: string, b: string): boolean {
  const [left, right] = [stepsOf(a), stepsOf(b)];
  const least = (steps: readonly string[]) => steps.filter((step) => !step.endsWith("?")).length;
  const length = Math.min(left.length, right.length);
  if (least(left) > length || least(right) > length) return false;
  const same = (index: number) =>
    left[index] === right[index] || left[index]?.startsWith(":") === true || right[index]?.startsWith(":") === true;
  return Array.from({ length }, (_, index) => index).every(same);
}
