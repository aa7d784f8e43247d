/** The text of a document as the house has it: the formatter of the tree where it is installed, else plain JSON. */
export async function formatJson(text: string): Promise<string> {
  const formatter = await import("oxfmt").catch(() => undefined);
  const formatted = await formatter?.format("document.json", text, { printWidth: 120 });
  return formatted && formatted.errors.length === 0 ? formatted.code : text;
}
