import type { DocumentOf } from "#engine/documents/document-of.ts";
import { issueAt, type Check } from "./parts/set.ts";

type Options = DocumentOf<"options">;

/** Keys of a list that only some lists read, each with what it needs beside it. */
const needs: Readonly<Partial<Record<keyof Options, { holds(options: Options): boolean; what: string }>>> = {
  with: { holds: ({ call }) => call !== undefined, what: "call" },
  pageSize: { holds: ({ call }) => call !== undefined, what: "call" },
  searchDelayMs: { holds: ({ call }) => call !== undefined, what: "call" },
  item: { holds: ({ call, of }) => call !== undefined || of !== undefined, what: "call or of" },
  enabled: { holds: ({ from, items }) => from !== undefined || items !== undefined, what: "from or items" },
  disabledPostfix: {
    holds: ({ enabled, items = [] }) => enabled !== undefined || items.some(({ disabled }) => disabled),
    what: "enabled, or an item that is disabled",
  },
};

/** Keys without which nobody who reads a list that is fetched, or made of what was loaded, knows how it is read. */
const told: Readonly<Partial<Record<keyof Options, readonly (keyof Options)[]>>> = {
  call: ["item", "pageSize", "searchDelayMs"],
  of: ["item"],
};

const sources = ["items", "from", "call", "of"] as const;

/** A list of which what is read from elsewhere is not told. */
export const untoldList: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const options = source.document as Options;
    const keys = sources.filter((key) => options[key] !== undefined);
    if (keys.length > 1) return [];
    return keys.flatMap((key) =>
      (told[key] ?? [])
        .filter((needed) => options[needed] === undefined)
        .map((needed) => issueAt(source, `/${key}`, "untold-list", `A list with ${key} says its ${needed}`)),
    );
  });

/** A key of a list that nothing reads, because what it belongs to is not there. */
export const idleKey: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const options = source.document as Options;
    return (Object.keys(needs) as (keyof Options)[]).flatMap((key) => {
      const need = needs[key];
      if (options[key] === undefined || !need || need.holds(options)) return [];
      return [issueAt(source, `/${key}`, "idle-key", `Nothing reads "${key}" of a list without ${need.what}`)];
    });
  });
