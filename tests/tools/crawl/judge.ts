import { findUntrue, type Facts } from "./claims.ts";
import type { Reading } from "./reading.ts";

/** What leads nowhere: it stands on every page. */
const noWay = new Set([
  "link Skip to content",
  "button Language",
  "button Close",
  "button Support chat",
  "button Watch Demo",
]);

/** What no page says to a person: holes, code words, values of code. */
const rough: readonly RegExp[] = [
  /\b(undefined|null|NaN)\b/,
  /\[object /,
  /Invalid (Date|DateTime)/,
  /\{[a-z]\w*\}/,
  /\b[A-Z]{2,}(_[A-Z]+)+\b/,
  /\bbgv-[a-z]+/,
  / {2,}[a-z]|\s,|\(\)/,
];

/** No screen of the wallet's, nothing in front of one, and nothing that says why. */
const saysNothing = ({ screen, dialog, tree }: Reading) => screen === "" && !dialog && !/^\s*- alert\b/m.test(tree);
const isOutside = ({ url }: Reading) => new URL(url).pathname.startsWith("/sandbox");

/** A page of the wallet's on which nothing is drawn, or nothing yet. */
export const isEmpty = (reading: Reading): boolean => saysNothing(reading) && !isOutside(reading);

/** What is wrong with a page that rests. */
export function judge(reading: Reading, facts: Omit<Facts, "screen" | "path">, met: Set<string>): string[] {
  if (isEmpty(reading)) return [`nothing is drawn at ${new URL(reading.url).pathname}`];
  // Outside the wallet's own pages (the provider's page) nothing is judged but that it is somewhere.
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

/** What is said, without where links lead. */
const toWords = (tree: string): string =>
  tree
    .split("\n")
    .filter((row) => !row.trim().startsWith("- /url:"))
    .join("\n");

/** In the page itself, or by the way back, somebody can go on. */
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
