import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import { meantOf } from "./parts/meant.ts";
import { parameterNames, parametersOf, pathsOf } from "./parts/routes.ts";
import { issueAt, type Check } from "./parts/set.ts";

const shape = /^\/(?:(?::?[A-Za-z0-9._-]+\??)(?:\/:?[A-Za-z0-9._-]+\??)*)?$/;

/** An address that is none, or one that names a parameter twice; a type for a parameter that the address does not have. */
export const wrongRoute: Check = (set) =>
  set.ofKind("screen").flatMap((source) => {
    const screen = source.document as DocumentOf<"screen">;
    const faults = pathsOf(screen).flatMap((path, index) => {
      const at = Array.isArray(screen.route) ? `/route/${index}` : "/route";
      const message = findFault(path);
      return message === undefined ? [] : [issueAt(source, at, "wrong-route", message)];
    });
    const names = parameterNames(screen);
    const idle = Object.keys(screen.params ?? {})
      .filter((name) => !names.includes(name))
      .map((name): Issue => {
        const message = `The address has no parameter "${name}"${meantOf(name, names)}`;
        return issueAt(source, `/params/${toPointerStep(name)}`, "wrong-route", message);
      });
    return [...faults, ...idle];
  });

function findFault(path: string): string | undefined {
  if (!shape.test(path)) return `"${path}" is no address: it begins with / and has steps such as "form" or ":formId"`;
  const names = parametersOf(path).map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  return repeated === undefined ? undefined : `${path} has the parameter "${repeated}" twice`;
}
