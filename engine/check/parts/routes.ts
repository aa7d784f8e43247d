import { nameOf, type JsonSchema, type Named } from "#engine/base/known.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";

type Screen = DocumentOf<"screen">;
type Declared = NonNullable<Screen["query"]>;

/** A parameter of a path: ":txnId?" may be left out. */
export interface PathParameter {
  readonly name: string;
  readonly optional: boolean;
}

/** The parameters of a path, in order. */
export const parametersOf = (path: string): PathParameter[] =>
  [...path.matchAll(/:(\w+)(\??)/g)].map(([, name = "", optional]) => ({ name, optional: optional === "?" }));

/** The paths of a screen. */
export const pathsOf = ({ route }: Screen): string[] => [route].flat();

/** Every parameter of a screen's paths, each once. */
export const parameterNames = (screen: Screen): string[] => [
  ...new Set(pathsOf(screen).flatMap((path) => parametersOf(path).map(({ name }) => name))),
];

const plainTypes: Readonly<Record<string, JsonSchema>> = { object: {}, array: { type: "array", items: {} } };

/** What a declared value of the address, of the state or of `view` may be. */
export function toDeclaredSchema({ type = "string", enum: choices }: Declared[string]): JsonSchema {
  if (choices) return { enum: choices };
  return plainTypes[type] ?? { type };
}

/** What of an address the page itself reads, and so what it names. */
const addressNames: Readonly<Record<string, Named>> = {
  orgId: "organisation",
  formId: "request",
  txnId: "transaction",
  txId: "transaction",
};
/** What is known of a value of the address, and what it names. */
export const toNamed = (name: string, schema: JsonSchema): JsonSchema => {
  const named = Object.hasOwn(addressNames, name) ? addressNames[name] : undefined;
  return named === undefined || schema["type"] !== "string" ? schema : { ...schema, $comment: nameOf[named] };
};
