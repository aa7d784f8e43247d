import * as esbuild from "esbuild";

/** Bundles a source file and the project's modules it imports into one file for Node. npm packages stay external. */
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
