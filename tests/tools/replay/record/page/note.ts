/** What can be seen of a page at one moment: its screen, and what says where one is. */
export interface Look {
  /** The id of its screen; empty where none stands. */
  readonly screen: string;
  /** The heading of the open dialog, else of the screen; a dialog without one goes by its own name. Undefined while there is none. */
  readonly sign?: { readonly role: "heading" | "dialog"; readonly name: string };
}

/** A thing on a page, by its accessible name; `in` where that alone would find another. */
export interface Target {
  readonly name: string;
  readonly in?: { readonly role: string; readonly name: string };
  /** Others of that role and name stand before it, and nothing named holds it alone. */
  readonly isHidden?: true;
}

/** One thing that a person did, as the page heard it. */
export type Deed =
  | ({ readonly kind: "press"; readonly role?: string } & Target)
  | ({
      readonly kind: "fill";
      readonly value: string;
      /** What a browser may fill in there (HTML's autofill names); empty where nothing. */
      readonly autofill: string;
    } & Target)
  | ({ readonly kind: "tick" } & Target)
  | ({ readonly kind: "choose"; readonly option: string } & Target)
  | ({ readonly kind: "date"; readonly on: string } & Target)
  | ({
      readonly kind: "upload";
      readonly paper: { readonly name: string; readonly type: string; readonly sizeBytes: number };
      /** Tells it from others, for `pages`. */
      readonly key: string;
    } & Target)
  | { readonly kind: "pay"; readonly outcome: "success" | "failure" | "cancel" | "pending" }
  | { readonly kind: "offline"; readonly offline: boolean }
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "reload" }
  | { readonly kind: "back" }
  /** What no verb of a fixture says. */
  | { readonly kind: "unsaid"; readonly what: string };

/** What the page's script tells the recorder. */
export type Note =
  | { readonly kind: "deed"; readonly deed: Deed; readonly look: Look }
  | { readonly kind: "look"; readonly look: Look }
  /** The page itself opened the choice of a file: the press before was the way to it. */
  | { readonly kind: "chooser" }
  /** The bytes of a PDF that was given: its pages are counted, and nothing of it is kept. */
  | { readonly kind: "bytes"; readonly key: string; readonly base64: string };
