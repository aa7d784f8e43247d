import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";
import fs from "node:fs";
const lib = await PDFiumLibrary.init();
const doc = await lib.loadDocument(fs.readFileSync(process.argv[2]));
let i = 0;
for (const page of doc.pages()) {
  const r = await page.render({
    scale: 1.6,
    render: async (o) =>
      sharp(o.data, { raw: { width: o.width, height: o.height, channels: 4 } })
        .png()
        .toBuffer(),
  });
  fs.writeFileSync(`${process.argv[3]}-${i++}.png`, r.data);
}
