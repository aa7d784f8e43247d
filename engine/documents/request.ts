import Type, { type Static } from "typebox";
import { closed, document, icon, pointer, ref, requiredText, rule, text, url } from "./fragments.ts";

const money = () => Type.Number({ minimum: 0 });

/** One thing that can be proved. The wire's verification config is made from it and its form. */
export const verificationSchema = document("verification", {
  label: requiredText(),
  icon: icon(),
  /** The word of the spec's categories: Identity, Education, Finance, Employment, Address. */
  category: Type.String(),
  form: Type.Optional(ref("form")),
  /** Proved once for the whole profile, not per transaction (Aadhaar, passport). `maskedFrom` is the form value of which the last four characters are kept. */
  identity: Type.Optional(closed({ maskedFrom: Type.Optional(pointer()) })),
  acceptMultipleSubmissions: Type.Optional(Type.Boolean()),
  /** What adding another submission is called. */
  texts: Type.Optional(closed({ addAnother: requiredText() })),
  /** What sets the price beside the verification itself: form values by pointer. */
  pricing: Type.Optional(
    closed({
      institution: Type.Optional(pointer()),
      level: Type.Optional(pointer()),
      express: Type.Optional(Type.Boolean()),
    }),
  ),
  /** A solved captcha must come with a submission. `at` is the form value that holds its text. */
  captcha: Type.Optional(closed({ at: pointer() })),
  /** How an institute numbers its candidates: # digit, A letter, * either, others as they stand. */
  candidateIdSchemaByInstitute: Type.Optional(
    Type.Record(Type.String(), closed({ fieldName: Type.String(), format: Type.String() })),
  ),
  showSpecificForm: Type.Optional(Type.Array(closed({ name: Type.String(), label: requiredText() }))),
  /** Inputs that a client flow does not show, by its name. */
  hidden: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** The mailbox proof: which facts name the credential that a completed verification becomes. */
  credential: Type.Optional(closed({ type: Type.String(), attributes: Type.Array(pointer()) })),
  /** The submission's title in a list: form value by pointer. */
  titleFrom: Type.Optional(pointer()),
});
export type VerificationDocument = Static<typeof verificationSchema>;

const question = () =>
  closed({
    id: Type.String(),
    question: requiredText(),
    type: Type.Union([Type.Literal("text"), Type.Literal("select"), Type.Literal("date")]),
    options: Type.Optional(Type.Array(closed({ name: requiredText(), value: Type.String() }))),
    format: Type.Optional(Type.String()),
    message: text(),
  });

/** What an organisation asks for; the wire says "form". The file's name is the formId. */
export const requestSchema = document("request", {
  name: requiredText(),
  /** Seconds since 1970 after which it cannot be begun; -1 never. */
  expiry: Type.Integer({ minimum: -1 }),
  /** none: free. required: the form asks for payment. user: the candidate pays. */
  payment: Type.Union([Type.Literal("none"), Type.Literal("required"), Type.Literal("user")]),
  public: Type.Optional(Type.Boolean()),
  /** Mobile numbers (E.164) that alone may open it. */
  invited: Type.Optional(Type.Array(Type.String({ pattern: "^\\+[1-9][0-9]{6,14}$" }))),
  manualProfileRequired: Type.Boolean(),
  verifications: Type.Array(
    closed({
      verification: ref("verification"),
      skipAllowed: Type.Boolean(),
      marksheetRequired: Type.Optional(Type.Boolean()),
      express: Type.Optional(Type.Boolean()),
    }),
    { minItems: 1 },
  ),
  minimumSet: Type.Optional(closed({ atLeast: Type.Integer({ minimum: 1 }), of: Type.Array(ref("verification")) })),
  /** Facts proved by a code to the mailbox that the organisation's directory holds for the value. */
  basicDetails: Type.Optional(Type.Array(closed({ fieldName: Type.String(), label: requiredText() }))),
  questions: Type.Optional(Type.Array(question())),
  express: Type.Optional(Type.Boolean()),
  /** The additional discount: percent, and the cart from which on it applies, by region, in major units. */
  discount: Type.Optional(
    closed({ percentage: Type.Number({ minimum: 0, maximum: 100 }), minAmount: Type.Record(Type.String(), money()) }),
  ),
  disclaimer: text(),
  evaluation: Type.Optional(
    closed({
      provider: Type.String(),
      processingPeriod: closed({ normal: requiredText(), express: text() }),
    }),
  ),
  when: rule(),
});
export type RequestDocument = Static<typeof requestSchema>;

/** A brand and its variant of the documents. `overrides` are merge patches on nodes found by id, pointer or table/row. */
export const organisationSchema = document("organisation", {
  name: Type.String(),
  displayName: Type.Optional(Type.String()),
  default: Type.Optional(Type.Boolean()),
  /** A `data:` picture, or a path of this server. */
  logo: url(),
  colours: closed({ brand: Type.String({ pattern: "^#[0-9a-fA-F]{6}$" }) }),
  /** How the product names itself in texts ('You saved … with {productName}'). */
  productName: Type.Optional(Type.String()),
  trust: Type.Optional(closed({ name: Type.String(), logo: Type.Optional(url()) })),
  /** Short name of the evaluation body, where this organisation is one. */
  evaluationBody: Type.Optional(Type.String()),
  contacts: Type.Optional(
    closed({
      email: Type.String({ pattern: "^[^\\s@]+@[^\\s@]+[.][^\\s@]+$" }),
      phone: Type.Optional(Type.String()),
      hours: text(),
    }),
  ),
  demoVideo: Type.Optional(url()),
  flags: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  locales: Type.Optional(Type.Array(Type.String())),
  regions: Type.Optional(Type.Array(Type.String())),
  overrides: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type OrganisationDocument = Static<typeof organisationSchema>;
