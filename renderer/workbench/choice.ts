import { stateNames } from "#engine/api/states.ts";

/** Who looks, before anything is said of a transaction. */
export const people = ["visitor", "newcomer", "candidate", "agent"] as const;

/** What can be had several of at once: each combination is a frame. */
export const axes = {
  org: { title: "Organisation" },
  lang: { title: "Language" },
  who: { title: "Who looks" },
  width: { title: "Width" },
  theme: { title: "Theme" },
} as const;
export type Axis = keyof typeof axes;

export const widths: Readonly<Record<string, number>> = { phone: 390, narrow: 320, desktop: 1280 };
export const themes = ["light", "dark"] as const;
/** A person, or a candidate whose transaction is in a state. */
export const lookers: readonly string[] = [...people, ...stateNames];

/** What is looked at, by whom and how; as the address of the workbench has it. */
export interface Choice extends Record<Axis, readonly string[]> {
  /** "screens/home", "forms/address". */
  subject: string;
  /** The request of the organisation, where it is not the first that fits. */
  request: string;
  /** Values of the address and of the navigation, where they are not those of the scene. */
  values: Readonly<Record<string, string>>;
}
export type Frame = Record<Axis, string>;

/** More at once than a machine likes; the rest is told of. */
export const framesMax = 16;

export function readChoice(search: string, usual: Choice): Choice {
  const query = new URLSearchParams(search);
  const list = (name: Axis) => query.get(name)?.split(",").filter(Boolean) ?? usual[name];
  return {
    subject: query.get("subject") ?? usual.subject,
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

/** Every combination of what was chosen. */
export function listFrames(choice: Choice): Frame[] {
  return (Object.keys(axes) as Axis[]).reduce<Frame[]>(
    (frames, axis) => frames.flatMap((frame) => choice[axis].map((value) => ({ ...frame, [axis]: value }))),
    [{} as Frame],
  );
}
