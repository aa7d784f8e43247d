import { existsSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { SectionSchema } from "#engine/form/section-schemas.ts";
import { builtPath } from "#server/root.ts";
import { toHash } from "./served-content.ts";
import { compileSectionModule, moduleEnd } from "../compile-validator.ts";
import type { CompileAnswer, CompileRequest } from "./compile.worker.ts";

/** A compile that takes longer is a hostile or mistaken schema: a good one takes milliseconds, also on a busy machine. */
const timeoutMs = 30_000;
/** How many modules are remembered: of a few releases. */
const knownMax = 2_000;
/** Goes up when the compiler's output changes for the same schema. */
const outputVersion = 2;
const workerFile = builtPath("server/config/compile/compile.worker.js");

/** Compiles section schemas to modules, in one warm worker, keeping each under its content's hash. */
export class ValidatorCompiler {
  #worker: Worker | undefined;
  #nextId = 1;
  /** Of the releases before: organisations and releases share most of them. */
  readonly #known = new Map<string, string>();
  readonly #waiting = new Map<
    number,
    { resolve(text: string): void; reject(error: Error): void; timer: NodeJS.Timeout }
  >();
  readonly #tell: (line: string) => void;
  #isTold = false;

  /** `runtimeUrl` is where the browser finds the functions that compiled code asks for; `tell` hears when nothing can be kept in `cacheDir`. */
  constructor(
    readonly runtimeUrl: string,
    readonly cacheDir: string,
    tell: (line: string) => void,
  ) {
    this.#tell = tell;
  }

  /** The module's text. Throws when the schema cannot be compiled in time. */
  async compile(schema: SectionSchema): Promise<string> {
    const hash = toHash(JSON.stringify([outputVersion, this.runtimeUrl, schema]));
    const text = this.#known.get(hash) ?? (await this.#findOrMake(hash, schema));
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(hash, text);
    return text;
  }

  async #findOrMake(hash: string, schema: SectionSchema): Promise<string> {
    const file = path.join(this.cacheDir, `${hash}.js`);
    // A power cut leaves a file empty or cut short: nobody waits for the disk when hundreds are written.
    const kept = await readFile(file, "utf8").catch(() => undefined);
    if (kept?.endsWith(moduleEnd)) return kept;
    const text = existsSync(workerFile) ? await this.#ask(schema) : compileSectionModule(schema, this.runtimeUrl);
    await this.#keep(file, text);
    return text;
  }

  /** What cannot be kept is compiled again by the next start. */
  async #keep(file: string, text: string): Promise<void> {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const next = `${file}.${process.pid}`;
      await writeFile(next, text);
      await rename(next, file);
      this.#isTold = false;
    } catch (error) {
      if (!this.#isTold) this.#tell(`Compiled validators cannot be kept: ${String(error)}`);
      this.#isTold = true;
    }
  }

  #ask(schema: SectionSchema): Promise<string> {
    this.#worker ??= this.#start();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.close(new Error(`Compiling took more than ${timeoutMs / 1000} seconds`)),
        timeoutMs * (this.#waiting.size + 1),
      );
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ id, schema, runtimeUrl: this.runtimeUrl } satisfies CompileRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    worker.unref();
    worker.on("message", ({ id, text, fault }: CompileAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(waiting?.timer);
      if (text !== undefined) waiting?.resolve(text);
      else waiting?.reject(new Error(fault));
    });
    worker.on("error", (error) => this.close(error as Error));
    return worker;
  }

  /** Ends the worker; what still waits fails with the reason. */
  close(reason = new Error("The compiler was closed")): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#waiting.clear();
  }
}

/** Where the built app serves the validators' runtime; a fixed name when there is no build. */
export function findRuntimeUrl(webDir: string): string {
  const manifest = path.join(webDir, ".vite/manifest.json");
  if (!existsSync(manifest)) return "/assets/ajv-runtime.js";
  const entries = Object.entries(JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string }>);
  const entry = entries.find(([source]) => source.endsWith("ajv-runtime.ts"));
  return `/${entry?.[1].file ?? "assets/ajv-runtime.js"}`;
}
