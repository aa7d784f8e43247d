import type { Expr } from "#engine/core/rules/evaluate.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { KindName } from "#engine/core/definitions/kinds.ts";
import { fillPlaceholders, isTemplate, type Translate } from "#engine/core/definitions/text.ts";
import { toTranslate } from "#engine/core/definitions/translate.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { getPageApp } from "#renderer/session/page-app.ts";
import { fetchJson } from "./fetch-json.ts";
import { fetchManifest } from "./fetch-manifest.ts";

interface Manifest {
  release: string;
  app: string;
  organisation: { orgId: string; name: string; default: boolean };
  locale: string;
  documents: Record<string, string>;
  validators: Record<string, string>;
}
/** What the router knows of a screen before its definition is loaded. */
export type RouteEntry = Pick<
  DefinitionOf<"screen">,
  "id" | "route" | "when" | "access" | "title" | "back" | "layout" | "bleed" | "chat" | "query"
>;
/** What the release adds to the definitions: the routes of all screens, and the languages. */
interface RoutesDocument {
  kind: "titles";
  id: string;
  routes: RouteEntry[];
  languages: { id: string; name: string; direction: "ltr" | "rtl" }[];
}
type DefinitionsByKind = { [K in KindName]: DefinitionOf<K> } & { routes: RoutesDocument };
type LoadedKind = keyof DefinitionsByKind;
type LoadedDefinition = DefinitionsByKind[LoadedKind];
interface Bundle {
  documents: Record<string, LoadedDefinition>;
  features: string[];
}

/** Bundles requested so far. The preload hint (app/preload-hint.ts) replaces `note` to receive later ones. */
export const requestedBundles = {
  keys: [] as string[],
  note: (key: string): void => void requestedBundles.keys.push(key),
};

/** The definitions of one organisation in one language. Each is fetched by its content hash and cached. */
export class ConfigClient {
  readonly #documents = new Map<string, LoadedDefinition>();
  readonly #pending = new Map<string, Promise<Bundle>>();
  /** The rules of all loaded bundles. Later bundles add to the same object. */
  readonly rules: Readonly<Record<string, Expr>> = {};
  static readonly #opened = new Map<string, ConfigClient>();

  private constructor(readonly manifest: Manifest) {}

  /**
   * Fetches the manifest and the shell's definitions. `release` is the release that the open transaction is pinned to.
   * An unknown organisation falls back to the default one. `prefetch` lists bundles to fetch at the same time.
   */
  static async open(
    orgId: string | undefined,
    locale: string,
    release?: string,
    prefetch: readonly string[] = [],
  ): Promise<ConfigClient> {
    const { app } = getPageApp();
    const query = new URLSearchParams({
      ...(orgId ? { orgId } : {}),
      locale,
      ...(release ? { release } : {}),
      ...(app ? { app } : {}),
    }).toString();
    const response = await fetchManifest(`/config/manifest?${query}`);
    if (response.status === 404 && release) return ConfigClient.open(orgId, locale, undefined, prefetch);
    if (response.status === 404 && orgId) return ConfigClient.open(undefined, locale);
    if (!response.ok) throw new Error(`The configuration could not be loaded (${response.status}).`);
    const manifest = (await response.json()) as Manifest;
    // One configuration can be opened by name, as the default, or by release. It stays one client, so that it loads
    // nothing twice.
    const identity = [manifest.release, manifest.app, manifest.organisation.orgId, manifest.locale].join(" ");
    const client = ConfigClient.#opened.get(identity) ?? new ConfigClient(manifest);
    ConfigClient.#opened.set(identity, client);
    // A failed prefetch is fetched again by the part that needs it.
    for (const key of prefetch) if (manifest.documents[key]) client.load(key).catch(() => undefined);
    const localeKey = `locale/${locale}`;
    await Promise.all([
      client.load("bundle/shell"),
      client.manifest.documents[localeKey] ? client.fetchDefinition(localeKey) : undefined,
    ]);
    return client;
  }

  /** The app of the page. */
  get app(): DefinitionOf<"app"> {
    return this.get("app", this.manifest.app);
  }

  get menu(): DefinitionOf<"menu"> {
    return this.get("menu", this.app.menu);
  }

  get orgId(): string {
    return this.manifest.organisation.orgId;
  }

  /** Returns whether this is the organisation's configuration. No id means the default organisation. */
  isForOrganisation(orgId: string | undefined): boolean {
    return orgId ? orgId === this.orgId : this.manifest.organisation.default;
  }

  /** Fetches a bundle ("bundle/screen.login") and caches its definitions. Returns the features that they use. */
  async load(key: string): Promise<string[]> {
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    requestedBundles.note(key);
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = fetchJson<Bundle>(url);
      this.#pending.set(key, pending);
      pending.catch(() => this.#pending.delete(key));
    }
    const { documents, features } = await pending;
    for (const [name, document] of Object.entries(documents)) this.#store(name, document);
    return features;
  }

  /** Fetches a single definition. */
  async fetchDefinition(key: string): Promise<LoadedDefinition> {
    const known = this.#documents.get(key);
    if (known) return known;
    const url = this.manifest.documents[key];
    if (!url) throw new Error(`The release has no ${key}.`);
    const document = await fetchJson<LoadedDefinition>(url);
    this.#store(key, document);
    return document;
  }

  #store(key: string, document: LoadedDefinition): void {
    if (this.#documents.has(key)) return;
    this.#documents.set(key, document);
    if (document.kind !== "rules") return;
    const rules: Record<string, Expr> = this.rules;
    for (const [name, { expr }] of Object.entries(document.rules)) rules[name] = expr;
  }

  /** A loaded definition, typed by its kind; undefined if it is not loaded. */
  find<K extends LoadedKind>(kind: K, id: string): DefinitionsByKind[K] | undefined {
    return this.#documents.get(`${kind}/${id}`) as DefinitionsByKind[K] | undefined;
  }
  /** A loaded definition. Throws if it is not loaded. */
  get<K extends LoadedKind>(kind: K, id: string): DefinitionsByKind[K] {
    const document = this.find(kind, id);
    if (!document) throw new Error(`${kind}/${id} has not been loaded.`);
    return document;
  }
  /** All loaded definitions. */
  list(): LoadedDefinition[] {
    return [...this.#documents.values()];
  }
  /** All loaded definitions of rules. */
  listRules(): DefinitionsByKind["rules"][] {
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

  /** A text of the page itself, by its key in catalogues/texts. */
  uiText = (key: TextKey, values: Record<string, string | number> = {}): string => {
    const text = this.get("texts", "texts").texts[key];
    if (text === undefined) throw new Error(`catalogues/texts has no "${key}".`);
    if (typeof text === "string") return fillPlaceholders(this.translate(text), values);
    return isTemplate(text) ? fillPlaceholders(this.translate(text.text, text.context), values) : "";
  };
}
