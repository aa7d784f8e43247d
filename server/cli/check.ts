/**
 * `npm run check`: checks the definitions and lists faults with their positions. Exit code 0 without faults, 1 with
 * faults, 2 for wrong arguments.
 */
import path from "node:path";
import { allowable } from "#engine/authoring/check/index.ts";
import { checkSchemas } from "#server/config/check-schemas.ts";
import { fixDefinitions } from "./fix-definitions.ts";
import { formats, isFormat } from "#server/config/report/formats.ts";
import { writeNamesSchema } from "#server/config/names-schema.ts";
import { appRoot } from "#server/root.ts";
import { readArguments } from "./read-arguments.ts";

const usage = `Usage: npm run check -- [folder] [options]

Checks the definitions of a folder (SCHEMAS_DIR, or schemas/) and lists faults with file, line and a suggestion.

  --format <name>     ${Object.keys(formats).join(", ")}; default: lines, with the faults on standard error
  --fix               fix what needs no decision (a mistyped key, an unused entry) in the files, then check
  --all               list each missing translation; without it one line per language
  --against <place>   also show the effect on running transactions since a git reference, or against another folder
  --database <place>  with --against: count the affected transactions of this database: the address of a PostgreSQL server,
                      or the data directory of a stopped server. It is only read
  --help              show this text`;

const options = {
  format: { type: "string", default: "lines" },
  fix: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  against: { type: "string" },
  database: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

function readCommand() {
  const { values, positionals } = readArguments(options);
  if (positionals.length > 1) throw new Error(`Check one folder at a time, not ${positionals.join(" and ")}.`);
  if (!isFormat(values.format))
    throw new Error(`--format is one of ${Object.keys(formats).join(", ")}, not ${values.format}.`);
  if (values.against !== undefined && values.format !== "lines")
    throw new Error("--against prints lines: omit --format.");
  if (values.database !== undefined && values.against === undefined)
    throw new Error("--database needs --against: it shows which running transactions a change affects.");
  const folder = positionals[0] ?? process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
  return { ...values, format: values.format, folder: path.resolve(folder) };
}

async function run({ folder, format, fix, all, against, database }: ReturnType<typeof readCommand>): Promise<number> {
  const started = performance.now();
  const { fixed, ...checked } = fix ? await fixDefinitions(folder) : { ...(await checkSchemas(folder)), fixed: [] };
  const { issues, allowed, sources } = checked;
  for (const issue of fixed) console.error(`fixed ${issue.document} ${issue.pointer} ${issue.code}: ${issue.message}`);
  const count = (kind: string) => sources.filter(({ document }) => document.kind === kind).length;
  const { output, error } = formats[format]({
    folder: path.relative(process.cwd(), folder) || ".",
    issues,
    allowed,
    definitions: sources.length,
    organisations: count("organisation"),
    languages: count("locale") + 1,
    all,
    seconds: (performance.now() - started) / 1000,
  });
  const namesError = await writeNamesSchema(folder, checked);
  if (namesError) console.error(namesError.message);
  if (error) await write(process.stderr, error);
  await write(process.stdout, output);
  const code = issues.length > 0 ? 1 : 0;
  if (against === undefined) return code;
  const isPublishable = issues.every((issue) => allowable.has(issue.code));
  if (!isPublishable) {
    console.error(
      `The comparison with ${against} needs definitions without faults. Missing translations and unused entries do not matter.`,
    );
    return code;
  }
  // Loaded on demand, because the plain check starts faster without it.
  const { compareAgainst } = await import("#server/config/compare/compare-against.ts");
  const describeRunning =
    database === undefined
      ? undefined
      : await (await import("./running-transactions.ts")).describeRunningTransactions(database, sources);
  for (const line of await compareAgainst(against, folder, sources, describeRunning)) console.log(line);
  return code;
}

/** Waits for the write, so that standard output and standard error do not mix when both go to one place. */
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
