import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";

/** A new definition and its path below schemas/. */
export interface NewDefinition {
  path: string;
  document: AnyDefinition;
}

/** Existing definitions that a new one needs. */
export interface ExistingDefinitions {
  /** The translatable sentences. */
  sentences: readonly string[];
  /** The app at `/`, in whose folder a new screen is. */
  app?: string | undefined;
  /** The verifications of a request. */
  of?: readonly string[];
}
type Maker = (id: string, existing: ExistingDefinitions) => Record<string, unknown>;

/** Right-to-left scripts (Unicode, Script_Metadata). */
const rightToLeft: ReadonlySet<string> = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

const head = (kind: string, depth: number) => ({ $schema: `${"../".repeat(depth)}meta/${kind}.schema.json`, kind });

const makers: Readonly<
  Record<
    string,
    { folder: string; make: Maker; next: string; also?: (id: string, existing: ExistingDefinitions) => NewDefinition[] }
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
    next: "Add its category and price (catalogues) and what to have ready, then name it in a request.",
    make: (id) => ({ label: toLabel(id), icon: "identity", category: "Identity", form: id }),
    also: (id) => toNewDefinitions("form", id),
  },
  screen: {
    folder: "screens",
    next: "Link to it: from the menu (catalogues/menu), or by a navigate.",
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
    next: "Raise the version of its form, and state in set where each answer goes.",
    make: (id) => {
      const [, form, to] = /^(.+)-([0-9]+)$/.exec(id) ?? [];
      if (form === undefined) throw new Error("Name a migration by its form and the version after it: address-2.");
      return { form, to: Number(to), set: {} };
    },
  },
  report: {
    folder: "reports",
    next: 'Name it in a request: "evaluation": {"report": "its id"}.',
    make: (id) => ({
      title: toLabel(id),
      sections: [
        {
          title: { var: "submission.label" },
          of: "verifications",
          facts: [{ label: "Verified on", value: { var: "submission.verifiedOn" } }],
          answers: true,
        },
      ],
    }),
  },
  articles: {
    folder: "catalogues",
    next: "Show it on a screen: a block article with its id.",
    make: (id) => ({ title: toLabel(id), parts: [{ text: `${toLabel(id)}: write the text here.` }] }),
  },
  locale: {
    folder: "locales",
    next: "Fill in the translations; empty ones stay English. Add it to locales of an organisation.",
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
    next: "State its verifications, which may be skipped, and how it is paid.",
    make: (id, { of = [id] }) => ({
      name: toLabel(id),
      expiry: -1,
      payment: "none",
      public: true,
      manualProfileRequired: true,
      verifications: of.map((verification) => ({ verification, skipAllowed: false })),
    }),
    also: (id, { of }) => (of ? [] : toNewDefinitions("verification", id)),
  },
};

/** The author's next step, as a sentence. */
export const toNextStep = (kind: string): string => makers[kind]?.next ?? "";

/** The kinds of `npm run new`. */
export const newKinds: readonly string[] = Object.keys(makers);

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * The smallest valid definitions, the requested one first. The check then asks for translations and for a use. A
 * request is named `organisation/id`. It brings a verification of its name unless `of` names others, and a verification
 * brings a form. Throws for an unknown kind or an invalid name.
 */
export function toNewDefinitions(
  kind: string,
  name: string,
  existing: ExistingDefinitions = { sentences: [] },
): NewDefinition[] {
  const maker = Object.hasOwn(makers, kind) ? makers[kind] : undefined;
  if (!maker) throw new Error(`There is no kind '${kind}'. Known: ${newKinds.join(", ")}.`);
  const steps = name.split("/");
  const isOwned = kind === "request";
  if (steps.length !== (isOwned ? 2 : 1) || !steps.every((step) => namePattern.test(step))) {
    throw new Error(
      isOwned
        ? "Name a request by its organisation and its own id: harbour/night-shift."
        : "An id has small letters, digits and single hyphens: night-shift.",
    );
  }
  const id = steps.at(-1)!;
  const folders: Readonly<Record<string, string | undefined>> = {
    request: steps[0],
    organisation: id,
    screen: existing.app,
  };
  const inside = folders[kind] ?? "";
  const file = kind === "organisation" ? "organisation" : id;
  const document = {
    ...head(kind, inside ? 2 : 1),
    id,
    description:
      kind === "locale" ? `Translations into ${toLanguageName(id)}.` : `${toLabel(id)}: describe its purpose.`,
    ...maker.make(id, existing),
  } as AnyDefinition;
  return [
    { path: [maker.folder, inside, `${file}.json`].filter(Boolean).join("/"), document },
    ...(maker.also?.(id, existing) ?? []),
  ];
}

/** The name of a language in that language. Throws for an unknown code. */
function toLanguageName(id: string): string {
  const name = new Intl.DisplayNames([id], { type: "language", fallback: "none" }).of(id);
  if (!name) throw new Error(`${id} is not a language: name a locale by its ISO 639 code, such as ta or ur.`);
  return name;
}

/** "night-shift" as "Night shift". */
function toLabel(id: string): string {
  const words = id.replaceAll("-", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}
