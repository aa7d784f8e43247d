/** The services a call can belong to; each has its own base path, so that each can be another host. */
export type ServiceName =
  | "webWallet"
  | "issuer"
  | "verification"
  | "verificationWebWallet"
  | "verificationV2"
  | "utility"
  | "notification";

/** Base path of each service on our own server. A client may put real hosts in their place. */
export const services = {
  webWallet: "/web-wallet/api/1.0",
  issuer: "/issuer/api/1.0",
  verification: "/verification/api/1.0",
  verificationWebWallet: "/verification/web-wallet/api/1.0",
  verificationV2: "/verification/api/2.0",
  utility: "/utility/api/1.0",
  notification: "/notification/api/1.0",
} as const satisfies Record<ServiceName, string>;
