import type { CDPSession, Page } from "playwright";
import type { AccessibleNode } from "#widgets/accessible-node.ts";
import type { PageSnapshot } from "#renderer/headless/headless-page.ts";
import type { TraceLine } from "#renderer/runtime/action.ts";

/** What a page shows at one moment, one line per element in order. It is the same in every mode. */
export interface PageObservation {
  readonly screen: string;
  readonly title: string;
  /** Number of history entries of the current document. A redirect adds none. */
  readonly stepsBack: number;
  readonly lines: readonly string[];
  /** Announcements since the previous step. */
  readonly announced: readonly string[];
  /** Trace since the previous step: flow rows, calls with their outcome, dialogs. */
  readonly trace: readonly string[];
  /** Names of the events that the page reported since the previous step. */
  readonly tracked: readonly string[];
  /** Downloads since the previous step: file names and content. */
  readonly downloaded: readonly string[];
  /** The focused element. Only a browser reports it. */
  readonly focus?: string;
  /** Text between the elements. Only the headless page reports all of it. */
  readonly texts?: readonly string[];
}

/** An observation with the server's state. */
export interface Observation extends PageObservation {
  /** Stored data of the open transaction. */
  readonly stored: readonly string[];
  /** Messages sent since the previous step. */
  readonly sent: readonly string[];
}

/** The Navigation API, which TypeScript's library lacks. */
declare const navigation: { readonly currentEntry: { readonly index: number } };

/** Lists of an observation in comparison order. */
const lists = ["lines", "texts", "announced", "trace", "downloaded", "tracked", "stored", "sent"] as const;

/** An element with its states. */
export interface PageNode {
  role: string;
  name: string;
  value?: string | undefined;
  checked?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  description?: string | undefined;
}

/** Roles that are compared: controls and landmarks. */
export const roles: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "combobox",
  "dialog",
  "file",
  "heading",
  "link",
  "progressbar",
  "radio",
  "radiogroup",
  "region",
  "tab",
  "textbox",
]);

/** A file field. Only its name is compared, because browsers word its value differently. */
export const fileRole = "file";

/** Chromium's tree does not mark native lists and checkboxes as required. */
const mayBeRequired = (role: string): boolean => role !== "combobox" && role !== "checkbox";

/** Countdowns and times of the last minute differ between two moments. */
const variableText = /\b\d+ s\b|\b\d\d:\d\d\b/g;

function toLine({ role, name, value, checked, required, disabled, invalid, description }: PageNode): string {
  const isRequired = required && mayBeRequired(role);
  const words = { checked, required: isRequired, disabled, invalid };
  const marks = Object.entries(words)
    .filter(([, holds]) => holds)
    .map(([word]) => word)
    .join(" ");
  return [
    `${role} '${name}'`,
    value ? `= '${value}'` : "",
    marks && `(${marks})`,
    description ? `: ${description}` : "",
  ]
    .filter(Boolean)
    .join(" ")
    .replace(variableText, "…");
}

/** The observation of a headless page. */
export function toObservation(
  { screen, title, stepsBack, nodes, frameNodes, snackbars }: PageSnapshot,
  { trace, downloaded, tracked }: Pick<PageObservation, "trace" | "downloaded" | "tracked">,
): PageObservation {
  const pageNodes = flatten(nodes).map(toPageNode);
  const lines = pageNodes.filter(isCompared).map(toLine);
  const around = flatten(frameNodes).map(toPageNode);
  const tones = snackbars.map(({ text, tone }) => ({ role: "announcement", name: text, value: tone }));
  const texts = [...pageNodes.filter((node) => !isCompared(node)), ...around, ...tones].map(toLine);
  return {
    screen,
    title,
    stepsBack,
    lines,
    texts,
    announced: snackbars.map(({ text }) => text),
    trace,
    downloaded,
    tracked,
  };
}

/**
 * Trace lines for comparison, without events of the page frame. Background calls come last, because their order varies.
 */
export const toTraceLines = (lines: readonly TraceLine[]): string[] =>
  [...lines.filter(({ background }) => !background), ...lines.filter(({ background }) => background)]
    .filter(({ frame }) => frame === undefined)
    .map(({ screen, row, operation, outcome, dialog }) =>
      [row ?? operation ?? dialog ?? screen, outcome].filter(Boolean).join(" "),
    );

type Comparable = PageObservation & Partial<Observation>;

/** The first difference of two observations, or undefined. */
export function findDifferentLine(one: Comparable, other: Comparable): string | undefined {
  for (const key of ["screen", "title", "stepsBack"] as const)
    if (one[key] !== other[key]) return `${key} '${one[key]}' and '${other[key]}'`;
  for (const key of lists) {
    if (key === "texts" && !(one.texts && other.texts)) continue;
    const [mine, others] = [one[key] ?? [], other[key] ?? []];
    const at = [...mine, ""].findIndex((line, i) => line !== others[i]);
    if (at < mine.length || others.length > mine.length)
      return `${key}: ${mine[at] ?? "nothing"}\n    and ${others[at] ?? "nothing"}`;
  }
  return undefined;
}

const flatten = (nodes: readonly AccessibleNode[]): AccessibleNode[] =>
  nodes.flatMap((one) => [one, ...flatten(one.children ?? [])]);
const isCompared = ({ role }: PageNode): boolean => roles.has(role);

function toPageNode({
  role,
  name,
  value,
  checked,
  required,
  disabled,
  reason,
  hint,
  error,
  invalid,
}: AccessibleNode): PageNode {
  if (role === fileRole) return { role, name };
  const description = [hint, error, reason].filter(Boolean).join(" ");
  // A read-only text field does not count as disabled in a browser.
  const isDisabled = role === "textbox" || role === "combobox" ? undefined : disabled;
  return { role, name, value, checked, required, disabled: isDisabled, invalid, description };
}

interface AxValue {
  value?: unknown;
}
interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  value?: AxValue;
  description?: AxValue;
  properties?: { name: string; value: AxValue }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The DevTools session of a Chromium page. One for all: a session that ends takes the page's authenticator with it. */
export function openDevTools(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** The observation of a Chromium page from its accessibility tree: the open dialog, else the screen. */
export async function observePage(page: Page): Promise<PageObservation> {
  const client = await openDevTools(page);
  const nodes = await readTree(client);
  const top = await findTop(client);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const root = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === top);
  const pageNodes = root ? walk(root, byId).map(toSeen).filter(isCompared) : [];
  const focused = nodes.find(({ role, properties }) => role?.value !== "RootWebArea" && isTrue("focused", properties));
  const focus = focused ? toName(focused) : "page";
  return { ...(await toPageObservation(page, pageNodes)), focus };
}

/** The observation of a browser page with these elements. */
export async function toPageObservation(page: Page, pageNodes: readonly PageNode[]): Promise<PageObservation> {
  const [screen, title, nodes, stepsBack] = await page.evaluate((): [string, string, string[], number] => [
    document.querySelector<HTMLElement>("[data-screen]")?.dataset["screen"] ?? "",
    document.title,
    [...((globalThis as { replayAnnouncements?: string[] }).replayAnnouncements ?? [])],
    navigation.currentEntry.index - ((globalThis as { replayStart?: number }).replayStart ?? 0),
  ]);
  return {
    screen,
    title,
    stepsBack,
    announced: nodes,
    lines: pageNodes.map(toLine),
    trace: [],
    downloaded: [],
    tracked: [],
  };
}

async function readTree(client: CDPSession): Promise<AxNode[]> {
  const { nodes } = (await client.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
  return nodes;
}

async function findTop(client: CDPSession): Promise<number | undefined> {
  const place = "document.querySelector('[data-screen]') ?? document.querySelector('main')";
  const expression = `[...document.querySelectorAll('dialog[open]')].at(-1) ?? ${place}`;
  const { result } = await client.send("Runtime.evaluate", { expression });
  if (!result.objectId) return undefined;
  const { node } = await client.send("DOM.describeNode", { objectId: result.objectId });
  return node.backendNodeId;
}

function walk(node: AxNode, byId: ReadonlyMap<string, AxNode>): AxNode[] {
  const inside = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id);
    return child ? walk(child, byId) : [];
  });
  return node.ignored ? inside : [node, ...inside];
}

const isTrue = (wanted: string, properties: AxNode["properties"] = []): boolean =>
  properties.some(({ name, value }) => name === wanted && String(value.value) === "true");
const toName = ({ role, name }: AxNode): string => `${String(role?.value)} '${String(name?.value ?? "").trim()}'`;

function toSeen({ role, name, value, description, properties = [] }: AxNode): PageNode {
  // Only a file field is a button with a value: the name of its file or a placeholder.
  if (role?.value === "button" && value?.value !== undefined)
    return { role: fileRole, name: String(name?.value ?? "").trim() };
  const has = (wanted: string) => isTrue(wanted, properties);
  return {
    role: String(role?.value ?? ""),
    name: String(name?.value ?? "").trim(),
    value: value?.value === undefined ? undefined : String(value.value),
    checked: has("checked") || has("selected"),
    required: has("required"),
    disabled: has("disabled"),
    invalid: has("invalid"),
    description: description?.value === undefined ? undefined : String(description.value),
  };
}
