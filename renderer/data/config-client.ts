import { ofetch } from "ofetch";
import type { Expr } from "#engine/rules/evaluate.ts";
import type { AnyDocument, KindName } from "#engine/documents/kinds.ts";
import type { LocaleDocument, RulesDocument } from "#engine/documents/screen.ts";
import { fillText, type Text, type Translate } from "#engine/documents/text.ts";

interface Manifest { release: string; organisation: { orgId: string; name: string; default: boolean }; locale: string; documents: Record<string, string>; validators: Record<string, string> }
interface Bundle { documents: Record<string, AnyDocument>; words: string[] }

/** The documents of one organisation in one language, fetched under their hashes and kept. */
export class ConfigClient {
  readonly #documents = new Map<string, AnyDocument>();
  readonly #pending = new Map<string, Promise<Bundle>>();
  readonly #words = new Set<string>();
  #rules: Record<string, Expr> = {};
  static readonly #opened = new Map<string, ConfigClient>();

  private constructor(readonly manifest: Manifest) {}

  /** Fetches the manifest and the shell's documents. `release` is the one that the open transaction keeps its forms of. Unknown organisations fall back to the default variant. */
  static async open(orgId: string | undefined, locale: string, release?: string): Promise<ConfigClient> {
    const query = new URLSearchParams({ ...(orgId ? { orgId } : {}), locale, ...(release ? { release } : {}) }).toString();
    const response = await fetch(`/config/manifest?${query}`);
    if (response.status === 404 && release) return ConfigClient.open(orgId, locale);
    if (response.status === 404 && orgId) return ConfigClient.open(undefined, locale);
    if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
    const manifest = (await response.json()) as Manifest;
    // Asked for in several ways (by its name, as the default, by its release), one configuration stays one: what it has loaded is not asked for again.
    const identity = [manifest.release, manifest.organisation.orgId, manifest.locale].join(" ");
    const client = ConfigClient.#opened.get(identity) ?? new ConfigClient(manifest);
    ConfigClient.#opened.set(identity, client);
    const localeKey = `locale/${locale}`;
    await Promise.all([client.load("bundle/shell"), client.manifest.documents[localeKey] ? client.fetchDocument(localeKey) : undefined]);
    return client;
  }

  get orgId(): string {
    return this.manifest.organisation.orgId;
  }

  /** Fetches a bundle ("bundle/screen.login") and keeps its documents. Gives the words that they use. */
  async load(key: string): Promise<string[]> {
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = ofetch<Bundle>(url, { retry: 2 });
      this.#pending.set(key, pending);
      pending.catch(() => this.#pending.delete(key));
    }
    const { documents, words } = await pending;
    for (const [name, document] of Object.entries(documents)) this.#keep(name, document);
    for (const word of words) this.#words.add(word);
    return words;
  }

  /** Fetches one document by itself. */
  async fetchDocument(key: string): Promise<AnyDocument> {
    const known = this.#documents.get(key);
    if (known) return known;
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    const document = await ofetch<AnyDocument>(url, { retry: 2 });
    this.#keep(key, document);
    return document;
  }

  #keep(key: string, document: AnyDocument): void {
    if (this.#documents.has(key)) return;
    this.#documents.set(key, document);
    if (document.kind !== "rules") return;
    this.#rules = { ...this.#rules };
    for (const [name, { expr }] of Object.entries((document as unknown as RulesDocument).rules)) this.#rules[name] = expr;
  }

  /** A document that a loaded bundle brought. */
  find<T = AnyDocument>(kind: KindName | "routes", id: string): T | undefined {
    return this.#documents.get(`${kind}/${id}`) as T | undefined;
  }
  get<T = AnyDocument>(kind: KindName | "routes", id: string): T {
    const document = this.find<T>(kind, id);
    if (!document) throw new Error(`${kind}/${id} has not been loaded.`);
    return document;
  }
  /** Loaded documents, of one kind or all. */
  list<T = AnyDocument>(kind?: KindName): T[] {
    return [...this.#documents.values()].filter((document) => kind === undefined || document.kind === kind) as T[];
  }
  /** Rules of every bundle loaded so far. */
  get rules(): Readonly<Record<string, Expr>> {
    return this.#rules;
  }
  hasWord(word: string): boolean {
    return this.#words.has(word);
  }
  validatorUrl(form: string, section: string): string | undefined {
    return this.manifest.validators[`${form}#${section}`];
  }

  readonly translate: Translate = (english, context) => {
    const translated = this.find<LocaleDocument>("locale", this.manifest.locale)?.texts[english];
    if (translated === undefined) return english;
    return typeof translated === "string" ? translated : (translated[context ?? ""] ?? Object.values(translated)[0] ?? english);
  };
  get direction(): "ltr" | "rtl" {
    return this.find<LocaleDocument>("locale", this.manifest.locale)?.direction ?? "ltr";
  }

  /** Words that code says of its own, from the texts catalogue, by key. */
  words = (key: string, values: Record<string, string | number> = {}): string => {
    const text = this.get<{ texts: Record<string, Text> }>("texts", "texts").texts[key];
    if (text === undefined) throw new Error(`catalogues/texts has no "${key}".`);
    return fillText(this.translate(typeof text === "string" ? text : "text" in text ? text.text : ""), values);
  };
}
