import type { AnyDocument } from "#engine/documents/kinds.ts";

/** A document to begin with, and where below schemas/ it belongs. */
export interface NewDocument {
  path: string;
  document: AnyDocument;
}

/** What is there already and a new document may need: every sentence that a language has words for, and the verifications that a request is to ask for. */
export interface Surroundings {
  sentences: readonly string[];
  of?: readonly string[];
}
type Maker = (id: string, there: Surroundings) => Record<string, unknown>;

/** Scripts that are written from the right (Unicode, Script_Metadata). */
const rightToLeft: ReadonlySet<string> = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

const head = (kind: string, depth: number) => ({ $schema: `${"../".repeat(depth)}meta/${kind}.schema.json`, kind });

const makers: Readonly<
  Record<
    string,
    { folder: string; make: Maker; next: string; also?: (id: string, there: Surroundings) => NewDocument[] }
  >
> = {
  form: {
    folder: "forms",
    next: "Name it in a verification or on a screen.",
    make: () => ({
      data: { type: "object", properties: { name: { type: "string", maxLength: 120 } } },
      fields: [{ at: "/name", widget: "text", label: "Name", require: true }],
    }),
  },
  verification: {
    folder: "verifications",
    next: "Say its category and price (catalogues), what to have ready for it, and name it in a request.",
    make: (id) => ({ label: toLabel(id), icon: "identity", category: "Identity", form: id }),
    also: (id) => toNewDocuments("form", id),
  },
  screen: {
    folder: "screens",
    next: "Lead to it: from the menu (catalogues/menu), or by a navigate.",
    make: (id) => ({
      route: `/${id}`,
      access: "signedIn",
      back: "history",
      title: toLabel(id),
      body: [{ id: "heading", block: "text", style: "title", text: toLabel(id) }],
    }),
  },
  flow: {
    folder: "flows",
    next: 'Run it: {"run": "its id"} where something is pressed.',
    make: () => ({ tables: { start: { navigate: "home" } } }),
  },
  rules: {
    folder: "rules",
    next: 'Name one where something is decided: {"rule": "its name"}.',
    make: (id) => ({
      rules: { [id]: { expr: { filled: { var: "transaction.state" } }, why: "there is a transaction" } },
    }),
  },
  options: {
    folder: "options",
    next: 'Name it at a field: "options": "its id".',
    make: () => ({ items: [{ value: "first", label: "First" }] }),
  },
  migration: {
    folder: "migrations",
    next: "Raise the version in the file of its form, and say in set where each answer goes.",
    make: (id) => {
      const [, form, to] = /^(.+)-([0-9]+)$/.exec(id) ?? [];
      if (form === undefined)
        throw new Error("A migration is named by its form and the version that it leads to: address-2.");
      return { form, to: Number(to), set: {} };
    },
  },
  articles: {
    folder: "catalogues",
    next: "Show it on a screen: a block article, of its id.",
    make: (id) => ({ title: toLabel(id), parts: [{ text: `${toLabel(id)}: what is to be read.` }] }),
  },
  locale: {
    folder: "locales",
    next: "Fill in the words; what is empty stays English. Offer it in locales of an organisation.",
    make: (id, { sentences }) => ({
      name: toLanguageName(id),
      direction: rightToLeft.has(new Intl.Locale(id).maximize().script ?? "") ? "rtl" : "ltr",
      texts: Object.fromEntries(sentences.map((english) => [english, ""])),
    }),
  },
  organisation: {
    folder: "organisations",
    next: "Give it its colour, logo and contacts, and a request: npm run new -- request ORGANISATION/ID.",
    make: (id) => ({
      name: toLabel(id),
      logo: "/favicon.svg",
      colours: { brand: "#1f5fbf" },
      locales: ["en"],
      regions: ["IN"],
      contacts: {
        email: `support@${id}.example`,
        phone: "+91 11 4000 0000",
        hours: "11 AM to 7 PM IST, Monday to Friday",
      },
      flags: { faq: true },
    }),
  },
  request: {
    folder: "organisations",
    next: "Say what it asks for, what may be skipped, and how it is paid.",
    make: (id, { of = [id] }) => ({
      name: toLabel(id),
      expiry: -1,
      payment: "none",
      public: true,
      manualProfileRequired: true,
      verifications: of.map((verification) => ({ verification, skipAllowed: false })),
    }),
    also: (id, { of }) => (of ? [] : toNewDocuments("verification", id)),
  },
};

/** What its author does next, in a sentence. */
export const toNextStep = (kind: string): string => makers[kind]?.next ?? "";

/** What can be begun by `npm run new`. */
export const newKinds: readonly string[] = Object.keys(makers);

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * The least documents that are right in themselves, the asked one first: the check then asks for their words in the other
 * languages and for who uses them. A request is named `organisation/id`; it brings a verification
 * of its name unless it is told of which (`of`), and a verification a form. Throws on an unknown kind and on a name that is none.
 */
export function toNewDocuments(kind: string, name: string, there: Surroundings = { sentences: [] }): NewDocument[] {
  const maker = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (!maker) throw new Error(`There is no kind '${kind}' to begin. Known: ${newKinds.join(", ")}.`);
  const steps = name.split("/");
  const owned = kind === "request";
  if (steps.length !== (owned ? 2 : 1) || !steps.every((step) => namePattern.test(step))) {
    throw new Error(
      owned
        ? "A request is named by its organisation and its own id: harbour/night-shift."
        : "An id has small letters, digits and single hyphens: night-shift.",
    );
  }
  const id = steps.at(-1)!;
  const inside = owned ? steps[0]! : kind === "organisation" ? id : "";
  const file = kind === "organisation" ? "organisation" : id;
  const document = {
    ...head(kind, inside ? 2 : 1),
    id,
    description: kind === "locale" ? `The words of ${toLanguageName(id)}.` : `${toLabel(id)}: say what it is for.`,
    ...maker.make(id, there),
  } as AnyDocument;
  return [
    { path: [maker.folder, inside, `${file}.json`].filter(Boolean).join("/"), document },
    ...(maker.also?.(id, there) ?? []),
  ];
}

/** A language as its speakers call it. Throws for a code that names none. */
function toLanguageName(id: string): string {
  const name = new Intl.DisplayNames([id], { type: "language", fallback: "none" }).of(id);
  if (!name) throw new Error(`${id} is no language: a locale is named by its code (ISO 639), as ta or ur.`);
  return name;
}

/** "night-shift" as "Night shift". */
function toLabel(id: string): string {
  const words = id.replaceAll("-", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}
