import * as esbuild from "esbuild";

/** One file that Node runs, of a source and what it names of ours; packages stay where they are. */
export async function bundleForNode(source: string, outfile: string): Promise<void> {
  await esbuild.build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "warning",
  });
}
