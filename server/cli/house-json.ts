const width = 120;

/** A document as files of this repository have it: two spaces, on one line what fits into 120 columns, the head apart. */
export function toHouseJson(document: object): string {
  const lines = Object.entries(document).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${write(value, 2, JSON.stringify(key).length + 2)}`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** `used`: columns of the line that stand before the value. */
function write(value: unknown, indent: number, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = toLine(value);
  // One column for the comma behind it.
  if (!isTall(value) && indent + used + line.length + 1 <= width) return line;
  const inner = " ".repeat(indent + 2);
  const parts = Array.isArray(value)
    ? value.map((item) => inner + write(item, indent + 2, 0))
    : Object.entries(value).map(([key, item]) => {
        const head = `${JSON.stringify(key)}: `;
        return inner + head + write(item, indent + 2, head.length);
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

/** The formatter sets each item of a list on a line of its own where all of them hold several things. */
function isTall(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const items = Object.values(value);
  const isList = Array.isArray(value) && items.length > 1;
  return (isList && items.every(holdsSeveral)) || items.some(isTall);
}

const holdsSeveral = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length > 1;

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${toLine(item)}`).join(", ")} }`;
}
