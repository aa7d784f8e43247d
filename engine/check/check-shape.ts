import type { ErrorObject } from "ajv";
import { findNearest, toPointerStep, type Issue } from "#engine/documents/issue.ts";

/** Says AJV's errors over a meta-schema in an author's words; the noise of if/anyOf goes where a better line stands. */
export function toShapeIssues(path: string, errors: readonly ErrorObject[]): Issue[] {
  const unnamed = errors.filter(isUnnamed);
  const named = errors.filter((error) => !isUnnamed(error) && !unnamed.some((other) => error.keyword === "required" && error.instancePath === other.instancePath && error.schemaPath.startsWith(other.schemaPath)));
  return [...unnamed.map((error) => ({ document: path, pointer: error.instancePath, code: "unknown-word", message: unnamedMessage(error) })), ...toIssues(path, named)];
}

/** An object of which one key must be a known word (an action, a field, a section), and none is. */
function isUnnamed(error: ErrorObject): boolean {
  const choices = error.schema as { required?: string[] }[];
  return error.keyword === "anyOf" && Array.isArray(choices) && choices.length > 2 && choices.every(({ required }) => required?.length === 1);
}

function unnamedMessage(error: ErrorObject): string {
  const words = (error.schema as { required: string[] }[]).map(({ required }) => required[0]!);
  const keys = Object.keys((error.data ?? {}) as object);
  const near = keys.map((key) => findNearest(key, words)).find((word) => word !== undefined);
  return `${keys.length > 0 ? `"${keys.join('", "')}" names` : "This names"} none of ${words.join(", ")}${near ? `; did you mean "${near}"?` : ""}`;
}

function toIssues(path: string, errors: readonly ErrorObject[]): Issue[] {
  const telling = errors.filter((error) => error.keyword !== "if" && error.keyword !== "allOf");
  const precise = telling.filter((error) => error.keyword !== "anyOf" && error.keyword !== "oneOf");
  const useful = precise.length > 0 ? dropShadowed(precise) : telling;
  const issues = useful.map((error) => ({ document: path, pointer: pointerOf(error), code: codeOf(error), message: messageOf(error) }));
  return [...new Map(issues.map((issue) => [`${issue.pointer} ${issue.message}`, issue])).values()];
}

/** Of the errors below one anyOf only the deepest say what was meant. */
function dropShadowed(errors: readonly ErrorObject[]): ErrorObject[] {
  const alternatives = errors.filter((error) => /\/anyOf\/\d+/.test(error.schemaPath));
  const rest = errors.filter((error) => !alternatives.includes(error));
  const deepest = Math.max(...alternatives.map((error) => error.instancePath.split("/").length), 0);
  return rest.length > 0 ? rest : alternatives.filter((error) => error.instancePath.split("/").length === deepest);
}

function pointerOf(error: ErrorObject): string {
  const key = error.params["additionalProperty"] as string | undefined;
  return key === undefined ? error.instancePath : `${error.instancePath}/${toPointerStep(key)}`;
}

const codes: Record<string, string> = { additionalProperties: "unknown-key", required: "missing-key", enum: "unknown-word", const: "unknown-word", type: "wrong-type", propertyNames: "unknown-word" };
const codeOf = (error: ErrorObject): string => codes[error.keyword] ?? "wrong-shape";

function messageOf(error: ErrorObject): string {
  if (error.keyword === "additionalProperties") {
    const key = error.params["additionalProperty"] as string;
    const known = Object.keys((error.parentSchema?.["properties"] ?? {}) as object);
    return `Unknown key "${key}"${suggestion(key, known)}`;
  }
  if (error.keyword === "required") return `"${error.params["missingProperty"] as string}" is missing`;
  if (error.keyword === "enum") {
    const allowed = error.params["allowedValues"] as unknown[];
    return `${JSON.stringify(error.data)} is not one of ${allowed.slice(0, 24).join(", ")}${suggestion(String(error.data), allowed.map(String))}`;
  }
  if (error.keyword === "const") return `${JSON.stringify(error.data)} must be ${JSON.stringify(error.params["allowedValue"])}`;
  return `${JSON.stringify(error.data)?.slice(0, 60) ?? "This"} ${error.message ?? "does not fit"}`;
}

function suggestion(word: string, known: readonly string[]): string {
  const near = findNearest(word, known);
  return near ? `; did you mean "${near}"?` : "";
}
