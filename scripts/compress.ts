import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_IT = /\.(?:js|css|html|svg|webmanifest)$/;

/** Puts `.br` and `.gz` beside each text file of the page, so that the server only ever reads them. */
export function compressFolder(folder: string): void {
  for (const file of globSync("**/*", { cwd: folder }).filter((name) => WORTH_IT.test(name))) {
    const path = join(folder, file);
    const content = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
