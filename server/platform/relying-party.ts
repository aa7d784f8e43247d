/** The installation as authenticators know it: a passkey works for this host and no other. */
export interface RelyingParty {
  /** The host, without port. */
  id: string;
  origin: string;
}

/** The relying party of PUBLIC_URL; a passkey is lost when its host changes. */
export function toRelyingParty({ publicUrl }: { publicUrl: string }): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
