/** The bytes of a base64 data: address; the page's policy lets sound come from blob: only. Throws on another kind of address. */
export function toBlob(dataUrl: string): Blob {
  const found = /^data:([a-z]+\/[a-z0-9.+-]+);base64,(.*)$/s.exec(dataUrl);
  if (!found) throw new Error("Not a base64 data: address.");
  const [, type, base64 = ""] = found;
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}
