import { parseArgs, type ParseArgsConfig } from "node:util";
import { findNearest } from "#engine/core/base/nearest.ts";

/** Wrong arguments of a command; the message is for its user. */
export class InvalidArguments extends Error {}

/** Parses the arguments of a command. Throws InvalidArguments for an unknown option, or one without its value. */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  args: string[] = process.argv.slice(2),
): ReturnType<typeof parseArgs<{ allowPositionals: true; options: Options; args: string[] }>> {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, name = ""] = /'(?:-\w, )?--?([\w-]+)/.exec(message) ?? [];
    throw new InvalidArguments(messages[code ?? ""]?.(name, Object.keys(options), message) ?? message, {
      cause: error,
    });
  }
}

/** Messages for the error codes of Node's parser. */
const messages: Readonly<Record<string, (name: string, known: readonly string[], message: string) => string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (name, known) => {
    const near = findNearest(name, known);
    const suggestion =
      near === undefined ? `the options are ${known.map((one) => `--${one}`).join(", ")}` : `did you mean --${near}?`;
    return `There is no option --${name}; ${suggestion}`;
  },
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (name, _known, message) =>
    message.includes("does not take") ? `--${name} takes no value.` : `--${name} needs a value.`,
};
