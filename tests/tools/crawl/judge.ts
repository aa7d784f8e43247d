import { findUntrue, type Facts } from "./claims.ts";
import type { Reading } from "./reading.ts";

/** Controls of every page that do not count as a way on. */
const noWay = new Set([
  "link Skip to content",
  "button Language",
  "button Close",
  "button Support chat",
  "button Watch Demo",
]);

/** Text that no page may show: placeholders, code words, raw values. */
const rough: readonly RegExp[] = [
  /\b(undefined|null|NaN)\b/,
  /\[object /,
  /Invalid (Date|DateTime)/,
  /\{[a-z]\w*\}/,
  /\b[A-Z]{2,}(_[A-Z]+)+\b/,
  /\bbgv-[a-z]+/,
  / {2,}[a-z]|\s,|\(\)/,
];

/** Returns whether there is no screen, no dialog and no alert. */
const saysNothing = ({ screen, dialog, tree }: Reading) => screen === "" && !dialog && !/^\s*- alert\b/m.test(tree);
const isOutside = ({ url }: Reading) => new URL(url).pathname.startsWith("/sandbox");

/** Returns whether a page of the wallet is still empty. */
export const isEmpty = (reading: Reading): boolean => saysNothing(reading) && !isOutside(reading);

/** The faults of a settled page. */
export function judge(reading: Reading, facts: Omit<Facts, "screen" | "path">, met: Set<string>): string[] {
  if (isEmpty(reading)) return [`nothing is drawn at ${new URL(reading.url).pathname}`];
  // Pages outside the wallet, such as a provider's, are judged only by being there.
  if (saysNothing(reading)) return [];
  const words = toWords(reading.tree);
  const texts = [...words.matchAll(/"((?:[^"\\]|\\.)*)"|: (.*)$|text: (.*)$/gm)].map(
    (found) => found.slice(1).find((part) => part !== undefined) ?? "",
  );
  return [
    ...(reading.dialog || /^\s*- heading/m.test(reading.main) || reading.screen === "" ? [] : ["no heading"]),
    ...(reading.title.includes("|") || reading.title !== "" ? [] : ["no title"]),
    ...reading.controls
      .filter(({ name, role }) => name === "" && role !== "gridcell" && role !== "option")
      .map((control) => `nameless ${control.role}`),
    ...(hasWayOn(reading) ? [] : ["dead end: nothing leads on"]),
    ...texts.flatMap((text) => rough.filter((pattern) => pattern.test(text)).map(() => `rough words: ${text}`)),
    ...findUntrue(
      { page: words, main: toWords(reading.main) },
      { ...facts, screen: reading.screen, path: new URL(reading.url).pathname },
      met,
    ),
  ];
}

/** The text of a tree without link targets. */
const toWords = (tree: string): string =>
  tree
    .split("\n")
    .filter((row) => !row.trim().startsWith("- /url:"))
    .join("\n");

/** Returns whether the page or its back link offers a way on. */
function hasWayOn({ controls, main, dialog, language }: Reading): boolean {
  if (language !== "en") return true; // the same page is judged in English
  return controls.some(({ role, name, disabled }) => {
    const known = `${role} ${name}`;
    if (disabled) return false;
    if (dialog || main === "") return true;
    if (noWay.has(known)) return false;
    return name === "Back" || main.includes(`${role} ${JSON.stringify(name)}`) || name === "Open menu";
  });
}
