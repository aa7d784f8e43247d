import type { DocumentOf } from "#engine/documents/document-of.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { isRead } from "./parts/readings.ts";
import { idleAt, type Check } from "./parts/set.ts";

/** What the page itself reads of an address: who asks, what is open, how one came. */
const readByPage: readonly string[] = ["orgId", "formId", "txnId", "txId", "sso"];

/** A value of `view`, of the address or of its state that the screen declares and nothing reads. */
export const unusedDeclaration: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const screen = source.document as DocumentOf<"screen">;
    const parts = { view: "view", query: "route", state: "route" } as const;
    return (Object.keys(parts) as (keyof typeof parts)[]).flatMap((part) =>
      Object.keys(screen[part] ?? {})
        .filter((name) => part === "view" || !readByPage.includes(name))
        .filter((name) => !isRead(set, `${parts[part]}.${name}`, (where) => where === `the screen ${screen.id}`))
        .map((name) => {
          const message = `Nothing reads ${parts[part]}.${name} of the screen ${screen.id}`;
          return idleAt(source, `/${part}/${toPointerStep(name)}`, "unused-declaration", message);
        }),
    );
  });
