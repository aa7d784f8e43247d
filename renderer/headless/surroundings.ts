import { readWhole } from "./whole-answer.ts";

/** What a page without a browser stands in: where it is served, and how its calls go out. */
export interface SurroundingsSetup {
  /** Where the wallet is served: "http://localhost:3000". */
  readonly origin: string;
  /** Sends a call; addresses are whole. */
  readonly fetch: typeof fetch;
  readonly language?: string;
  /** Where the device is and since when, as its Geolocation tells it at once; without it there is none. */
  readonly place?: { readonly coords: object; readonly timestamp: number };
  /** Attributes of the served page's `meta` elements, by name. */
  readonly metas?: Readonly<Record<string, string>>;
}

/** What an address of the page's own stands for; the page lets go of it a while later. */
const fetchOwn = globalThis.fetch;
const readContent = async (href: string) => (await fetchOwn(href)).arrayBuffer();

interface Entry {
  readonly url: URL;
  readonly state: unknown;
}

/** Browser storage in memory. */
class MemoryStorage {
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
}

/** The few things of a browser that the page's floors below the drawing ask for: addresses, storage, events, and a way out. */
export class Surroundings {
  readonly localStorage = new MemoryStorage();
  readonly sessionStorage = new MemoryStorage();
  /** Where somebody was led who left the page, as a payment provider's. */
  left: string | undefined;
  /** What a candidate was given to keep. */
  readonly given: { readonly name: string; readonly content: Promise<ArrayBuffer> }[] = [];
  /** What the page told of itself without waiting for an answer. */
  readonly told: { readonly path: string; readonly body: Blob }[] = [];
  /** Calls that are on their way. */
  calls = 0;
  #online = true;
  readonly #hearers = { online: new Set<() => void>(), offline: new Set<() => void>() };
  readonly #setup: SurroundingsSetup;
  #entries: Entry[];
  #at = 0;
  #openedAt = 0;
  #moved: () => void = () => undefined;

  constructor(setup: SurroundingsSetup) {
    this.#setup = setup;
    this.#entries = [{ url: new URL(setup.origin), state: null }];
  }

  /** Tells when the address becomes another within the page. */
  onMove(listener: () => void): void {
    this.#moved = listener;
  }
  get url(): URL {
    return this.#entries[this.#at]!.url;
  }
  get state(): unknown {
    return this.#entries[this.#at]!.state;
  }
  /** Goes to an address of the page, a step of its history. */
  go(path: string, { state = null, replace = false }: { state?: unknown; replace?: boolean } = {}): void {
    const entry = { url: new URL(path, this.#setup.origin), state };
    if (replace) this.#entries[this.#at] = entry;
    else this.#entries = [...this.#entries.slice(0, ++this.#at), entry];
    this.#moved();
  }
  /** One step back; false where nothing lies behind. */
  back(): boolean {
    if (this.#at === 0) return false;
    this.#at -= 1;
    this.#openedAt = Math.min(this.#openedAt, this.#at);
    this.#moved();
    return true;
  }
  /** Nothing of the page lies behind. */
  get isFirst(): boolean {
    return this.#at === 0;
  }
  /** How many steps back stay in the page that was opened last. */
  get stepsBack(): number {
    return Math.max(0, this.#at - this.#openedAt);
  }
  /** A page has been opened at the present address. */
  load(): void {
    this.#openedAt = this.#at;
  }
  /** A page goes, and another comes in its place; storage and history stay. */
  unload(): void {
    this.left = undefined;
  }

  get online(): boolean {
    return this.#online;
  }
  /** The line goes or comes back, and the page hears of it. */
  setOnline(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    for (const hear of this.#hearers[online ? "online" : "offline"]) hear();
  }

  /** Puts itself where the page's code looks for a browser. */
  install(): void {
    const { localStorage, sessionStorage } = this;
    // Nothing else happens to it from outside: no other tab, no sleep, no end.
    const hearers: Readonly<Record<string, Set<() => void>>> = this.#hearers;
    const listen = {
      addEventListener: (name: string, hear: () => void) => void hearers[name]?.add(hear),
      removeEventListener: (name: string, hear: () => void) => void hearers[name]?.delete(hear),
    };
    const page = {
      ...listen,
      visibilityState: "visible",
      documentElement: { lang: this.#setup.language ?? "en", dir: "ltr" },
      querySelector: (selector: string) => this.#findMeta(selector),
      querySelectorAll: () => [],
      createElement: () => this.#toLink(),
    };
    const isOnline = () => this.online;
    const readUrl = () => this.url;
    const navigator = {
      get onLine() {
        return isOnline();
      },
      language: this.#setup.language ?? "en",
      sendBeacon: (path: string, body: Blob) => {
        this.told.push({ path, body });
        void this.#fetch(path, { method: "POST", body }).catch(() => undefined);
        return true;
      },
    };
    const { place } = this.#setup;
    const getCurrentPosition = (found: (position: object) => void) => found(place!);
    if (place) Object.assign(navigator, { geolocation: { getCurrentPosition } });
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
  }

  readonly #metas = new Map<string, { content: string } | null>();
  #findMeta(selector: string): { content: string } | null {
    const known = this.#metas.get(selector);
    if (known !== undefined) return known;
    const name = /meta\[name="([^"]+)"\]/.exec(selector)?.[1] ?? "";
    const content = this.#setup.metas?.[name];
    const found = content === undefined ? null : { content };
    this.#metas.set(selector, found);
    return found;
  }

  /** A link that is pressed leads away, or gives a file. */
  #toLink() {
    const link = {
      href: "",
      download: "",
      referrerPolicy: "",
      click: () => undefined as void,
      remove: () => undefined,
    };
    link.click = () => {
      if (link.download) this.given.push({ name: link.download, content: readContent(link.href) });
      else this.left = link.href;
    };
    return link;
  }

  readonly #fetch: typeof fetch = async (target, init) => {
    if (!this.online) throw new TypeError("Failed to fetch");
    const address = typeof target === "string" ? new URL(target, this.#setup.origin).href : target;
    this.calls += 1;
    try {
      // It is on its way until all of it is here.
      return await readWhole(await this.#setup.fetch(address, init));
    } finally {
      this.calls -= 1;
    }
  };
}
