/*
 * Every call a document or the client may name: method, path, who may make it, what it fills and changes.
 * Light on purpose: the first screen carries this table and no schema.
 * One more: a line here, its contract in <area>.ts, its handler in server/routes/<area>.ts; the compiler asks for both.
 */
import type { OperationEntry } from "./entry.ts";

/** The operation table (spec §7, D-08, D-48). */
export const operations = {
  // session and profile
  "profile.login": { method: "POST", service: "webWallet", path: "/profile/login", auth: "public" },
  "profile.create": { method: "POST", service: "webWallet", path: "/profile", auth: "public" },
  "profile.verify-otp": { method: "PUT", service: "webWallet", path: "/profile/otp/:txnId/verify", auth: "public", changes: ["profile"] },
  "profile.renew": { method: "PUT", service: "webWallet", path: "/profile/login/get-token", auth: "refresh" },
  "profile.logout": { method: "POST", service: "webWallet", path: "/profile/logout", auth: "user" },
  "profile.get": { method: "GET", service: "webWallet", path: "/profile", auth: "user", fills: "profile" },
  "profile.patch": { method: "PATCH", service: "webWallet", path: "/profile", auth: "user", changes: ["profile"] },
  "profile.verify-passport": { method: "PUT", service: "webWallet", path: "/profile/verification-detail", auth: "user", changes: ["profile", "transaction", "transactions"] },
  "aadhaar.send-otp": { method: "POST", service: "verification", path: "/verifications/otp/aadhaar", auth: "user" },
  "aadhaar.verify": { method: "POST", service: "issuer", path: "/profile/aadhaar", auth: "user", changes: ["profile", "transaction", "transactions"] },
  "profile.chat-hash": { method: "GET", service: "webWallet", path: "/profile/tawkto-hash", auth: "user" },
  "profile.chat-hash-post": { method: "POST", service: "webWallet", path: "/profile/tawkto-hash", auth: "user" },
  "profile.export": { method: "GET", service: "webWallet", path: "/profile/export", auth: "user" },
  "profile.request-deletion": { method: "POST", service: "webWallet", path: "/profile/deletion-request", auth: "user" },
  "chat.list": { method: "GET", service: "webWallet", path: "/profile/chat", auth: "user" },
  "chat.send": { method: "POST", service: "webWallet", path: "/profile/chat", auth: "user" },

  // credentials
  "credentials.list": { method: "GET", service: "webWallet", path: "/credentials", auth: "user", fills: "credentials" },
  "credentials.receive": { method: "POST", service: "webWallet", path: "/credentials/receive/:id", auth: "user", changes: ["credentials"] },
  "credentials.verify": { method: "GET", service: "webWallet", path: "/credentials/verify/:id", auth: "user" },
  "credentials.add-document": { method: "POST", service: "webWallet", path: "/credentials/documents/:id", auth: "user", multipart: true, changes: ["credentials"] },

  // transactions
  "organisations.get": { method: "GET", service: "webWallet", path: "/verifier/:orgId", auth: "public", context: ["orgId"] },
  "transactions.create": { method: "POST", service: "verificationWebWallet", path: "/transactions", auth: "user", context: ["orgId", "formId"], contextAs: { formId: "eKycFormId" }, changes: ["transactions"] },
  "transactions.process": { method: "POST", service: "verificationWebWallet", path: "/transactions/process", auth: "user", context: ["orgId", "txnId"], changes: ["transaction", "transactions"] },
  "transactions.request-evaluation": { method: "POST", service: "verificationWebWallet", path: "/transactions/eval-info", auth: "user", context: ["orgId", "txnId"], changes: ["transaction"] },
  "transactions.info": { method: "GET", service: "verificationWebWallet", path: "/transactions/info", auth: "user", context: ["orgId", "txnId"], fills: "transaction" },
  "transactions.skip": { method: "POST", service: "verificationWebWallet", path: "/transactions/process/mark-as-skip", auth: "user", context: ["orgId", "txnId"], changes: ["transaction", "transactions"] },
  "transactions.list": { method: "GET", service: "verificationWebWallet", path: "/transactions/candidate-transaction", auth: "user", fills: "transactions" },
  "transactions.verify-identification": { method: "POST", service: "verificationWebWallet", path: "/transactions/verify/identification", auth: "user", context: ["orgId", "txnId"], changes: ["transaction"] },
  "transactions.update-identification": { method: "POST", service: "verificationWebWallet", path: "/transactions/update-identification", auth: "user", context: ["orgId", "txnId"], changes: ["transaction"] },
  "transactions.request-name-change": { method: "POST", service: "verificationWebWallet", path: "/transactions/name-change-request", auth: "user", context: ["orgId", "txnId"], collects: { into: "documentList", keys: ["label", "url"] }, changes: ["transaction"] },
  "questions.list": { method: "GET", service: "verificationWebWallet", path: "/transactions/user-response/purposes", auth: "user", context: ["orgId", "txnId", "formId"], contextAs: { txnId: "id" }, fills: "questions" },
  "questions.list-for-user": { method: "GET", service: "verificationWebWallet", path: "/purposes/user", auth: "user", context: ["orgId", "txnId", "formId"], contextAs: { txnId: "id" } },
  "transactions.answer": { method: "PATCH", service: "verificationWebWallet", path: "/transactions/user-response", auth: "user", context: ["orgId", "txnId"], pairs: { argument: "data", key: "questionId", value: "answer" }, changes: ["transaction"] },
  "forms.public": { method: "GET", service: "verificationWebWallet", path: "/ekyc-forms/public", auth: "user", fills: "forms" },

  // verifications of a transaction
  "verification-configs.info": { method: "POST", service: "verificationWebWallet", path: "/verification-configs/info", auth: "user", context: ["orgId"] },
  "verifications.info": { method: "GET", service: "verificationWebWallet", path: "/transactions/:type/info", auth: "user", context: ["orgId", "txnId"], fills: "verification" },
  "drafts.get": { method: "GET", service: "verificationWebWallet", path: "/transactions/:type/draft", auth: "user", context: ["orgId", "txnId"] },
  "drafts.put": { method: "PUT", service: "verificationWebWallet", path: "/transactions/:type/draft", auth: "user", query: ["orgId", "txnId", "subType"], context: ["orgId", "txnId"] },
  "drafts.remove": { method: "DELETE", service: "verificationWebWallet", path: "/transactions/:type/draft", auth: "user", query: ["orgId", "txnId", "subType"], context: ["orgId", "txnId"] },
  "verifications.save": { method: "POST", service: "verificationWebWallet", path: "/bgv", auth: "user", context: ["orgId", "txnId"], collects: { into: "list", keys: ["verificationName", "subType", "data", "captchaId"] }, changes: ["transaction", "verification", "transactions"] },
  "verifications.replace": { method: "PUT", service: "verificationV2", path: "/bgv", auth: "user", context: ["orgId", "txnId"], changes: ["transaction", "verification"] },
  "verifications.remove": { method: "DELETE", service: "verificationWebWallet", path: "/bgv", auth: "user", context: ["orgId", "txnId"], changes: ["transaction", "verification", "transactions"] },
  "verifications.repair": { method: "POST", service: "verificationWebWallet", path: "/bgv/insufficiency", auth: "user", context: ["orgId", "txnId"], changes: ["transaction", "verification", "transactions"] },
  "captcha.verify": { method: "POST", service: "verification", path: "/verifications/pre-verify/:verificationName", auth: "user", context: ["orgId", "txnId"] },

  // payment
  "payments.regions": { method: "GET", service: "verification", path: "/transactions/payment/region", auth: "user", context: ["orgId"], fills: "regions" },
  "payments.price": { method: "GET", service: "verification", path: "/transactions/payment/price/:verificationName", auth: "user", context: ["orgId", "txnId"] },
  "payments.mode": { method: "GET", service: "verification", path: "/transactions/payment/mode", auth: "user", context: ["orgId", "txnId"], fills: "mode" },
  "payments.providers": { method: "GET", service: "verification", path: "/transactions/payment-option", auth: "user", context: ["orgId"], fills: "providers" },
  "payments.info": { method: "GET", service: "verification", path: "/transactions/payment", auth: "user", context: ["orgId", "txnId"], fills: "bill" },
  "payments.init": { method: "POST", service: "verification", path: "/transactions/payment/init", auth: "user", context: ["orgId", "txnId"] },
  "payments.poll": { method: "GET", service: "verification", path: "/transactions/payment/poll", auth: "user", context: ["orgId"], fills: "payment" },
  "payments.history": { method: "GET", service: "verification", path: "/transactions/payment/history", auth: "user", fills: "orders" },
  "payments.paid": { method: "GET", service: "verification", path: "/transactions/payment/paid", auth: "user", context: ["orgId", "txnId"] },

  // files
  "files.upload": { method: "POST", service: "utility", path: "/files", auth: "user", query: ["folderName", "fileCategory"], multipart: true },
  "files.get": { method: "GET", service: "utility", path: "/files/:id", auth: "user", raw: true },
  "files.from-url": { method: "POST", service: "utility", path: "/files/from-url", auth: "user" },
  "files.detect": { method: "POST", service: "utility", path: "/detect-document-issues", auth: "user", multipart: true },

  // places and lists
  "places.reverse-geocode": { method: "GET", service: "utility", path: "/reverse-geocode", auth: "user" },
  "places.static-map": { method: "GET", service: "utility", path: "/static-map", auth: "user", raw: true },
  "places.ip-country": { method: "GET", service: "utility", path: "/ip-country", auth: "public" },
  "places.pincode": { method: "GET", service: "utility", path: "/pincode/:pincode", auth: "user" },
  "institutes.search": { method: "GET", service: "utility", path: "/institutes", auth: "user" },
  "boards.search": { method: "GET", service: "utility", path: "/boards", auth: "user" },

  // notices
  "notifications.list": { method: "GET", service: "notification", path: "/notification", auth: "user", fills: "notifications" },
} as const satisfies Record<string, OperationEntry>;

/** The name of an operation, as documents and handlers write it. */
export type OperationId = keyof typeof operations;

/** The table's line of an operation, widened to the common shape. */
export function getOperation(id: OperationId): OperationEntry {
  return operations[id];
}

/** True when `name` is in the table; a name from outside is never looked up otherwise. */
export function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}
