import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the screenshots. */
export const picturesFolder = fileURLToPath(new URL("../../../dist/pictures", import.meta.url));

/** A phone and a desktop. */
export const sizes = [
  { title: "phone", width: 390, height: 844 },
  { title: "desktop", width: 1280, height: 800 },
] as const;

/** Writes a page with all screenshots, screen by screen. */
export default function writeGallery(): void {
  if (!existsSync(picturesFolder)) return;
  const shots = readdirSync(picturesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: brand }) => readdirSync(path.join(picturesFolder, brand)).map((file) => ({ brand, file })));
  const screens = [...new Set(shots.map(({ file }) => file.split(".")[0] as string))].sort();
  const sections = screens.map((screen) => {
    const own = shots.filter(({ file }) => file.startsWith(`${screen}.`));
    const figures = own.map(
      ({ brand, file }) =>
        `<figure><a href="${brand}/${file}"><img loading="lazy" src="${brand}/${file}" alt="${screen}, ${brand}"></a><figcaption>${brand} · ${file}</figcaption></figure>`,
    );
    return `<h2 id="${screen}">${screen}</h2><div>${figures.join("")}</div>`;
  });
  const links = screens.map((screen) => `<a href="#${screen}">${screen}</a>`).join(" · ");
  writeFileSync(path.join(picturesFolder, "index.html"), `${head}<p>${links}</p>${sections.join("")}`);
  console.log(`${shots.length} pictures: dist/pictures/index.html`);
}

const head = `<!doctype html><meta charset="utf-8"><title>Sanad, screen by screen</title><style>
body{font:14px system-ui;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
img{height:420px;max-width:640px;object-fit:cover;object-position:top;border:1px solid #ccc}figure{margin:0}figcaption{color:#555}</style>
<h1>Sanad, screen by screen</h1>`;
