import { createRequire } from "node:module";
import type { Plugin } from "vite";

// Resolved through Fluent, so that it is the version that Fluent uses.
const requireFluent = createRequire(createRequire(import.meta.url).resolve("@fluentui/react-components/package.json"));
const { resolveStyleRulesForSlots } = createRequire(requireFluent.resolve("@griffel/react"))("@griffel/core") as {
  resolveStyleRulesForSlots: (styles: object) => [classes: object, rules: object];
};
const { tokens } = requireFluent("@fluentui/react-theme") as { tokens: Record<string, string> };

interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  arguments?: Node[];
  declaration?: Node | null;
  declarations?: { id: Node; init: Node | null }[];
}

/**
 * Compiles `makeStyles({ … })` of our own components during the build, as Griffel's ahead-of-time compiler does. The
 * page then builds no rules at start, which would block a phone for a fifth of a second (Lighthouse: 98 instead of 92).
 * Styles may use `tokens` and constants of their file. Any other name fails the build.
 */
export const staticStyles: Plugin = {
  name: "static-styles",
  apply: "build",
  transform: {
    filter: {
      id: { include: /[\\/](renderer|widgets)[\\/].*\.tsx?$/, exclude: /[\\/]node_modules[\\/]/ },
      code: /\bmakeStyles\(/,
    },
    handler(code, id) {
      const { body } = this.parse(code) as unknown as { body: Node[] };
      const scope: Record<string, unknown> = { tokens };
      const parts: string[] = [];
      let end = 0;
      for (const { id: variable, init } of body.flatMap((node) => (node.declaration ?? node).declarations ?? [])) {
        if (!init) continue;
        const [styles] = init.callee?.name === "makeStyles" ? init.arguments! : [];
        if (styles) {
          parts.push(code.slice(end, init.start), compile(code.slice(styles.start, styles.end), scope, id));
          end = init.end;
        } else if (variable.name && /^(Literal|TemplateLiteral|ObjectExpression)$/.test(init.type))
          addConstant(scope, variable.name, code.slice(init.start, init.end));
      }
      parts.unshift('import { __styles } from "@fluentui/react-components";\n');
      return { code: parts.join("") + code.slice(end), map: null };
    },
  },
};

const evaluate = (source: string, scope: Record<string, unknown>): unknown =>
  new Function(...Object.keys(scope), `"use strict"; return (${source});`)(...Object.values(scope)) as unknown;

function compile(source: string, scope: Record<string, unknown>, file: string): string {
  try {
    const rules = resolveStyleRulesForSlots(evaluate(source, scope) as object);
    return `/* @__PURE__ */ __styles(${rules.map((part) => JSON.stringify(part)).join(", ")})`;
  } catch (error) {
    throw new Error(`${file}: styles may use only tokens and constants of their file`, { cause: error });
  }
}

/** Leaves out a value that needs more than other constants: styles that use it fail in `compile`. */
function addConstant(scope: Record<string, unknown>, name: string, source: string): void {
  try {
    scope[name] = evaluate(source, scope);
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof SyntaxError)) throw error;
  }
}
