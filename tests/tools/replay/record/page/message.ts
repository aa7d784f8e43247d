/** The page at one moment: its screen and its heading. */
export interface PageView {
  /** The screen id; empty without a screen. */
  readonly screen: string;
  /**
   * The heading of the open dialog, else of the screen. A dialog without a heading has its own name. Undefined without
   * any.
   */
  readonly sign?: { readonly role: "heading" | "dialog"; readonly name: string };
}

/** An element by accessible name. `in` is a landmark that makes the name unique. */
export interface Target {
  readonly name: string;
  readonly in?: { readonly role: string; readonly name: string };
  /** Other elements have the same role and name, and no landmark separates them. */
  readonly isHidden?: true;
}

/** One action of a person on the page. */
export type UserAction =
  | ({ readonly kind: "press"; readonly role?: string } & Target)
  | ({
      readonly kind: "fill";
      readonly value: string;
      /** HTML's autofill name; empty without one. */
      readonly autofill: string;
    } & Target)
  | ({ readonly kind: "tick" } & Target)
  | ({ readonly kind: "choose"; readonly option: string } & Target)
  | ({ readonly kind: "date"; readonly on: string } & Target)
  | ({
      readonly kind: "upload";
      readonly file: { readonly name: string; readonly type: string; readonly sizeBytes: number };
      /** Identifies the upload for `pages`. */
      readonly key: string;
    } & Target)
  | { readonly kind: "pay"; readonly outcome: "success" | "failure" | "cancel" | "pending" }
  | { readonly kind: "offline"; readonly offline: boolean }
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "reload" }
  | { readonly kind: "back" }
  /** An action without a verb. */
  | { readonly kind: "unsupported"; readonly what: string };

/** A message from the page to the recorder. */
export type PageMessage =
  | { readonly kind: "action"; readonly userAction: UserAction; readonly view: PageView }
  | { readonly kind: "view"; readonly view: PageView }
  /** The page opened the file dialog. The previous press only led to it. */
  | { readonly kind: "file-dialog" }
  /** The bytes of a PDF, to count its pages. They are not stored. */
  | { readonly kind: "bytes"; readonly key: string; readonly base64: string };
