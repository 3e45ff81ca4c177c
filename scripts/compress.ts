import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** All languages then take less than one does otherwise. */
const QUICK = 6;
const compress = promisify(brotliCompress);

/**
 * Puts `.br` in the place of each script and style of the page, of which every language has its own: the
 * server makes the others of this one, for the few that do not take it. As small as can be, or else quickly.
 */
export async function compressFolder(folder: string, isSmallest: boolean): Promise<void> {
  const files = globSync("**/*.{js,css}", { cwd: folder });
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const content = readFileSync(path);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: isSmallest ? constants.BROTLI_MAX_QUALITY : QUICK,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      writeFileSync(`${path}.br`, await compress(content, { params }));
      rmSync(path);
    }),
  );
}
