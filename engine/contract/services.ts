/** The services of the API. Each has its own base path, so that each can have its own host. */
export type ServiceName =
  | "webWallet"
  | "issuer"
  | "verification"
  | "verificationWebWallet"
  | "verificationV2"
  | "utility"
  | "notification"
  | "console"
  | "verifier";

/** The base path of each service on our server. A client may use other hosts. */
export const services = {
  webWallet: "/web-wallet/api/1.0",
  issuer: "/issuer/api/1.0",
  verification: "/verification/api/1.0",
  verificationWebWallet: "/verification/web-wallet/api/1.0",
  verificationV2: "/verification/api/2.0",
  utility: "/utility/api/1.0",
  notification: "/notification/api/1.0",
  console: "/console/api/1.0",
  verifier: "/verifier/api/1.0",
} as const satisfies Record<ServiceName, string>;
