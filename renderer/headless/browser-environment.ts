import { bufferResponse } from "./buffered-response.ts";
import { CookieJar } from "./cookie-jar.ts";

/** Where the wallet is served, and how its calls are sent. */
export interface BrowserEnvironmentOptions {
  /** Origin of the wallet: "http://localhost:3000". */
  readonly origin: string;
  /** Sends a call; addresses are absolute. */
  readonly fetch: typeof fetch;
  readonly language?: string;
  /** The position that Geolocation returns; without it there is no geolocation. */
  readonly geolocation?: { readonly coords: object; readonly timestamp: number };
  /** The `meta` elements of the page at a path: content by name. */
  readonly readMetas?: (path: string) => Readonly<Record<string, string>>;
}

/** Reads a blob URL before the page releases it. */
const nativeFetch = globalThis.fetch;
const readContent = async (href: string) => (await nativeFetch(href)).arrayBuffer();

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** Browser storage in memory. */
export class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}

/** `navigator.credentials`, as far as passkeys need it. */
export interface Authenticator {
  create(options: CredentialCreationOptions): Promise<Credential | null>;
  get(options: CredentialRequestOptions): Promise<Credential | null>;
}

/** The browser APIs that the page's code below React uses: address, history, storage, events, fetch. */
export class BrowserEnvironment {
  readonly localStorage = new MemoryStorage();
  readonly sessionStorage = new MemoryStorage();
  /** The external address that the page was left for, such as a payment provider's. */
  externalUrl: string | undefined;
  /** The files that the page downloaded. */
  readonly downloads: { readonly name: string; readonly content: Promise<ArrayBuffer> }[] = [];
  /** The beacons that the page sent. */
  readonly beacons: { readonly path: string; readonly body: Blob }[] = [];
  /** The cookies that calls of the page carry. */
  readonly cookies = new CookieJar();
  /** The number of calls in progress. */
  pendingCalls = 0;
  /** The authenticator of the device; without one it cannot keep passkeys. */
  #authenticator: Authenticator | undefined;
  #online = true;
  readonly #listeners = { online: new Set<() => void>(), offline: new Set<() => void>() };
  readonly #options: BrowserEnvironmentOptions;
  #entries: Entry[];
  #at = 0;
  #openedAt = 0;
  #onMove: () => void = () => undefined;

  constructor(options: BrowserEnvironmentOptions) {
    this.#options = options;
    this.#entries = [{ url: new URL(options.origin), state: null }];
  }

  /** Sets the listener for navigation within the page. */
  onMove(listener: () => void): void {
    this.#onMove = listener;
  }
  get url(): URL {
    return this.#entries[this.#at]!.url;
  }
  get state(): unknown {
    return this.#entries[this.#at]!.state;
  }
  /** Navigates within the page. */
  go(path: string, { state = null, replace = false }: { state?: unknown; replace?: boolean } = {}): void {
    const entry = { url: new URL(path, this.#options.origin), state };
    if (replace) this.#entries[this.#at] = entry;
    else this.#entries = [...this.#entries.slice(0, ++this.#at), entry];
    this.#onMove();
  }
  /** Goes one entry back; returns false at the first entry. */
  back(): boolean {
    if (this.#at === 0) return false;
    this.#at -= 1;
    this.#openedAt = Math.min(this.#openedAt, this.#at);
    this.#onMove();
    return true;
  }
  /** Returns whether this is the first entry of the history. */
  get isFirst(): boolean {
    return this.#at === 0;
  }
  /** The number of entries since the last page load. */
  get stepsBack(): number {
    return Math.max(0, this.#at - this.#openedAt);
  }
  /** Marks that a page has loaded at the current address. */
  load(): void {
    this.#openedAt = this.#at;
    this.#readMetas();
  }
  /** Marks that the page is closed. Storage and history stay. */
  unload(): void {
    this.externalUrl = undefined;
  }

  get online(): boolean {
    return this.#online;
  }
  /** Sets the network state and notifies the page. */
  setOnline(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    for (const listener of this.#listeners[online ? "online" : "offline"]) listener();
  }

  /** Connects an authenticator that verifies its user. The page notices it when it is loaded. */
  setAuthenticator(authenticator: Authenticator | undefined): void {
    this.#authenticator = authenticator;
    const isAvailable = () => Promise.resolve(true);
    const api =
      authenticator && Object.assign(() => undefined, { isUserVerifyingPlatformAuthenticatorAvailable: isAvailable });
    Object.defineProperty(globalThis, "PublicKeyCredential", { value: api, configurable: true, writable: true });
  }

  /** Installs the APIs as globals. */
  install(): void {
    const { localStorage, sessionStorage } = this;
    // Other events, such as those of other tabs, never happen here.
    const listeners: Readonly<Record<string, Set<() => void>>> = this.#listeners;
    const listen = {
      addEventListener: (name: string, listener: () => void) => void listeners[name]?.add(listener),
      removeEventListener: (name: string, listener: () => void) => void listeners[name]?.delete(listener),
    };
    const page = {
      ...listen,
      visibilityState: "visible",
      documentElement: { lang: this.#options.language ?? "en", dir: "ltr" },
      querySelector: (selector: string) => this.#findMeta(selector),
      querySelectorAll: () => [],
      createElement: () => this.#toLink(),
    };
    const isOnline = () => this.online;
    const readUrl = () => this.url;
    const readAuthenticator = () => this.#authenticator;
    const navigator = {
      get onLine() {
        return isOnline();
      },
      get credentials() {
        return readAuthenticator();
      },
      language: this.#options.language ?? "en",
      sendBeacon: (path: string, body: Blob) => {
        this.beacons.push({ path, body });
        void this.#fetch(path, { method: "POST", body }).catch(() => undefined);
        return true;
      },
    };
    const { geolocation } = this.#options;
    const getCurrentPosition = (found: (position: object) => void) => found(geolocation!);
    if (geolocation) Object.assign(navigator, { geolocation: { getCurrentPosition } });
    const location = {
      get href() {
        return readUrl().href;
      },
      get origin() {
        return readUrl().origin;
      },
      get pathname() {
        return readUrl().pathname;
      },
      get search() {
        return readUrl().search;
      },
    };
    const window = {
      ...listen,
      localStorage,
      sessionStorage,
      location,
      navigator,
      document: page,
      confirm: () => true,
    };
    for (const [name, value] of Object.entries({ window, document: page, navigator, fetch: this.#fetch }))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    this.setAuthenticator(this.#authenticator);
  }

  readonly #metas = new Map<string, { content: string }>();
  #readMetas(): void {
    this.#metas.clear();
    const metas = this.#options.readMetas?.(this.url.pathname) ?? {};
    for (const [name, content] of Object.entries(metas)) this.#metas.set(`meta[name="${name}"]`, { content });
  }
  #findMeta(selector: string): { content: string } | null {
    return this.#metas.get(selector) ?? null;
  }

  /** A link that records a download or an external address when it is clicked. */
  #toLink() {
    const link = {
      href: "",
      download: "",
      referrerPolicy: "",
      click: () => undefined as void,
      remove: () => undefined,
    };
    link.click = () => {
      if (link.download) this.downloads.push({ name: link.download, content: readContent(link.href) });
      else this.externalUrl = link.href;
    };
    return link;
  }

  readonly #fetch: typeof fetch = async (target, init) => {
    if (!this.online) throw new TypeError("Failed to fetch");
    const address = typeof target === "string" ? new URL(target, this.#options.origin).href : target;
    this.pendingCalls += 1;
    try {
      // The call is pending until its whole body has arrived.
      const response = await this.#options.fetch(address, this.#withOwnHeaders(address, init));
      for (const header of response.headers.getSetCookie()) this.cookies.set(header);
      return await bufferResponse(response);
    } finally {
      this.pendingCalls -= 1;
    }
  };

  /** Adds what a browser adds to a call of the page's own origin. */
  #withOwnHeaders(address: Parameters<typeof fetch>[0], init: RequestInit | undefined): RequestInit | undefined {
    if (typeof address !== "string" || !address.startsWith(`${this.#options.origin}/`)) return init;
    const headers = new Headers(init?.headers);
    headers.set("sec-fetch-site", "same-origin");
    const { header: cookie } = this.cookies;
    if (cookie !== undefined) headers.set("cookie", cookie);
    return { ...init, headers };
  }
}
