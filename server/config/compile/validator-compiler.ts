import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { SectionSchema } from "#engine/core/form/section-schemas.ts";
import { writeAtomically } from "#server/platform/atomic-files.ts";
import { builtPath } from "#server/root.ts";
import { toHash } from "./served-content.ts";
import { compileSectionModule, moduleEnd } from "../compile-validator.ts";
import type { CompileAnswer, CompileRequest } from "./compile.worker.ts";

/** A good schema compiles in milliseconds, on a busy machine too. A slower one is hostile or mistaken. */
const timeoutMs = 30_000;
/** The number of cached modules, enough for a few releases. */
const cacheMax = 2_000;
/** Raise it when the output changes for the same schema. */
const outputVersion = 2;
const workerFile = builtPath("server/config/compile/compile.worker.js");

/** Compiles section schemas to modules in one warm worker, and stores each under the hash of its input. */
export class ValidatorCompiler {
  #worker: Worker | undefined;
  #nextId = 1;
  /** Organisations and releases share most modules. */
  readonly #cache = new Map<string, string>();
  readonly #pending = new Map<
    number,
    { resolve(text: string): void; reject(error: Error): void; timer: NodeJS.Timeout }
  >();
  readonly #warn: (line: string) => void;
  #isWarned = false;

  /**
   * `runtimeUrl`: the address of the functions that compiled code imports. `warn` gets a line when `cacheDir` is not
   * writable.
   */
  constructor(
    readonly runtimeUrl: string,
    readonly cacheDir: string,
    warn: (line: string) => void,
  ) {
    this.#warn = warn;
  }

  /** The module's text. Throws when the schema cannot be compiled in time. */
  async compile(schema: SectionSchema): Promise<string> {
    const hash = toHash(JSON.stringify([outputVersion, this.runtimeUrl, schema]));
    const text = this.#cache.get(hash) ?? (await this.#load(hash, schema));
    if (this.#cache.size >= cacheMax) this.#cache.clear();
    this.#cache.set(hash, text);
    return text;
  }

  async #load(hash: string, schema: SectionSchema): Promise<string> {
    const file = path.join(this.cacheDir, `${hash}.js`);
    // A power cut may leave a short file: hundreds are written, so they are not synced.
    const stored = await readFile(file, "utf8").catch(() => undefined);
    if (stored?.endsWith(moduleEnd)) return stored;
    const text = existsSync(workerFile)
      ? await this.#compileInWorker(schema)
      : compileSectionModule(schema, this.runtimeUrl);
    await this.#store(file, text);
    return text;
  }

  /** A module that cannot be stored is compiled again at the next start. */
  async #store(file: string, text: string): Promise<void> {
    try {
      await writeAtomically(file, text);
      this.#isWarned = false;
    } catch (error) {
      if (!this.#isWarned) this.#warn(`Compiled validators cannot be stored: ${String(error)}`);
      this.#isWarned = true;
    }
  }

  #compileInWorker(schema: SectionSchema): Promise<string> {
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.close(new Error(`Compiling took more than ${timeoutMs / 1000} seconds`)),
        timeoutMs * (this.#pending.size + 1),
      );
      this.#pending.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ id, schema, runtimeUrl: this.runtimeUrl } satisfies CompileRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    worker.unref();
    worker.on("message", ({ id, text, fault }: CompileAnswer) => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      clearTimeout(pending?.timer);
      if (text !== undefined) pending?.resolve(text);
      else pending?.reject(new Error(fault));
    });
    worker.on("error", (error) => this.close(error as Error));
    return worker;
  }

  /** Ends the worker and rejects all pending requests with `reason`. */
  close(reason = new Error("The compiler was closed")): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#pending.clear();
  }
}

/** The address of the validators' runtime in the web build; a fixed name without a build. */
export function findRuntimeUrl(webDir: string): string {
  const manifest = path.join(webDir, ".vite/manifest.json");
  if (!existsSync(manifest)) return "/assets/ajv-runtime.js";
  const entries = Object.entries(JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string }>);
  const entry = entries.find(([source]) => source.endsWith("ajv-runtime.ts"));
  return `/${entry?.[1].file ?? "assets/ajv-runtime.js"}`;
}
