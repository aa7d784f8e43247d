import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { BlockDefinition } from "#engine/core/definitions/fragments.ts";
import type { Choice, Frame } from "./choice.ts";
import type { Documents } from "./documents.ts";
import type { Scene } from "./probe/protocol.ts";
import { askSandbox } from "./service.ts";

type Request = DefinitionOf<"request">;
type Screen = DefinitionOf<"screen">;
interface Open {
  orgId: string;
  formId: string;
  txnId: string;
}
/** The transaction that the sandbox made; `failure` explains why it is not in the requested state. */
type SandboxTransaction = Open & { failure?: string };
/** A signed-in person with the app's tokens. */
interface Person {
  mobile: string;
  accessToken: string;
  refreshToken: string;
  refreshTokenExpiresIn: number;
}
/** A page of the app with its viewer. */
export interface OpenedFrame {
  scene: Scene;
  open?: Open;
  /** Why the requested state was not reached. */
  failure?: string;
}

/** Creates a fixture once per visit of the workbench; tries again after a failure. */
function createOnce(name: string): () => Promise<FixtureAnswer> {
  let fixture: Promise<FixtureAnswer> | undefined;
  return () => {
    const request = (fixture ??= askSandbox<FixtureAnswer>("fixture", { name }));
    request.catch(() => {
      if (fixture === request) fixture = undefined;
    });
    return request;
  };
}
const readDemo = createOnce("demo");

/** Signs in a person of the demo data. */
async function signInDemoPerson(name: string): Promise<Person | undefined> {
  const found = (await readDemo()).candidates[name];
  return found && askSandbox<Person>("session", { mobile: found.mobile });
}

/** Signs in a new candidate; with `identity` their identity is verified. */
function signInNewCandidate(identity: boolean): Promise<Person> {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  const mobile = `+9198${String(drawn! % 1e8).padStart(8, "0")}`;
  return askSandbox<Person>("session", { mobile, name: "Asha Verma", ...(identity && { identity }) });
}

/** Viewers by name; for a state, a new candidate gets a transaction in it. */
const viewers: Readonly<Record<string, () => Promise<Person | undefined>>> = {
  visitor: async () => undefined,
  newcomer: () => signInNewCandidate(false),
  candidate: () => signInDemoPerson("asha"),
  agent: () => signInDemoPerson("agent"),
};

/** The screen of a subject: the screen itself, or the one where the whole form is filled in. */
export function findScreen(documents: Documents, subject: string): Screen | undefined {
  const [folder, id = ""] = subject.split("/");
  if (folder === "screens") return documents.find("screen", id);
  const screens = documents.list("screen");
  return (
    screens.find(({ body }) => hasBlock(body, ({ form }) => form === id)) ??
    (findVerification(documents, subject) === undefined
      ? undefined
      : screens.find(({ body, state }) => state?.["verificationName"] && hasBlock(body, isWholeForm)))
  );
}

/** A form block whose form is a value, with a submit button and without `only`. */
const isWholeForm = ({ form, submit, only }: BlockDefinition): boolean =>
  typeof form === "object" && submit !== undefined && only === undefined;

const hasBlock = (body: readonly BlockDefinition[], matches: (block: BlockDefinition) => boolean): boolean =>
  body.some((block) => matches(block) || hasBlock(block.body ?? [], matches));

/** Why no screen shows a form alone: it is a part of other forms, or nothing uses it. */
export function explainNoScreen(documents: Documents, subject: string): string {
  const id = subject.split("/")[1] ?? "";
  const users = documents.list("form").filter(({ fields }) => fields.some((field) => usesForm(field, id)));
  return users.length > 0
    ? `The form ${id} is a part of ${users.map((user) => user.id).join(", ")}. Choose one of these.`
    : `No screen opens the form ${id}.`;
}

const usesForm = (field: object, id: string): boolean =>
  ("use" in field && field.use === id) ||
  ("form" in field && field.form === id) ||
  ("fields" in field && (field.fields as object[]).some((inner) => usesForm(inner, id)));

/** The verification of a form. */
export const findVerification = (documents: Documents, subject: string): string | undefined => {
  const [folder, id] = subject.split("/");
  return folder === "forms" ? documents.list("verification").find(({ form }) => form === id)?.id : undefined;
};

/** The chosen request of an organisation, else the first one that includes the subject. */
export function findRequest(
  documents: Documents,
  orgId: string,
  choice: Pick<Choice, "request" | "subject">,
): Request | undefined {
  const requests = documents.listRequests(orgId);
  const verification = findVerification(documents, choice.subject);
  return (
    requests.find(({ id }) => id === choice.request) ??
    requests.find(
      ({ verifications }) => !verification || verifications.some((one) => one.verification === verification),
    )
  );
}

/** Prepares a frame: its person, transaction and address. Rejects with the sandbox's error. */
export async function openFrame(documents: Documents, choice: Choice, frame: Frame): Promise<OpenedFrame> {
  const screen = findScreen(documents, choice.subject);
  if (!screen) throw new Error(explainNoScreen(documents, choice.subject));
  const request = findRequest(documents, frame.org, choice);
  const isState = !Object.hasOwn(viewers, frame.who);
  const person = await (viewers[frame.who]?.() ?? signInNewCandidate(true));
  const transaction =
    isState && person && request
      ? await askSandbox<SandboxTransaction>("transaction", {
          mobile: person.mobile,
          orgId: frame.org,
          formId: request.id,
          state: frame.who,
        })
      : undefined;
  const open = transaction && { orgId: transaction.orgId, formId: transaction.formId, txnId: transaction.txnId };
  const verifications = open && documents.listRequests(frame.org).find(({ id }) => id === open.formId)?.verifications;
  const values = {
    orgId: frame.org,
    formId: open?.formId ?? request?.id,
    txnId: open?.txnId,
    txId: open?.txnId,
    verificationName: findVerification(documents, choice.subject) ?? verifications?.[0]?.verification,
    ...Object.fromEntries(Object.entries(choice.values).filter(([, value]) => value !== "")),
  };
  return {
    ...(open && { open }),
    ...(transaction?.failure !== undefined && { failure: transaction.failure }),
    scene: {
      id: crypto.randomUUID(),
      path: toAddress(screen, values, frame.lang),
      chosen: { org: frame.org, form: request?.id, lang: frame.lang, who: frame.who, width: frame.width },
      theme: frame.theme as Scene["theme"],
      local: {
        ...(person && { "root-v3": { auth: person, version: 3 }, refreshToken: person.refreshToken }),
        orgId: frame.org,
        ...open,
      },
      // Of two screens at one address, the one with a condition shows first.
      session: { formData: { showInitScreen: screen.when !== undefined }, misc: { locale: frame.lang } },
      state: Object.fromEntries(Object.entries(values).flatMap(([name, value]) => toStateValue(screen, name, value))),
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

/** Converts a navigation value to its declared type. */
function toStateValue({ state }: Screen, name: string, value: string | undefined): [string, unknown][] {
  const declared = state?.[name];
  if (!declared || value === undefined) return [];
  return [[name, declared.type === "boolean" ? value === "true" : value]];
}
