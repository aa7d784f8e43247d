// Compresses the web build once, so that the server sends the files as they are.
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const compressible = /\.(js|css|svg|json|webmanifest)$/;
/** Below this size compression saves no packet. */
const smallestBytes = 1024;

/**
 * Writes `name.br` and `name.gz` beside each text file of a folder. Skips index.html, which gets a new nonce per
 * answer.
 */
export async function compressAssets(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < smallestBytes) return;
  const quality = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  };
  await Promise.all([
    toBrotli(content, quality).then((result) => writeFile(`${file}.br`, result)),
    toGzip(content, { level: 9 }).then((result) => writeFile(`${file}.gz`, result)),
  ]);
}
