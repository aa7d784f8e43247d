import path from "node:path";
import { checkSchemas, loadMetaSchemas } from "#server/config/check-schemas.ts";
import { compileRelease } from "#server/config/compile/compile-release.ts";
import { findRuntimeUrl, ValidatorCompiler } from "#server/config/compile/validator-compiler.ts";
import { BadDocuments, type ConfigReader } from "#server/config/reader.ts";
import type { Release } from "#server/config/release.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import { appRoot } from "#server/root.ts";
import { findChecked, keepChecked, signDocuments } from "../known.ts";

/** The documents of a folder as a server reads them, checked once as long as they stay as they are. */
export class CheckedDocuments implements ConfigReader {
  readonly #folder: string;
  readonly #compiler: ValidatorCompiler;
  #sign = "";
  #release: Release | undefined;
  #rehearsed: Release | undefined;

  /** `dataDir` keeps what was compiled. */
  constructor(folder: string, dataDir: string) {
    this.#folder = folder;
    const webDir = path.join(appRoot, "dist/web");
    const tell = (line: string) => console.error(line);
    this.#compiler = new ValidatorCompiler(findRuntimeUrl(webDir), path.join(dataDir, "validators"), tell);
  }

  /** Takes the documents as they are now. Throws BadDocuments. */
  async reload(): Promise<void> {
    const sign = signDocuments(this.#folder);
    if (sign === this.#sign) return;
    this.#release = await this.compile(findChecked(sign) ?? (await this.#check(sign)));
    this.#sign = sign;
  }

  async #check(sign: string): Promise<SourceDocument[]> {
    const { sources, issues } = await checkSchemas(this.#folder);
    if (issues.length > 0) throw new BadDocuments(issues);
    if (signDocuments(this.#folder) === sign) keepChecked(sources, sign);
    return sources;
  }

  current(): Release {
    const release = this.#rehearsed ?? this.#release;
    if (!release) throw new Error("No documents are there.");
    return release;
  }

  organisation(orgId: string) {
    return this.current().organisations.get(orgId);
  }

  withPinned(): Promise<Release> {
    return Promise.reject(new Error("Nobody keeps an older release here."));
  }

  isLastGood(): boolean {
    return false;
  }

  status() {
    return { release: this.current().id, checkedAt: new Date().toISOString(), ok: true, issues: [] };
  }

  /** A fixture's own changes were checked before it is played (references/releases.ts). */
  async rehearse(sources: readonly SourceDocument[] | undefined): Promise<void> {
    this.#rehearsed = sources && (await this.compile(sources));
  }

  close(): void {
    this.#compiler.close();
  }

  async compile(sources: readonly SourceDocument[]): Promise<Release> {
    return compileRelease(sources, {
      metas: await loadMetaSchemas(),
      compileValidator: (schema) => this.#compiler.compile(schema),
    });
  }
}
