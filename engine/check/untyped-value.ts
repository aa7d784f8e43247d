import { findSchema, leafPointers, listForms, toSchemaPointer } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A value of form data that may be anything: no validator would refuse whatever is sent in its place. */
export const untypedValue: Check = (set) =>
  listForms(set).flatMap(({ source, form }) => [
    ...(form.data.type === "object" ? [] : [issueAt(source, "/data", "untyped-value", "Form data are an object")]),
    ...leafPointers(form.data)
      .filter((at) => {
        const schema = findSchema(form.data, at);
        return schema?.type === undefined && schema?.enum === undefined;
      })
      .map((at) => issueAt(source, toSchemaPointer(at), "untyped-value", `${at} has neither a type nor an enum`)),
  ]);
