import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sandboxCalls } from "#engine/api/sandbox.ts";
import { changeAt } from "#engine/base/change-at.ts";
import { checkDocuments, judgeShapes } from "#engine/check/run.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { checkPatterns } from "#server/config/patterns/check-patterns.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "../replay/contracts.ts";
import { openDocuments } from "../replay/engine/documents.ts";
import { playInEngine, playOnServer } from "../replay/engine/play-in-engine.ts";
import type { Tape } from "../replay/engine/tape.ts";
import { findTape, keepTape } from "../replay/engine/tapes.ts";
import { findUnequalStep, type Seen } from "../replay/play.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { ownFetch } from "../replay/wire.ts";
import type { Mutant } from "./mutations.ts";
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

type Found = Pick<Verdict, "caughtBy" | "says">;

/** Fixtures that are played for one mutant at most: on the documents alone, which is fast, and then on a server. */
const playedMost = { engine: 120, server: 60 };

/** Puts faults into documents, one at a time, and looks who notices; knows what the fixtures show without any. */
export class Hunt {
  readonly #usual = new Map<string, { readonly seen: readonly Seen[]; readonly tape: Tape }>();
  readonly #sources: readonly SourceDocument[];
  readonly #documents: Awaited<ReturnType<typeof openDocuments>>;
  readonly #folder: string;
  readonly #reached: Reached;
  #server: RunningServer | undefined;
  #broken: unknown;

  private constructor(
    sources: readonly SourceDocument[],
    documents: Awaited<ReturnType<typeof openDocuments>>,
    folder: string,
  ) {
    this.#sources = sources;
    this.#documents = documents;
    this.#folder = folder;
    this.#reached = new Reached(sources);
    // What breaks in a page while nobody waits for it is seen by whoever looks at the page; it ends no hunt.
    process.on("uncaughtException", (error) => void (this.#broken ??= error));
  }

  static async begin(sources: readonly SourceDocument[]): Promise<Hunt> {
    const folder = mkdtempSync(path.join(tmpdir(), "sanad-mutants-"));
    return new Hunt(sources, await openDocuments(path.join(appRoot, "schemas"), folder), folder);
  }

  async end(): Promise<void> {
    this.#documents.close();
    await this.#server?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Plays the fixtures on the documents as they are: on what a server once answered, where that still holds. Throws where one does not hold. */
  async learn(fixtures: readonly Fixture[]): Promise<void> {
    for (const fixture of fixtures) {
      const tape = findTape(fixture);
      const heard = tape && (await playInEngine(fixture, tape, this.#documents.fetch).catch(() => undefined));
      this.#usual.set(fixture.name, heard ? { seen: heard.seen, tape } : await this.#learnOnServer(fixture));
    }
  }

  async #learnOnServer(fixture: Fixture) {
    const { seen, tape } = await playOnServer(fixture, await this.#serve());
    keepTape(fixture, tape);
    return { seen, tape };
  }

  /** Puts the fault in, looks who notices, and takes it out again. */
  async judge(mutant: Mutant, fixtures: readonly Fixture[]): Promise<Verdict> {
    const started = Date.now();
    try {
      return { mutant, ...(await this.#find(mutant, fixtures)), tookMs: Date.now() - started };
    } finally {
      await this.#release([]);
    }
  }

  async #find(mutant: Mutant, fixtures: readonly Fixture[]): Promise<Found> {
    const { path: document, pointer: at, value } = mutant;
    const changes = [{ document, at, ...(value !== undefined && { put: value }) }];
    const source = this.#sources.find((one) => one.path === document)!;
    const refused = await this.#release(changes, false);
    if (refused !== undefined) return { caughtBy: "check", says: refused };
    const toSeen = (fixture: Fixture) => this.#learnt(fixture).seen;
    const related = sortByWords(this.#reached.list(fixtures.filter(keepsRelease), source, toSeen), source, at, toSeen);
    const inEngine = await this.#findNoticing(related.slice(0, playedMost.engine), "engine");
    if (inEngine) return inEngine;
    const issue = await this.#check({
      path: document,
      document: changeAt(source.document, changes[0]!) as AnyDocument,
    });
    if (issue !== undefined) return { caughtBy: "check", says: issue };
    await this.#serve();
    await this.#release(changes);
    const onServer = await this.#findNoticing(related.slice(0, playedMost.server), "server");
    return onServer ?? { says: `${related.length} fixtures touch it` };
  }

  async #findNoticing(fixtures: readonly Fixture[], way: "engine" | "server"): Promise<Found | undefined> {
    for (const fixture of fixtures) {
      const says = await this.#compare(fixture, way);
      if (says !== undefined) return { caughtBy: `fixture ${fixture.name}`, says };
    }
    return undefined;
  }

  /** How a fixture shows something else than without the fault; undefined when it shows the same. */
  async #compare(fixture: Fixture, way: "engine" | "server"): Promise<string | undefined> {
    const { seen: usual, tape } = this.#learnt(fixture);
    this.#broken = undefined;
    try {
      const { seen } = await (way === "engine"
        ? playInEngine(fixture, tape, this.#documents.fetch)
        : playOnServer(fixture, await this.#serve()));
      return this.#broken === undefined ? findUnequalStep(usual, seen) : say(this.#broken);
    } catch (error) {
      return say(error);
    }
  }

  #learnt(fixture: Fixture) {
    const learnt = this.#usual.get(fixture.name);
    if (!learnt) throw new Error(`${fixture.name} was not learnt`);
    return learnt;
  }

  /** What the check says of the documents with this one among them: also what a release that is only tried may leave open. */
  async #check(changed: SourceDocument): Promise<string | undefined> {
    const metas = await loadMetaSchemas();
    const sources = this.#sources.map((source) => (source.path === changed.path ? changed : source));
    // Of what has no shape nothing more is asked.
    const [shapeless] = judgeShapes(sources, metas).issues;
    if (shapeless) return shapeless.message;
    const found = [...checkDocuments(sources, { metas }).issues, ...(await checkPatterns([changed], metas))];
    return found[0]?.message;
  }

  /** Has the documents with these changes served, without a server and, where one runs, by it; why not, where they are refused. */
  async #release(changes: readonly object[], everywhere = true): Promise<string | undefined> {
    const { method, path: to } = sandboxCalls.release;
    const asked = { method, body: JSON.stringify({ changes }), headers: { "content-type": "application/json" } };
    const servers = [{ fetch: this.#documents.fetch, baseUrl: "http://documents" }];
    if (this.#server && everywhere) servers.push({ fetch: ownFetch, baseUrl: this.#server.baseUrl });
    for (const { fetch, baseUrl } of servers) {
      const answer = await fetch(`${baseUrl}${to}`, asked);
      if (!answer.ok) return ((await answer.json()) as { message: string }).message;
    }
    return undefined;
  }

  async #serve(): Promise<string> {
    this.#server ??= await startServer({ LOG_LEVEL: "fatal" });
    return this.#server.baseUrl;
  }
}

/** One that brings a release of its own would take the fault out with it. */
const keepsRelease = ({ steps }: Fixture): boolean =>
  !steps.some((step) => [...step.do, ...(step.then ?? [])].some((action) => "release" in action));

const say = (error: unknown): string => (error instanceof Error ? error.message : String(error));
