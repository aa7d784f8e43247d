import type { FixtureAnswer } from "#engine/api/sandbox.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { BlockDocument } from "#engine/documents/fragments.ts";
import type { Choice, Frame } from "./choice.ts";
import type { Documents } from "./documents.ts";
import type { Scene } from "./probe/wire.ts";
import { askSandbox } from "./service.ts";

type Request = DocumentOf<"request">;
type Screen = DocumentOf<"screen">;
interface Open {
  orgId: string;
  formId: string;
  txnId: string;
}
/** What the sandbox opened; `unmade`: why it does not stand where it should. */
type Made = Open & { unmade?: string };
/** Who is signed in, with what the app keeps of them. */
interface Person {
  mobile: string;
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
}
/** A page of the app with who looks at it. */
export interface Opened {
  scene: Scene;
  open?: Open;
  /** Why it is not what was asked for. */
  unmade?: string;
}

/** The people of a fixture, made once for as long as the workbench is open; asked for again where it was refused. */
function readOnce(name: string): () => Promise<FixtureAnswer> {
  let made: Promise<FixtureAnswer> | undefined;
  return () => {
    const asked = (made ??= askSandbox<FixtureAnswer>("fixture", { name }));
    asked.catch(() => {
      if (made === asked) made = undefined;
    });
    return asked;
  };
}
const readDemo = readOnce("demo");

/** Somebody of the demo, with all that they have there. */
async function signInAgain(name: string): Promise<Person | undefined> {
  const found = (await readDemo()).candidates[name];
  return found && askSandbox<Person>("session", { mobile: found.mobile });
}

/** Somebody who has nothing yet; `identity`: who they are is proved. */
function signInAnew(identity: boolean): Promise<Person> {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  const mobile = `+9198${String(drawn! % 1e8).padStart(8, "0")}`;
  return askSandbox<Person>("session", { mobile, name: "Asha Verma", ...(identity && { identity }) });
}

/** Who looks; a state is that of the one transaction of somebody who is there for nothing else. */
const persons: Readonly<Record<string, () => Promise<Person | undefined>>> = {
  visitor: async () => undefined,
  newcomer: () => signInAnew(false),
  candidate: () => signInAgain("asha"),
  agent: () => signInAgain("agent"),
};

/** The screen that shows what was chosen: itself, or for a form the one where all of it is filled in. */
export function findScreen(documents: Documents, subject: string): Screen | undefined {
  const [folder, id = ""] = subject.split("/");
  if (folder === "screens") return documents.find("screen", id);
  const screens = documents.list("screen");
  return (
    screens.find(({ body }) => hasBlock(body, ({ form }) => form === id)) ??
    screens.find(({ body, state }) => state?.["verificationName"] && hasBlock(body, fillsAny))
  );
}

/** A form that a value names, with a button to send it, and not just a part of it. */
const fillsAny = ({ form, submit, only }: BlockDocument): boolean =>
  typeof form === "object" && submit !== undefined && only === undefined;

const hasBlock = (body: readonly BlockDocument[], fits: (block: BlockDocument) => boolean): boolean =>
  body.some((block) => fits(block) || hasBlock(block.body ?? [], fits));

/** The verification that a form belongs to. */
export const findVerification = (documents: Documents, subject: string): string | undefined => {
  const [folder, id] = subject.split("/");
  return folder === "forms" ? documents.list("verification").find(({ form }) => form === id)?.id : undefined;
};

/** The request that is opened at an organisation: the one chosen, else the first that asks for what is looked at. */
export function findRequest(
  documents: Documents,
  orgId: string,
  choice: Pick<Choice, "request" | "subject">,
): Request | undefined {
  const requests = documents.requestsOf(orgId);
  const verification = findVerification(documents, choice.subject);
  return (
    requests.find(({ id }) => id === choice.request) ??
    requests.find(
      ({ verifications }) => !verification || verifications.some((one) => one.verification === verification),
    )
  );
}

/** Makes what a frame shows: a person, what is open, and the address. Rejects with what the sandbox refused. */
export async function openFrame(documents: Documents, choice: Choice, frame: Frame): Promise<Opened> {
  const screen = findScreen(documents, choice.subject);
  if (!screen) throw new Error("No screen opens this form by itself: look at a form that uses it.");
  const request = findRequest(documents, frame.org, choice);
  const isState = !Object.hasOwn(persons, frame.who);
  const person = await (persons[frame.who]?.() ?? signInAnew(true));
  const made =
    isState && person && request
      ? await askSandbox<Made>("scene", {
          mobile: person.mobile,
          orgId: frame.org,
          formId: request.id,
          state: frame.who,
        })
      : undefined;
  const open = made && { orgId: made.orgId, formId: made.formId, txnId: made.txnId };
  const verifications = open && documents.requestsOf(frame.org).find(({ id }) => id === open.formId)?.verifications;
  const own = {
    orgId: frame.org,
    formId: open?.formId ?? request?.id,
    txnId: open?.txnId,
    txId: open?.txnId,
    verificationName: findVerification(documents, choice.subject) ?? verifications?.[0]?.verification,
    ...Object.fromEntries(Object.entries(choice.values).filter(([, value]) => value !== "")),
  };
  return {
    ...(open && { open }),
    ...(made?.unmade !== undefined && { unmade: made.unmade }),
    scene: {
      id: crypto.randomUUID(),
      path: toAddress(screen, own, frame.lang),
      chosen: { org: frame.org, form: request?.id, lang: frame.lang, who: frame.who, width: frame.width },
      theme: frame.theme as Scene["theme"],
      local: {
        ...(person && { "root-v3": { auth: person, version: 3 }, refreshToken: person.refreshToken }),
        orgId: frame.org,
        ...open,
      },
      // Of two screens at one address the one with a condition is the first that one meets.
      session: { formData: { showInitScreen: screen.when !== undefined }, misc: { locale: frame.lang } },
      state: Object.fromEntries(Object.entries(own).flatMap(([name, value]) => toStateValue(screen, name, value))),
    },
  };
}

function toAddress(
  { route, query }: Screen,
  values: Readonly<Record<string, string | undefined>>,
  lang: string,
): string {
  const first = Array.isArray(route) ? route[0]! : route;
  const path = first.replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
    const value = values[name];
    return value === undefined ? (optional ? "" : "/-") : `/${encodeURIComponent(value)}`;
  });
  const search = new URLSearchParams({ lang, orgId: values["orgId"] ?? "" });
  for (const name of Object.keys(query ?? {})) if (values[name] !== undefined) search.set(name, values[name]);
  return `${path}?${search.toString()}`;
}

/** A value of the navigation in its own type. */
function toStateValue({ state }: Screen, name: string, value: string | undefined): [string, unknown][] {
  const declared = state?.[name];
  if (!declared || value === undefined) return [];
  return [[name, declared.type === "boolean" ? value === "true" : value]];
}
