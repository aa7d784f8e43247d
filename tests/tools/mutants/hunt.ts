import { sandboxEndpoints } from "#engine/contract/sandbox.ts";
import { changeAt } from "#engine/core/base/change-at.ts";
import { checkDefinitions, checkShapes } from "#engine/authoring/check/run.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { loadMetaSchemas } from "#server/config/check-schemas.ts";
import { checkPatterns } from "#server/config/patterns/check-patterns.ts";
import type { Fixture } from "../replay/contracts.ts";
import { playHeadless } from "../replay/play-headless.ts";
import { findDifferentStep, type StepObservation } from "../replay/play.ts";
import { startServer, type RunningServer } from "../replay/server.ts";
import { ownFetch } from "../replay/api-client.ts";
import type { Mutant } from "./mutations.ts";
import { Reached, sortByWords } from "./touches.ts";

/** The result for one mutant. */
export interface Verdict {
  readonly mutant: Mutant;
  /** What detected it: the check, or a fixture by its name. Undefined if nothing did. */
  readonly caughtBy?: "check" | `fixture ${string}`;
  /** The difference or message; for a survivor, the number of fixtures that ran. */
  readonly says: string;
  readonly tookMs: number;
}

type Found = Pick<Verdict, "caughtBy" | "says">;

/** Most fixtures that run for one mutant. */
const mostFixtures = 60;

/** Puts one fault at a time into the definitions and looks for the check or the fixture that detects it. */
export class Hunt {
  readonly #expected = new Map<string, readonly StepObservation[]>();
  readonly #sources: readonly SourceDefinition[];
  readonly #server: RunningServer;
  readonly #reached: Reached;
  #uncaught: unknown;

  private constructor(sources: readonly SourceDefinition[], server: RunningServer) {
    this.#sources = sources;
    this.#server = server;
    this.#reached = new Reached(sources);
    // An uncaught error of the headless page counts as a difference of the running fixture.
    process.on("uncaughtException", (error) => void (this.#uncaught ??= error));
  }

  static async start(sources: readonly SourceDefinition[]): Promise<Hunt> {
    return new Hunt(sources, await startServer({ LOG_LEVEL: "fatal" }));
  }

  async end(): Promise<void> {
    await this.#server.stop();
  }

  /** Plays the fixtures on the unchanged definitions. Throws if one fails. */
  async learn(fixtures: readonly Fixture[]): Promise<void> {
    for (const fixture of fixtures)
      this.#expected.set(fixture.name, (await playHeadless(fixture, this.#server.baseUrl)).seen);
  }

  /** Applies the mutant, looks for its detection, and reverts it. */
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
    const change = { document, at, ...(value !== undefined && { put: value }) };
    const source = this.#sources.find((one) => one.path === document)!;
    const issue = await this.#check({ path: document, document: changeAt(source.document, change) as AnyDefinition });
    if (issue !== undefined) return { caughtBy: "check", says: issue };
    const refused = await this.#release([change]);
    if (refused !== undefined) return { caughtBy: "check", says: refused };
    const toSeen = (fixture: Fixture) => this.#toExpected(fixture);
    const reached = this.#reached.list(fixtures.filter(keepsRelease), source, toSeen);
    const related = sortByWords(reached, source, at, toSeen).slice(0, mostFixtures);
    for (const fixture of related) {
      const says = await this.#findDifference(fixture);
      if (says !== undefined) return { caughtBy: `fixture ${fixture.name}`, says };
    }
    return { says: `${related.length} fixtures reach it` };
  }

  /** The first difference between a run with the mutant and one without; undefined if there is none. */
  async #findDifference(fixture: Fixture): Promise<string | undefined> {
    this.#uncaught = undefined;
    try {
      const { seen } = await playHeadless(fixture, this.#server.baseUrl);
      return this.#uncaught === undefined
        ? findDifferentStep(this.#toExpected(fixture), seen)
        : toMessage(this.#uncaught);
    } catch (error) {
      return toMessage(error);
    }
  }

  #toExpected(fixture: Fixture): readonly StepObservation[] {
    const expected = this.#expected.get(fixture.name);
    if (!expected) throw new Error(`${fixture.name} was not played without a mutant`);
    return expected;
  }

  /** The first finding of the whole check, including findings that a preview release allows. */
  async #check(changed: SourceDefinition): Promise<string | undefined> {
    const metas = await loadMetaSchemas();
    const sources = this.#sources.map((source) => (source.path === changed.path ? changed : source));
    // A definition with the wrong shape ends the check.
    const [shapeless] = checkShapes(sources, metas).issues;
    if (shapeless) return shapeless.message;
    const found = [...checkDefinitions(sources, { metas }).issues, ...(await checkPatterns([changed], metas))];
    return found[0]?.message;
  }

  /** Serves the definitions with these changes. Returns the reason if the server rejects them. */
  async #release(changes: readonly object[]): Promise<string | undefined> {
    const { method, path: to } = sandboxEndpoints.release;
    const answer = await ownFetch(`${this.#server.baseUrl}${to}`, {
      method,
      body: JSON.stringify({ changes }),
      headers: { "content-type": "application/json" },
    });
    return answer.ok ? undefined : ((await answer.json()) as { message: string }).message;
  }
}

/** Returns whether a fixture leaves the release alone. One that publishes its own would revert the mutant. */
const keepsRelease = ({ steps }: Fixture): boolean =>
  !steps.some((step) => [...step.do, ...(step.then ?? [])].some((action) => "release" in action));

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
