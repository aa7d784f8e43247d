/** What the workbench and the script in each of its frames say to each other; all of it can be cloned. */

/** A value that a condition read. */
export interface Reading {
  path: string;
  value: string;
}
/** One part of a document that decides something: "when", "require", "label", with what it came to. */
export interface Reason {
  part: string;
  expression: string;
  outcome: string;
  reads: readonly Reading[];
  /** Names of the rules that it asks, with what each says. */
  rules: readonly { name: string; holds: boolean }[];
}
/** A block of a screen, or a field of a form, drawn or not. */
export interface Outlined {
  /** Names it within the frame. */
  key: string;
  /** Its document: "screens/home", "forms/address". */
  document: string;
  /** How the document names it: a block's id, a field's place. */
  name: string;
  /** Which block or widget draws it. */
  drawnBy: string;
  depth: number;
  shown: boolean;
  reasons: readonly Reason[];
}
export interface Outline {
  screen: string;
  parts: readonly Outlined[];
}
/** A fault of a document, for the part that it stands in. */
export interface PartFault {
  document: string;
  name: string;
  message: string;
}

export type ToProbe =
  | { ask: "point"; on: boolean }
  | { ask: "mark"; key: string | undefined }
  | { ask: "faults"; faults: readonly PartFault[] }
  | { ask: "reload" };
export type FromProbe = { tell: "outline"; outline: Outline } | { tell: "picked"; key: string; outline: Outline };

/** What was chosen for a frame; `form`: the request that is open in it, or would be. */
export interface Chosen {
  org: string;
  form?: string;
  lang: string;
  who: string;
  width: string;
}

/** What a frame is opened for: its name carries it, since the frame has an origin of its own. */
export interface Scene {
  /** Changes with whatever is in it: a scene is entered once, a reload goes on. */
  id: string;
  /** The address that it begins at. */
  path: string;
  /** For whoever records what is done in it. */
  chosen: Chosen;
  /** What goes into local and session storage, by key. */
  local: Readonly<Record<string, unknown>>;
  session: Readonly<Record<string, unknown>>;
  /** Navigation state. */
  state?: Readonly<Record<string, unknown>>;
  theme: "light" | "dark";
}
