/**
 * `npm run check`: checks the documents and says what is wrong and where. Ends with 0 when nothing is, with 1 when
 * anything is to be mended, with 2 when the command itself was not understood.
 */
import path from "node:path";
import { allowable } from "#engine/check/allowances.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { fixDocuments } from "./fix-documents.ts";
import { formats, isFormat } from "#server/config/report/formats.ts";
import { writeNames } from "#server/config/write-names.ts";
import { appRoot } from "#server/root.ts";
import { readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run check -- [folder] [options]

Checks the documents of a folder (SCHEMAS_DIR, or schemas/) and says what is wrong, with file, line and what was probably meant.

  --format <name>     ${Object.keys(formats).join(", ")}; without it lines, the issues among them on standard error
  --fix               mend in the files what needs no decision (a mistyped key, what nothing uses), then check
  --against <place>   also what each request's transactions would meet since a git reference, or beside another folder
  --database <place>  with --against: how many transactions run, and what becomes of each; the address of a PostgreSQL server,
                      or the data directory of a service that is stopped. It is only read
  --help              this`;

const options = {
  format: { type: "string", default: "lines" },
  fix: { type: "boolean", default: false },
  against: { type: "string" },
  database: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

function readCommand() {
  const { values, positionals } = readArguments(options);
  if (positionals.length > 1) throw new Error(`One folder is checked at a time, not ${positionals.join(" and ")}.`);
  if (!isFormat(values.format))
    throw new Error(`--format is one of ${Object.keys(formats).join(", ")}, not ${values.format}.`);
  if (values.against !== undefined && values.format !== "lines")
    throw new Error("--against is told in lines: leave --format out.");
  if (values.database !== undefined && values.against === undefined)
    throw new Error("--database tells who is in the middle of a change: say --against what.");
  const folder = positionals[0] ?? process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
  return { ...values, format: values.format, folder: path.resolve(folder) };
}

async function run({ folder, format, fix, against, database }: ReturnType<typeof readCommand>): Promise<number> {
  const started = performance.now();
  const { mended, ...checked } = fix ? await fixDocuments(folder) : { ...(await checkSchemas(folder)), mended: [] };
  const { issues, allowed, sources } = checked;
  for (const issue of mended)
    console.error(`mended ${issue.document} ${issue.pointer} ${issue.code}: ${issue.message}`);
  const count = (kind: string) => sources.filter(({ document }) => document.kind === kind).length;
  const { output, error } = formats[format]({
    folder: path.relative(process.cwd(), folder) || ".",
    issues,
    allowed,
    documents: sources.length,
    organisations: count("organisation"),
    languages: count("locale") + 1,
    seconds: (performance.now() - started) / 1000,
  });
  const unwritten = await writeNames(folder, checked);
  if (unwritten) console.error(unwritten.message);
  if (error) await write(process.stderr, error);
  await write(process.stdout, output);
  const code = issues.length > 0 ? 1 : 0;
  if (against === undefined) return code;
  const works = issues.every((issue) => allowable.has(issue.code));
  if (!works) {
    console.error(
      `What it means since ${against} is told once the faults are mended. Words that wait for a translation, and what nothing uses yet, need not be.`,
    );
    return code;
  }
  // Loaded only when asked for: the plain check starts without it.
  const { compareAgainst } = await import("#server/config/compare/compare-against.ts");
  const more =
    database === undefined ? undefined : await (await import("./tell-running.ts")).tellRunning(database, sources);
  for (const line of await compareAgainst(against, folder, sources, more)) console.log(line);
  return code;
}

/** One after the other: much of the one would else stand in the middle of the other where both go to one place. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((done) => stream.write(`${text}\n`, () => done()));

function toCommand() {
  try {
    return readCommand();
  } catch (error) {
    console.error(`${toMessage(error)}\n\n${usage}`);
    return undefined;
  }
}

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const command = toCommand();
if (!command) process.exitCode = 2;
else if (command.help) console.log(usage);
else
  process.exitCode = await run(command).catch((error: unknown) => {
    console.error(toMessage(error));
    return 1;
  });
