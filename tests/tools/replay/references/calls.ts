import { Ajv } from "ajv";
import {
  getElementType,
  findEntityKind,
  followPath,
  keysOf,
  kindsOf,
  getPropertyType,
  type JsonSchema,
  type ValueType,
} from "#engine/core/base/value-type.ts";
import { isAppOperationId } from "#engine/contract/all-operations.ts";
import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import { listNames } from "#engine/authoring/check/support/names.ts";
import { answerOf, argumentsOf } from "#engine/authoring/check/support/operations.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import type { Expectation } from "../contracts.ts";
import { listActions, type Fault, type ReferenceCheck } from "./fault.ts";

/** A `call` action. */
interface Call {
  readonly call: string;
  readonly with: Readonly<Record<string, unknown>>;
  /** The recipient of the code. */
  readonly otp?: string;
  /** The file to send. */
  readonly file?: string;
  readonly expect?: Expectation;
  readonly keep?: Readonly<Record<string, string>>;
}

const ajv = new Ajv({ strict: false });

/** A `reply` action. */
interface ReplyAction {
  readonly reply: string;
  readonly status?: number;
  readonly body?: { readonly data?: unknown };
}

/** A successful reply must fit the operation's answer. */
function findReplyFaults({ reply, status = 0, body }: ReplyAction, pointer: string, set: DefinitionSet): Fault[] {
  if (!isAppOperationId(reply) || status < 200 || status > 299) return [];
  return findAnswerFaults(body?.data, answerOf(reply), `${pointer}/body/data`, set);
}

/** Arguments, expected data and stored paths must fit the operation's contract. */
export const findCallFaults: ReferenceCheck = (fixture, set) =>
  listActions(fixture).flatMap(({ action, pointer }) => {
    if ("reply" in action) return findReplyFaults(action as unknown as ReplyAction, pointer, set);
    const call = action as unknown as Call;
    if (!("call" in action) || !isAppOperationId(call.call)) return [];
    const { expect, keep = {} } = call;
    const answer = answerOf(call.call);
    const isRefused = (expect?.code ?? 0) !== 0;
    return [
      ...findArgumentFaults(call, pointer, set),
      ...(expect?.data === undefined || isRefused
        ? []
        : findAnswerFaults(expect.data, answer, `${pointer}/expect/data`, set)),
      ...(isRefused ? [] : findKeepFaults(keep, call.call, answer, `${pointer}/keep`)),
    ];
  });

function findArgumentFaults({ call, with: kind, otp, file }: Call, pointer: string, set: DefinitionSet): Fault[] {
  if (!isAppOperationId(call)) return [];
  const known = argumentsOf(call);
  // The run adds the code and the upload id.
  const filled: Call["with"] = {
    ...kind,
    ...(otp !== undefined && { otp: "{otp}" }),
    ...(file !== undefined && { uploadId: "{file}" }),
  };
  const missing = [...known].filter(([name, { required }]) => required && (filled[name] ?? undefined) === undefined);
  return [
    ...missing.map(([name]) => ({ pointer: `${pointer}/with`, message: `${call} needs '${name}'` })),
    ...Object.entries(filled).flatMap(([name, value]) => {
      const at = `${pointer}/with/${name}`;
      const argument = known.get(name);
      if (!argument) return [{ pointer: at, message: `${call} takes no '${name}'${didYouMean(name, known.keys())}` }];
      // Null omits an argument.
      return value === null ? [] : findSchemaFaults(value, argument.schema, at, set);
    }),
  ];
}

/** Each part of the expected data must fit the answer. */
function findAnswerFaults(expected: unknown, answer: ValueType, pointer: string, set: DefinitionSet): Fault[] {
  if (kindsOf(answer.schema).has("any")) return [];
  if (Array.isArray(expected)) {
    const element = kindsOf(answer.schema).has("list") ? getElementType(answer) : undefined;
    if (!element) return [{ pointer, message: "the answer has no list there" }];
    return expected.flatMap((item, i) => findAnswerFaults(item, element, `${pointer}/${i}`, set));
  }
  if (typeof expected !== "object" || expected === null) return findSchemaFaults(expected, answer.schema, pointer, set);
  return Object.entries(expected).flatMap(([key, value]) => {
    const next = getPropertyType(answer, key);
    if (!next)
      return [
        { pointer: `${pointer}/${key}`, message: `the answer has no '${key}' there${didYouMean(key, keysOf(answer))}` },
      ];
    return findAnswerFaults(value, next, `${pointer}/${key}`, set);
  });
}

function findKeepFaults(
  keep: Readonly<Record<string, string>>,
  call: string,
  answer: ValueType,
  pointer: string,
): Fault[] {
  return Object.entries(keep).flatMap(([name, path]) => {
    const steps = path.split(".");
    const found = followPath(answer, steps);
    if (!("failed" in found)) return [];
    const step = steps[found.failed] ?? "";
    const message = `the answer of ${call} has no '${step}' there${didYouMean(step, keysOf(found.at))}`;
    return [{ pointer: `${pointer}/${name}`, message }];
  });
}

/** Why a value does not fit a schema. Values with a variable are checked when they are sent. */
function findSchemaFaults(value: unknown, schema: JsonSchema, pointer: string, set: DefinitionSet): Fault[] {
  if (/\{[A-Za-z]/.test(JSON.stringify(value))) return [];
  const kind = findEntityKind(schema);
  const names = kind === undefined ? undefined : listNames(set, kind);
  if (names && typeof value === "string" && !names.has(value))
    return [{ pointer, message: `there is no ${kind} '${value}'${didYouMean(value, names)}` }];
  const check = ajv.compile(schema);
  if (check(value)) return [];
  const [error] = check.errors ?? [];
  const words = ((error?.params["allowedValues"] ?? []) as unknown[]).map(String);
  const hint = words.length > 0 ? `: ${words.join(", ")}${didYouMean(String(value), words)}` : "";
  return [{ pointer: `${pointer}${error?.instancePath ?? ""}`, message: `${error?.message ?? "does not fit"}${hint}` }];
}
