import { follow } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { pointerSteps, toPointerStep } from "#engine/base/json-pointer.ts";
import { leafPointers } from "./parts/entries.ts";
import { toDataShape } from "./parts/form-shape.ts";
import { meantOf } from "./parts/meant.ts";
import { listMigrations } from "./parts/migrations.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

/** A verification reads a value that its form does not have, or a migration to the form's version sets one. */
export const unknownPointer: Check = (set) => [
  ...set.ofKind("verification").flatMap((source) => {
    const verification = source.document as DocumentOf<"verification">;
    return pointersOf(verification).flatMap(([place, at]) => findFault(set, source, verification.form, [place, at]));
  }),
  ...listMigrations(set).flatMap(({ id, version, migrations }) =>
    migrations
      .filter(({ document }) => document.to === version)
      .flatMap(({ source, document }) =>
        Object.keys(document.set ?? {}).flatMap((at) => findFault(set, source, id, [`/set/${toPointerStep(at)}`, at])),
      ),
  ),
];

function pointersOf(verification: DocumentOf<"verification">): [place: string, at: string][] {
  const { pricing, captcha, titleFrom, identity, credential } = verification;
  const named: Readonly<Record<string, string | undefined>> = {
    "/pricing/institution": pricing?.institution,
    "/pricing/level": pricing?.level,
    "/captcha/at": captcha?.at,
    "/titleFrom": titleFrom,
    "/identity/maskedFrom": identity?.maskedFrom,
    "/credential/proves": credential?.proves,
    "/credential/institution": credential?.institution,
  };
  const facts = (credential?.attributes ?? []).map((at, index): [string, string] => [
    `/credential/attributes/${index}`,
    at,
  ]);
  return [
    ...Object.entries(named).flatMap(([place, at]): [string, string][] => (at === undefined ? [] : [[place, at]])),
    ...facts,
  ];
}

function findFault(
  set: DocumentSet,
  source: SourceDocument,
  form: string | undefined,
  [place, at]: readonly [place: string, at: string],
): Issue[] {
  if (form === undefined)
    return [issueAt(source, place, "unknown-pointer", "This verification has no form to read a value of")];
  const document = set.find("form", form);
  if (!document || "known" in follow(toDataShape(form, set), pointerSteps(at))) return [];
  const message = `The form ${form} has no ${at}${meantOf(at, leafPointers(document.data))}`;
  return [issueAt(source, place, "unknown-pointer", message)];
}
