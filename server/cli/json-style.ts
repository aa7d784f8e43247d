const width = 120;

/** Formats a JSON text with the repository's formatter, if it is installed. Otherwise returns the text as it is. */
export async function formatJson(text: string): Promise<string> {
  const formatter = await import("oxfmt").catch(() => undefined);
  const formatted = await formatter?.format("document.json", text, { printWidth: width });
  return formatted && formatted.errors.length === 0 ? formatted.code : text;
}

/** A definition in the format of this repository: two spaces, values on one line if they fit into 120 columns. */
export function toStyledJson(document: object): string {
  const lines = Object.entries(document).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${formatValue(value, 2, JSON.stringify(key).length + 2)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** `used`: columns of the line before the value. */
function formatValue(value: unknown, indent: number, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = formatInline(value);
  // One column for the comma after it.
  if (!isMultiline(value) && indent + used + line.length + 1 <= width) return line;
  const inner = " ".repeat(indent + 2);
  const parts = Array.isArray(value)
    ? value.map((item) => inner + formatValue(item, indent + 2, 0))
    : Object.entries(value).map(([key, item]) => {
        const head = `${JSON.stringify(key)}: `;
        return inner + head + formatValue(item, indent + 2, head.length);
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

/** The formatter breaks a list when every item has several parts. */
function isMultiline(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items = Object.values(value);
  const isList = Array.isArray(value) && items.length > 1;
  return (isList && items.every(hasSeveralParts)) || items.some(isMultiline);
}

const hasSeveralParts = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length > 1;

function formatInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatInline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${formatInline(item)}`).join(", ")} }`;
}
