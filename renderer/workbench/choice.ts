import { stateNames } from "#engine/core/definitions/states.ts";

/** Viewers that need no transaction. */
export const people = ["visitor", "newcomer", "candidate", "agent"] as const;

/** Axes of a choice; each combination of their values is a frame. */
export const axes = {
  org: { title: "Organisation" },
  lang: { title: "Language" },
  who: { title: "Viewer" },
  width: { title: "Width" },
  theme: { title: "Theme" },
} as const;
export type Axis = keyof typeof axes;

export const widths: Readonly<Record<string, number>> = { phone: 390, narrow: 320, desktop: 1280 };
export const themes = ["light", "dark"] as const;
/** A person, or a candidate with a transaction in this state. */
export const viewers: readonly string[] = [...people, ...stateNames];

/** The subject, its viewers and its settings, as in the address of the workbench. */
export interface Choice extends Record<Axis, readonly string[]> {
  /** "screens/home", "forms/address". */
  subject: string;
  /** Request id; empty means the first one that fits. */
  request: string;
  /** Route and navigation values that differ from those of the scene. */
  values: Readonly<Record<string, string>>;
}
export type Frame = Record<Axis, string>;

/** Limit on frames, for the sake of the machine; the page reports how many are hidden. */
export const maxFrames = 16;

export function readChoice(search: string, defaults: Choice): Choice {
  const query = new URLSearchParams(search);
  const list = (name: Axis) => query.get(name)?.split(",").filter(Boolean) ?? defaults[name];
  return {
    subject: query.get("subject") ?? defaults.subject,
    request: query.get("request") ?? "",
    org: list("org"),
    lang: list("lang"),
    who: list("who"),
    width: list("width"),
    theme: list("theme"),
    values: Object.fromEntries(
      [...query].flatMap(([name, value]) => (name.startsWith("v.") ? [[name.slice(2), value]] : [])),
    ),
  };
}

export function writeChoice(choice: Choice): string {
  const query = new URLSearchParams({ subject: choice.subject });
  for (const axis of Object.keys(axes) as Axis[]) query.set(axis, choice[axis].join(","));
  if (choice.request) query.set("request", choice.request);
  for (const [name, value] of Object.entries(choice.values)) if (value) query.set(`v.${name}`, value);
  return `?${query.toString()}`;
}

/** All combinations of the chosen values. */
export function listFrames(choice: Choice): Frame[] {
  return (Object.keys(axes) as Axis[]).reduce<Frame[]>(
    (frames, axis) => frames.flatMap((frame) => choice[axis].map((value) => ({ ...frame, [axis]: value }))),
    [{} as Frame],
  );
}
