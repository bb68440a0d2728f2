import manifest from "../package.json" with { type: "json" };

/** Set by `scripts/build.ts`; absent when the program runs from its sources. */
declare const BUILD_COMMIT: string | undefined;

/** Version of the product, from `package.json`. */
export const VERSION: string = manifest.version;

/** The first twelve digits of the commit the binary was built from; `source` when it runs from its sources. */
export const COMMIT: string = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : "source";
