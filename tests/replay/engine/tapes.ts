import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "../contracts.ts";
import { toSign, type Tape } from "./tape.ts";

const folder = path.join(appRoot, "dist/replay/tapes");
const toFile = ({ name, until }: Fixture): string =>
  path.join(folder, `${[name, ...(until === undefined ? [] : [until])].join(" until ")}.json`);

/** The one that was asked for last: whoever looks whether there is one plays it next. */
let last: { fixture: Fixture; tape: Tape | undefined } | undefined;

/** What a server answered when the fixture was last played on one; undefined when it never was, or was another then. */
export function findTape(fixture: Fixture): Tape | undefined {
  if (last?.fixture !== fixture) last = { fixture, tape: readTape(fixture) };
  return last.tape;
}

function readTape(fixture: Fixture): Tape | undefined {
  const file = toFile(fixture);
  if (!existsSync(file)) return undefined;
  const tape = JSON.parse(readFileSync(file, "utf8")) as Tape;
  return tape.of === toSign(fixture) ? tape : undefined;
}

export function keepTape(fixture: Fixture, tape: Tape): void {
  last = undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(toFile(fixture), JSON.stringify(tape));
}
