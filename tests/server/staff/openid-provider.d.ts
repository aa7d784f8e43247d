/** What the tests use of `oidc-provider`, which ships no types. */
declare module "oidc-provider" {
  import type { Server } from "node:http";
  interface Account {
    accountId: string;
    claims(): Record<string, unknown>;
  }
  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
        claims: Record<string, string[]>;
        cookies: { keys: string[] };
        findAccount(context: unknown, id: string): Account | undefined;
      },
    );
    listen(port: number, host: string, done: () => void): Server;
    proxy: boolean;
  }
}
