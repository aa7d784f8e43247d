import type { Issue } from "#engine/documents/issue.ts";
import type { BlockDocument, Step } from "#engine/documents/fragments.ts";
import type { ScreenDocument } from "#engine/documents/screen.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./context.ts";

/** Keys of the `session` root that documents may write (the spec's slices). */
export const sessionKeys: ReadonlySet<string> = new Set(["startButtonClicked", "showInitScreen", "currentVerification", "openDemo"]);

/** Screens: unique block ids, at most three deep; dialogs and forms that exist; view keys that are declared; routes that do not hide each other. */
export const checkScreens: Check = (set) => set.ofKind("screen").flatMap((source) => checkScreen(set, source)).concat(checkRoutes(set));

interface Placed { block: BlockDocument; pointer: string; depth: number }

/** Every block of a screen with its pointer and depth. */
export function placeBlocks(body: readonly BlockDocument[], pointer = "/body", depth = 1): Placed[] {
  return body.flatMap((block, i) => [{ block, pointer: `${pointer}/${i}`, depth }, ...(block.body ? placeBlocks(block.body, `${pointer}/${i}/body`, depth + 1) : [])]);
}

function checkScreen(set: DocumentSet, source: SourceDocument): Issue[] {
  const issues: Issue[] = [];
  const screen = source.document as unknown as ScreenDocument;
  const placed = placeBlocks(screen.body);
  const seen = new Set<string>();
  for (const { block, pointer, depth } of placed) {
    if (seen.has(block.id)) issues.push(issueAt(source, `${pointer}/id`, "repeated-id", `Two blocks of this screen are called "${block.id}"`));
    seen.add(block.id);
    if (depth > 3) issues.push(issueAt(source, pointer, "too-deep", "Blocks stand three deep at most; a screen that reads like HTML lacks a block"));
  }
  const dialogs = new Set(placed.filter(({ block }) => block.block === "dialog").map(({ block }) => block.id));
  const forms = new Set(placed.filter(({ block }) => block.block === "form").map(({ block }) => block.id));
  for (const { step, where, pointer } of stepsOf(set, source)) {
    const name = step["open"] ?? step["close"];
    if (typeof name === "string" && !dialogs.has(name)) issues.push(issueAt(where, pointer, "missing-dialog", `The screen ${screen.id} has no dialog "${name}"`));
    if (typeof step["submit"] === "string" && !forms.has(step["submit"])) issues.push(issueAt(where, pointer, "missing-form", `The screen ${screen.id} has no form "${step["submit"]}"`));
    for (const target of Object.keys((step["set"] ?? {}) as object)) issues.push(...checkTarget(screen, where, pointer, target));
  }
  return issues;
}

function checkTarget(screen: ScreenDocument, where: SourceDocument, pointer: string, target: string): Issue[] {
  const [root = "", key = ""] = target.split(".");
  if (root === "view" && Object.hasOwn(screen.view ?? {}, key)) return [];
  if (root === "session" && sessionKeys.has(key)) return [];
  return [issueAt(where, pointer, "unknown-target", `The screen ${screen.id} declares no ${target}; set writes declared view.* and ${[...sessionKeys].join(", ")} of session`)];
}

/** The steps that a screen can take: its own events, and those of every flow they run. */
function stepsOf(set: DocumentSet, source: SourceDocument): { step: Step; where: SourceDocument; pointer: string }[] {
  const steps: { step: Step; where: SourceDocument; pointer: string }[] = [];
  const queue: SourceDocument[] = [source];
  const seen = new Set(queue);
  for (let where = queue.shift(); where; where = queue.shift()) {
    for (const { slot, pointer, value } of set.found(where)) {
      if (slot !== "event" && slot !== "step") continue;
      const step = value as Step;
      steps.push({ step, where, pointer });
      const next = typeof step["run"] === "string" ? set.byKey.get(`flow/${step["run"]}`) : undefined;
      if (next && !seen.has(next)) {
        seen.add(next);
        queue.push(next);
      }
    }
  }
  return steps;
}

function checkRoutes(set: DocumentSet): Issue[] {
  const issues: Issue[] = [];
  const plain = new Map<string, string>();
  for (const source of set.ofKind("screen")) {
    const screen = source.document as unknown as ScreenDocument;
    if (screen.when !== undefined) continue;
    for (const route of [screen.route].flat()) {
      const taken = plain.get(`${route} ${screen.access}`);
      if (taken) issues.push(issueAt(source, "/route", "repeated-route", `${route} is the route of ${taken} already; one of the two needs a "when"`));
      plain.set(`${route} ${screen.access}`, screen.id);
    }
  }
  return issues;
}
