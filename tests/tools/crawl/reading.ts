import type { Page } from "playwright/test";

/** A control, named as in the accessibility tree. */
export interface Control {
  role: string;
  name: string;
  /** Index among those with the same role and name, from 0. */
  nth: number;
  disabled: boolean;
  /** Checked, selected or the current page: pressing it again does nothing. */
  on: boolean;
  /** Where to look for it: the page's content, the open dialog, or anywhere. */
  within: "main" | "dialog" | "page";
}

/** The page as its accessibility tree shows it. */
export interface Reading {
  url: string;
  title: string;
  language: string;
  /** Id of the rendered screen; "" outside the wallet or while none is. */
  screen: string;
  /** The open transaction of this browser. */
  open: { orgId?: string; formId?: string; txnId?: string };
  /** The whole page, or the dialog in front of it. */
  tree: string;
  /** The content of `main`, or of the dialog. */
  main: string;
  dialog: boolean;
  controls: readonly Control[];
  /** A part of the page is busy. */
  busy: boolean;
  /** The focused element and the scroll position. */
  focus: string;
  /** Number of prints. */
  printed: number;
}

export const typed: ReadonlySet<string> = new Set(["textbox", "searchbox", "spinbutton"]);
const pressed = "button|link|checkbox|radio|combobox|tab|switch|menuitem|option|gridcell|slider";
const line = new RegExp(
  `^\\s*- '?(${pressed}|${[...typed].join("|")})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?((?: \\[[^\\]]*\\])*)`,
);

/** Selects a modal dialog. */
export const modal = "dialog:modal, [role=dialog][aria-modal=true]";

/** Reads the current page. */
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

/** The controls of an accessibility tree in order. */
function listControls(tree: string, within: Control["within"]): Control[] {
  const seen = new Map<string, number>();
  /** Indentation of an open native list, whose options are chosen through it. */
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

/** A control as text for a report. */
export const describe = ({ role, name, nth }: Control): string => `${role} '${name}'${nth > 0 ? ` (${nth + 1})` : ""}`;

/** A key for the same control on any page, without numbers of the scene. */
export const toKey = ({ role, name, nth }: Control): string => `${role} ${name.replace(/\d{4,}/g, "#")} ${nth}`;

/** The text of a page without parts that change every second. */
export const toLasting = (said: string): string =>
  said.replace(/(in )?\d+ (s|sec|seconds|min|hr)\b|a few seconds\b/g, "#");
