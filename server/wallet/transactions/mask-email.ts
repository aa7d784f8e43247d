/** 'gce-100007@mailbox.example' → 'gc•••@mailbox.example'. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`;
}
