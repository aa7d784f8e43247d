import { createRequire } from "node:module";
import type { Plugin } from "vite";

// They come with Fluent, and must be the very ones that it uses.
const requireOfFluent = createRequire(
  createRequire(import.meta.url).resolve("@fluentui/react-components/package.json"),
);
const { resolveStyleRulesForSlots } = createRequire(requireOfFluent.resolve("@griffel/react"))("@griffel/core") as {
  resolveStyleRulesForSlots: (styles: object) => [classes: object, rules: object];
};
const { tokens } = requireOfFluent("@fluentui/react-theme") as { tokens: Record<string, string> };

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const ours = /^(?!.*[\\/]node_modules[\\/]).*[\\/](renderer|widgets)[\\/].*\.tsx?$/;

/**
 * Turns each `makeStyles({ … })` of ours into finished rules while building, as Fluent's own components have them: the
 * page need not carry what turns objects into rules (stylis and the mirroring for right-to-left), nor the table of tokens,
 * whose names become their values everywhere.
 * Fails the build on styles that need a page to be known.
 */
export const readyStyles: Plugin = {
  name: "ready-styles",
  apply: "build",
  transform: {
    filter: {
      id: { include: [ours, /[\\/]@fluentui[\\/]react-[\w-]+[\\/]lib[\\/]/] },
      code: /@fluentui\/react-(components|theme)/,
    },
    handler(code, id) {
      const program: Node = { ...this.parse(code) };
      const edits: { start: number; end: number; text: string }[] = [];
      const constants = toConstants(program, code);
      let madeStyles = false;
      visit(program, (node) => {
        const styles = ours.test(id) ? styleArgument(node) : undefined;
        if (styles) {
          madeStyles = true;
          const [classes, rules] = resolveStyleRulesForSlots(
            evaluate(code.slice(styles.start, styles.end), constants, id) as object,
          );
          edits.push({
            start: node.start,
            end: node.end,
            text: `/* @__PURE__ */ __styles(${JSON.stringify(classes)}, ${JSON.stringify(rules)})`,
          });
          return false;
        }
        const token = tokenName(node);
        if (token) edits.push({ start: node.start, end: node.end, text: JSON.stringify(tokens[token]) });
        return token === undefined;
      });
      if (edits.length === 0) return undefined;
      const changed = edits
        .sort((a, b) => b.start - a.start)
        .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
      return {
        code: (madeStyles ? 'import { __styles } from "@fluentui/react-components";\n' : "") + changed,
        map: null,
      };
    },
  },
};

/** Constants at the top of the file that styles may name: those that are known without a page. */
function toConstants(program: Node, code: string): Record<string, unknown> {
  const known: Record<string, unknown> = { tokens };
  for (const statement of program["body"] as Node[]) {
    const declaration = (
      statement.type === "ExportNamedDeclaration" ? statement["declaration"] : statement
    ) as Node | null;
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration["declarations"] as { id: Node & { name?: string }; init: Node | null }[]) {
      if (!id.name || !init || !/^(Literal|TemplateLiteral|ObjectExpression|ArrayExpression)$/.test(init.type))
        continue;
      try {
        known[id.name] = evaluate(code.slice(init.start, init.end), known, id.name);
      } catch (error) {
        if (!(error instanceof ReferenceError || error instanceof SyntaxError)) throw error; // not a constant: styles that name it are refused below
      }
    }
  }
  return known;
}

function evaluate(source: string, known: Record<string, unknown>, where: string): unknown {
  try {
    return new Function(...Object.keys(known), `"use strict"; return (${source});`)(...Object.values(known)) as unknown;
  } catch (error) {
    if (error instanceof Error)
      error.message = `${where}: ${error.message} (styles may name tokens and constants of their own file)`;
    throw error;
  }
}

const styleArgument = ({ type, callee, arguments: given }: Node): Node | undefined =>
  type === "CallExpression" && (callee as { name?: string }).name === "makeStyles" ? (given as Node[])[0] : undefined;

function tokenName({ type, object, property, computed }: Node): string | undefined {
  if (type !== "MemberExpression" || computed || (object as { name?: string }).name !== "tokens") return undefined;
  const { name } = property as { name?: string };
  return name !== undefined && Object.hasOwn(tokens, name) ? name : undefined;
}

/** Walks a syntax tree; `enter` says whether to go inside. */
function visit(node: Node, enter: (node: Node) => boolean): void {
  if (!enter(node)) return;
  for (const value of Object.values(node)) {
    for (const child of [value].flat())
      if (child !== null && typeof child === "object" && typeof (child as Node).type === "string")
        visit(child as Node, enter);
  }
}
