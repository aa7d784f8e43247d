import { parseArgs, type ParseArgsConfig } from "node:util";
import { findNearest } from "#engine/base/nearest.ts";

/** A command that was not written as it is used; the message is for whoever wrote it. */
export class BadArguments extends Error {}

/** Arguments of a command: words and options. Throws BadArguments for an option that there is not, or one without its value. */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  args: string[] = process.argv.slice(2),
): ReturnType<typeof parseArgs<{ allowPositionals: true; options: Options; args: string[] }>> {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, name = ""] = /'(?:-\w, )?--?([\w-]+)/.exec(message) ?? [];
    throw new BadArguments(sayings[code ?? ""]?.(name, Object.keys(options), message) ?? message, { cause: error });
  }
}

/** What is said of Node's refusals, by their code. */
const sayings: Readonly<Record<string, (name: string, known: readonly string[], message: string) => string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (name, known) => {
    const near = findNearest(name, known);
    const meant =
      near === undefined ? `the options are ${known.map((one) => `--${one}`).join(", ")}` : `did you mean --${near}?`;
    return `There is no option --${name}; ${meant}`;
  },
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (name, _known, message) =>
    message.includes("does not take") ? `--${name} takes no value.` : `--${name} needs a value.`,
};
