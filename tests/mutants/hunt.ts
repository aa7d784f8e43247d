import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ConfigStatus } from "#engine/api/config.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "../replay/contracts.ts";
import { openDocuments } from "../replay/engine/documents.ts";
import { playInEngine, playOnServer } from "../replay/engine/play-in-engine.ts";
import type { Tape } from "../replay/engine/tape.ts";
import { findUnequalStep, type Seen } from "../replay/play.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { ownFetch } from "../replay/wire.ts";
import { mutate, type Mutant } from "./mutations.ts";
import { Reached, sortByWords } from "./touches.ts";

/** What became of a mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** Who noticed: the check, or a fixture by its name; undefined when nobody did. */
  readonly caughtBy?: "check" | `fixture ${string}`;
  /** How it was noticed, or how many fixtures were played in vain. */
  readonly says: string;
  readonly tookMs: number;
}

/** How long documents may take to be looked at, in milliseconds. */
const patienceMs = 20_000;
/** Fixtures that are played for one mutant at most: on the documents alone, which is fast, and then on a server. */
const playedMost = { engine: 120, server: 20 };

/** A server on a copy of the documents into which faults are put, one at a time; and what the fixtures show without any. */
export class Hunt {
  readonly #usual = new Map<string, { readonly seen: readonly Seen[]; readonly tape: Tape }>();

  readonly #reached: Reached;

  private constructor(
    readonly folder: string,
    readonly server: RunningServer,
    readonly documents: Awaited<ReturnType<typeof openDocuments>>,
    readonly sources: readonly SourceDocument[],
  ) {
    this.#reached = new Reached(sources);
  }

  static async begin(sources: readonly SourceDocument[]): Promise<Hunt> {
    const folder = mkdtempSync(path.join(tmpdir(), "sanad-mutants-"));
    cpSync(path.join(appRoot, "schemas"), folder, { recursive: true });
    const server = await startServer({ SCHEMAS_DIR: folder, WATCH: "1", LOG_LEVEL: "fatal" });
    return new Hunt(folder, server, await openDocuments(folder, `${folder}-engine`), sources);
  }

  async end(): Promise<void> {
    this.documents.close();
    await this.server.stop();
    for (const made of [this.folder, `${this.folder}-engine`]) rmSync(made, { recursive: true, force: true });
  }

  /** Plays the fixtures on the documents as they are. Throws where one does not hold. */
  async learn(fixtures: readonly Fixture[]): Promise<void> {
    for (const fixture of fixtures) this.#usual.set(fixture.name, await playOnServer(fixture, this.server.baseUrl));
  }

  /** Puts the fault in, looks who notices, and takes it out again. */
  async judge(mutant: Mutant, fixtures: readonly Fixture[]): Promise<Verdict> {
    const started = Date.now();
    const source = this.sources.find(({ path: own }) => own === mutant.path)!;
    const file = path.join(this.folder, mutant.path);
    const end = (rest: Pick<Verdict, "caughtBy" | "says">): Verdict => ({
      mutant,
      ...rest,
      tookMs: Date.now() - started,
    });
    try {
      const { issues } = await this.#save(file, mutate(source.document, mutant));
      if (issues[0]) return end({ caughtBy: "check", says: issues[0].message });
      await this.documents.reload();
      const toSeen = (fixture: Fixture) => this.#learnt(fixture).seen;
      const reached = this.#reached.list(fixtures, source, toSeen);
      const related = sortByWords(reached, source, mutant.pointer, toSeen);
      for (const way of ["engine", "server"] as const)
        for (const fixture of related.slice(0, playedMost[way])) {
          const noticed = await this.#compare(fixture, way);
          if (noticed !== undefined) return end({ caughtBy: `fixture ${fixture.name}`, says: noticed });
        }
      return end({ says: `${related.length} fixtures touch it` });
    } finally {
      await this.#save(file, source.document);
    }
  }

  /** How a fixture shows something else than without the fault; undefined when it shows the same. */
  async #compare(fixture: Fixture, way: "engine" | "server"): Promise<string | undefined> {
    const { seen: usual, tape } = this.#learnt(fixture);
    try {
      const { seen } = await (way === "engine"
        ? playInEngine(fixture, tape, this.documents.fetch)
        : playOnServer(fixture, this.server.baseUrl));
      return findUnequalStep(usual, seen);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #learnt(fixture: Fixture) {
    const learnt = this.#usual.get(fixture.name);
    if (!learnt) throw new Error(`${fixture.name} was not learnt`);
    return learnt;
  }

  /** Writes a document and waits until the server has looked at it. */
  async #save(file: string, document: unknown): Promise<ConfigStatus> {
    const before = await this.#status();
    writeFileSync(file, JSON.stringify(document, null, 2));
    for (const end = Date.now() + patienceMs; Date.now() < end;) {
      const status = await this.#status();
      if (status.checkedAt !== before.checkedAt) return status;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`the server has not looked at ${file} within ${patienceMs / 1000} s`);
  }

  async #status(): Promise<ConfigStatus> {
    return (await (await ownFetch(`${this.server.baseUrl}/config/status`)).json()) as ConfigStatus;
  }
}
