import type { Page } from "playwright/test";

/** Something that a person can press or type into, as assistive technology names it. */
export interface Control {
  role: string;
  name: string;
  /** Which of those with the same role and name, from 0. */
  nth: number;
  disabled: boolean;
  /** Checked, selected, or the page one is on: to press it once more does nothing, as it should. */
  on: boolean;
  /** Where it is looked for: in what the page itself is about, in the dialog before it, or anywhere. */
  within: "main" | "dialog" | "page";
}

/** What stands on the page, as assistive technology reads it. */
export interface Reading {
  url: string;
  title: string;
  language: string;
  /** The screen document that is drawn, "" outside the wallet and while nothing is. */
  screen: string;
  /** The transaction that is open in this browser. */
  open: { orgId?: string; formId?: string; txnId?: string };
  /** The whole page, or the dialog in front of it. */
  tree: string;
  /** What stands in `main`, or in the dialog. */
  main: string;
  dialog: boolean;
  controls: readonly Control[];
  /** Something on it says that it is at work. */
  busy: boolean;
  /** What is in focus, and how far the page is scrolled. */
  focus: string;
  /** Times that something was printed. */
  printed: number;
}

export const typed: ReadonlySet<string> = new Set(["textbox", "searchbox", "spinbutton"]);
const pressed = "button|link|checkbox|radio|combobox|tab|switch|menuitem|option|gridcell|slider";
const line = new RegExp(
  `^\\s*- '?(${pressed}|${[...typed].join("|")})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?((?: \\[[^\\]]*\\])*)`,
);

/** A dialog before which nothing else can be used. */
export const modal = "dialog:modal, [role=dialog][aria-modal=true]";

/** Reads the page as it stands. */
export async function readPage(page: Page): Promise<Reading> {
  const front = page.locator(modal).last();
  const dialog = (await front.count()) > 0;
  const scope = dialog ? front : page.locator("body");
  const tree = await scope.ariaSnapshot();
  const main = dialog
    ? tree
    : (await page.locator("main").count()) > 0
      ? await page.locator("main").ariaSnapshot()
      : "";
  const now = await page.evaluate(() => {
    const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? "null") as string | null;
    const ids = ["orgId", "formId", "txnId"].flatMap((key) => (read(key) === null ? [] : [[key, read(key)]]));
    const active = document.activeElement;
    const path: string[] = [];
    for (let at = active; at && at !== document.body; at = at.parentElement)
      path.push(`${at.tagName}${[...(at.parentElement?.children ?? [])].indexOf(at)}`);
    return {
      screen: document.querySelector("[data-screen]")?.getAttribute("data-screen") ?? "",
      open: Object.fromEntries(ids) as Record<string, string>,
      title: document.title,
      busy: document.querySelector("[aria-busy=true]") !== null,
      language: document.documentElement.lang,
      focus: `${path.join(" ")} ${window.scrollX},${window.scrollY}`,
      printed: (window as { crawlPrinted?: number }).crawlPrinted ?? 0,
    };
  });
  const own = listControls(main, dialog ? "dialog" : "main");
  const names = new Set(own.map(toKey));
  const others = dialog ? [] : listControls(tree, "page").filter((control) => !names.has(toKey(control)));
  return { url: page.url(), ...now, tree, main, dialog, controls: [...own, ...others] };
}

/** The controls of an accessibility tree, in its order. */
function listControls(tree: string, within: Control["within"]): Control[] {
  const seen = new Map<string, number>();
  /** How far a list that the browser itself opens stands in: its choices are chosen through it. */
  let native = Infinity;
  return tree.split("\n").flatMap((row) => {
    const inset = row.search(/\S/);
    if (inset > native) return [];
    native = /^\s*- '?combobox\b.*:$/.test(row) ? inset : Infinity;
    const [, role, quoted = "", marks = ""] = line.exec(row.replaceAll("''", "'")) ?? [];
    if (role === undefined) return [];
    const name = quoted.replace(/\\(.)/g, "$1");
    const nth = seen.get(`${role} ${name}`) ?? 0;
    seen.set(`${role} ${name}`, nth + 1);
    return [
      {
        role,
        name,
        nth,
        within,
        disabled: marks.includes("[disabled]"),
        on: /\[(checked|selected)\]/.test(marks) && role !== "checkbox" && role !== "switch",
      },
    ];
  });
}

/** A control, for a report. */
export const describe = ({ role, name, nth }: Control): string => `${role} '${name}'${nth > 0 ? ` (${nth + 1})` : ""}`;

/** The same control wherever it stands, and whatever number it carries in this scene. */
export const toKey = ({ role, name, nth }: Control): string => `${role} ${name.replace(/\d{4,}/g, "#")} ${nth}`;

/** What a page says, without what another second changes. */
export const toLasting = (said: string): string =>
  said.replace(/(in )?\d+ (s|sec|seconds|min|hr)\b|a few seconds\b/g, "#");
