/** Messages between the workbench and the probe in each frame; all can be cloned. */

/** A value that an expression read. */
export interface ReadValue {
  path: string;
  value: string;
}
/** One deciding property of a part ("when", "require", "label") with its outcome. */
export interface Reason {
  part: string;
  expression: string;
  outcome: string;
  reads: readonly ReadValue[];
  /** The rules that the expression calls, with their results. */
  rules: readonly { name: string; holds: boolean }[];
}
/** A block of a screen or a field of a form, drawn or hidden. */
export interface OutlinePart {
  /** Unique within the frame. */
  key: string;
  /** Its definition: "screens/home", "forms/address". */
  document: string;
  /** Its name in the definition: a block's id, a field's pointer. */
  name: string;
  /** The block or widget that draws it. */
  drawnBy: string;
  depth: number;
  isShown: boolean;
  reasons: readonly Reason[];
}
export interface Outline {
  screen: string;
  parts: readonly OutlinePart[];
}
/** A fault of a definition and the part that contains it. */
export interface PartFault {
  document: string;
  name: string;
  message: string;
}

export type ToProbe =
  | { type: "point"; on: boolean }
  | { type: "mark"; key: string | undefined }
  | { type: "faults"; faults: readonly PartFault[] }
  | { type: "reload" };
export type FromProbe = { type: "outline"; outline: Outline } | { type: "picked"; key: string; outline: Outline };

/** The choice for a frame; `form` is the id of its request. */
export interface FrameChoice {
  org: string;
  form?: string;
  lang: string;
  who: string;
  width: string;
}

/** The state of a frame at its start; passed in the frame's name, because the frame has its own origin. */
export interface Scene {
  /** Changes with the content: each scene is entered once, and a reload keeps the present state. */
  id: string;
  /** The first address. */
  path: string;
  /** Read by the recorder. */
  chosen: FrameChoice;
  /** Entries for local and session storage. */
  local: Readonly<Record<string, unknown>>;
  session: Readonly<Record<string, unknown>>;
  /** Navigation state. */
  state?: Readonly<Record<string, unknown>>;
  theme: "light" | "dark";
}
