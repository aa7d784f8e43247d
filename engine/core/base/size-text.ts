/** Formats a size in binary units: "812 KB", "1.4 MB". */
export function toSizeText(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
