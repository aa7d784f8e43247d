import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  __styles,
  createDOMRenderer,
  makeStyles,
  RendererProvider,
  renderToStyleElements,
  tokens,
} from "@fluentui/react-components";
import { renderToStaticMarkup } from "react-dom/server";
import { parseSync, transformWithOxc } from "vite";
import { expect, test } from "vitest";
import { staticStyles } from "#renderer/build/static-styles.ts";

type UseStyles = () => Record<string, string>;

/** JavaScript as the plugin receives it: without types. */
const toJavaScript = async (source: string, file: string) => (await transformWithOxc(source, file)).code;

async function compile(source: string, file = "renderer/Example.tsx"): Promise<string> {
  const { handler } = staticStyles.transform as unknown as { handler(code: string, id: string): { code: string } };
  const context = { parse: (code: string) => parseSync("module.js", code).program };
  return handler.call(context, await toJavaScript(source, file), file).code;
}

/** Evaluates a module that exports `useStyles`. */
function evaluate(code: string): UseStyles {
  const body = code.replaceAll(/^import .*$/gm, "").replace("export const useStyles =", "return");
  return new Function("__styles", "makeStyles", "tokens", body)(__styles, makeStyles, tokens) as UseStyles;
}

/** The classes and the rules of a component that uses all styles. */
function draw(useStyles: UseStyles): { html: string; rules: string } {
  const renderer = createDOMRenderer();
  const Probe = () => Object.entries(useStyles()).map(([slot, name]) => <p key={slot} className={name} />);
  const html = renderToStaticMarkup(
    <RendererProvider renderer={renderer}>
      <Probe />
    </RendererProvider>,
  );
  return { html, rules: renderToStaticMarkup(<>{renderToStyleElements(renderer)}</>) };
}

const example = `
import { makeStyles, tokens } from "@fluentui/react-components";
const still = { "::after": { transitionDuration: "0s" } } as const;
const wide = \`@media (min-width: \${600}px)\`;
export const useStyles = makeStyles({
  root: { ...still, color: tokens.colorBrandForeground1, marginInlineStart: "4px", [wide]: { padding: "8px" } },
  spin: { animationName: { to: { transform: "rotate(1turn)" } }, ":hover": { opacity: 0.5 } },
});
`;

test("compiles styles to the classes and rules that Griffel makes in the page", async () => {
  const compiled = await compile(example);
  expect(compiled).not.toContain("makeStyles(");
  const drawn = draw(evaluate(compiled));
  expect(drawn.rules).toContain("rotate(1turn)");
  expect(drawn).toEqual(draw(evaluate(await toJavaScript(example, "renderer/Example.tsx"))));
});

test.each(["imported", "readWidth()", "window.innerWidth", "{ ...imported }.a"])(
  "fails the build when a style uses %s",
  async (value) => {
    const source = `import { imported, readWidth } from "./other.ts"; const useStyles = makeStyles({ root: { width: ${value} } });`;
    await expect(compile(source)).rejects.toThrow("renderer/Example.tsx: styles may use only tokens and constants");
  },
);

test("compiles the styles of every component", async () => {
  const files = ["renderer", "widgets"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  const styled = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("renderer/build/"))
    .map((file) => ({ file, source: readFileSync(file, "utf8") }))
    .filter(({ source }) => source.includes("makeStyles("));
  expect(styled.length).toBeGreaterThan(50);
  for (const { file, source } of styled) expect(await compile(source, file), file).not.toContain("makeStyles(");
});
