import type { Expr } from "#engine/rules/evaluate.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { KindName } from "#engine/documents/kinds.ts";
import { fillText, isTemplate, type Translate } from "#engine/documents/text.ts";
import { toTranslate } from "#engine/documents/translate.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
import { fetchJson } from "./fetch-json.ts";
import { fetchManifest } from "./fetch-manifest.ts";

interface Manifest {
  release: string;
  organisation: { orgId: string; name: string; default: boolean };
  locale: string;
  documents: Record<string, string>;
  validators: Record<string, string>;
}
/** What the router knows of a screen before its document is there. */
export type RouteEntry = Pick<
  DocumentOf<"screen">,
  "id" | "route" | "when" | "access" | "title" | "back" | "layout" | "bleed" | "chat" | "query"
>;
/** What the release adds to the documents of the authors, served among the catalogues: every screen's address, and the languages there are. */
interface RoutesDocument {
  kind: "titles";
  id: string;
  routes: RouteEntry[];
  languages: { id: string; name: string; direction: "ltr" | "rtl" }[];
}
type Served = { [K in KindName]: DocumentOf<K> } & { routes: RoutesDocument };
type ServedKind = keyof Served;
type AnyServed = Served[ServedKind];
interface Bundle {
  documents: Record<string, AnyServed>;
  words: string[];
}

/** Bundles that were asked for; whoever follows them takes `note` over (app/ahead.ts). */
export const asks = { keys: [] as string[], note: (key: string): void => void asks.keys.push(key) };

/** The documents of one organisation in one language, fetched under their hashes and kept. */
export class ConfigClient {
  readonly #documents = new Map<string, AnyServed>();
  readonly #pending = new Map<string, Promise<Bundle>>();
  /** Rules of every bundle loaded so far: who holds them sees those that come later too. */
  readonly rules: Readonly<Record<string, Expr>> = {};
  static readonly #opened = new Map<string, ConfigClient>();

  private constructor(readonly manifest: Manifest) {}

  /** Fetches the manifest and the shell's documents. `release` is the one that the open transaction keeps its forms of. Unknown organisations fall back to the default variant. `ahead`: bundles that the page asks for next, fetched beside the shell. */
  static async open(
    orgId: string | undefined,
    locale: string,
    release?: string,
    ahead: readonly string[] = [],
  ): Promise<ConfigClient> {
    const query = new URLSearchParams({
      ...(orgId ? { orgId } : {}),
      locale,
      ...(release ? { release } : {}),
    }).toString();
    const response = await fetchManifest(`/config/manifest?${query}`);
    if (response.status === 404 && release) return ConfigClient.open(orgId, locale, undefined, ahead);
    if (response.status === 404 && orgId) return ConfigClient.open(undefined, locale);
    if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
    const manifest = (await response.json()) as Manifest;
    // Asked for in several ways (by its name, as the default, by its release), one configuration stays one: what it has loaded is not asked for again.
    const identity = [manifest.release, manifest.organisation.orgId, manifest.locale].join(" ");
    const client = ConfigClient.#opened.get(identity) ?? new ConfigClient(manifest);
    ConfigClient.#opened.set(identity, client);
    // One that cannot be had is asked for again where it is needed, and missed there.
    for (const key of ahead) if (manifest.documents[key]) client.load(key).catch(() => undefined);
    const localeKey = `locale/${locale}`;
    await Promise.all([
      client.load("bundle/shell"),
      client.manifest.documents[localeKey] ? client.fetchDocument(localeKey) : undefined,
    ]);
    return client;
  }

  get orgId(): string {
    return this.manifest.organisation.orgId;
  }

  /** Whether this is the variant of who is asked for; by no name the default one is. */
  isOf(orgId: string | undefined): boolean {
    return orgId ? orgId === this.orgId : this.manifest.organisation.default;
  }

  /** Fetches a bundle ("bundle/screen.login") and keeps its documents. Gives the words that they use. */
  async load(key: string): Promise<string[]> {
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    asks.note(key);
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = fetchJson<Bundle>(url);
      this.#pending.set(key, pending);
      pending.catch(() => this.#pending.delete(key));
    }
    const { documents, words } = await pending;
    for (const [name, document] of Object.entries(documents)) this.#keep(name, document);
    return words;
  }

  /** Fetches one document by itself. */
  async fetchDocument(key: string): Promise<AnyServed> {
    const known = this.#documents.get(key);
    if (known) return known;
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    const document = await fetchJson<AnyServed>(url);
    this.#keep(key, document);
    return document;
  }

  #keep(key: string, document: AnyServed): void {
    if (this.#documents.has(key)) return;
    this.#documents.set(key, document);
    if (document.kind !== "rules") return;
    const rules: Record<string, Expr> = this.rules;
    for (const [name, { expr }] of Object.entries(document.rules)) rules[name] = expr;
  }

  /** A document that a loaded bundle brought, typed by its kind. */
  find<K extends ServedKind>(kind: K, id: string): Served[K] | undefined {
    return this.#documents.get(`${kind}/${id}`) as Served[K] | undefined;
  }
  /** A document that certainly was loaded. Throws when it was not. */
  get<K extends ServedKind>(kind: K, id: string): Served[K] {
    const document = this.find(kind, id);
    if (!document) throw new Error(`${kind}/${id} has not been loaded.`);
    return document;
  }
  /** Every loaded document. */
  list(): AnyServed[] {
    return [...this.#documents.values()];
  }
  /** The documents of rules that were loaded so far. */
  listRules(): Served["rules"][] {
    return this.list().filter((document) => document.kind === "rules");
  }
  validatorUrl(form: string, section: string): string | undefined {
    return this.manifest.validators[`${form}#${section}`];
  }

  readonly translate: Translate = (english, context) =>
    toTranslate(this.find("locale", this.manifest.locale))(english, context);
  get direction(): "ltr" | "rtl" {
    return this.find("locale", this.manifest.locale)?.direction ?? "ltr";
  }

  /** Words that code says of its own, from the texts catalogue, by key. */
  words = (key: TextKey, values: Record<string, string | number> = {}): string => {
    const text = this.get("texts", "texts").texts[key];
    if (text === undefined) throw new Error(`catalogues/texts has no "${key}".`);
    if (typeof text === "string") return fillText(this.translate(text), values);
    return isTemplate(text) ? fillText(this.translate(text.text, text.context), values) : "";
  };
}
