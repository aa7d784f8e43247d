import { Ajv } from "ajv";
import type { Static, TSchema } from "typebox";

/** Data from outside that does not have the shape of its contract. */
export class ShapeError extends Error {
  constructor(what: string, cause?: unknown) {
    super(`${what} has another shape.`, { cause });
    this.name = "ShapeError";
  }
}

/** Reads data from outside by its contract. Every function throws ShapeError for another shape. */
export interface Reader<T> {
  value(value: unknown): T;
  json(text: string): T;
  /** JSON in base64url: a part of a JWT. */
  jwtPart(part: string | undefined): T;
}

const ajv = new Ajv({ strict: false });

/** Compiles a contract for data from outside. `what` names the data in errors. */
export function compileReader<S extends TSchema>(what: string, schema: S): Reader<Static<S>> {
  const isOfShape = ajv.compile<Static<S>>(schema);
  const value = (given: unknown): Static<S> => {
    if (isOfShape(given)) return given;
    throw new ShapeError(what, new Error(ajv.errorsText(isOfShape.errors)));
  };
  const json = (text: string): Static<S> => value(parse(what, text));
  return { value, json, jwtPart: (part = "") => json(Buffer.from(part, "base64url").toString("utf8")) };
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ShapeError(what, cause);
  }
}
