/**
 * Rows of a CSV text by the names in its first line, in lower case without spaces. Supports quotes, and line ends
 * inside quotes.
 */
export function readCsv(text: string): Record<string, string>[] {
  const [head, ...rows] = toRows(text.replace(/^\uFEFF/, ""));
  const names = (head ?? []).map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  return rows
    .filter((row) => row.some((cell) => cell !== ""))
    .map((row) => Object.fromEntries(names.map((name, i) => [name, (row[i] ?? "").trim()])));
}

function toRows(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = "";
  };
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]!;
    if (quoted && character === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && character === ",") endCell();
    else if (!quoted && character === "\n") {
      endCell();
      rows.push([]);
    } else if (character !== "\r" || quoted) cell += character;
  }
  endCell();
  return rows;
}
