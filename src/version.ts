import manifest from "../package.json" with { type: "json" };

/** Put in by `scripts/build.ts`; absent when the program runs from its sources. */
declare const BUILD_COMMIT: string | undefined;

/** The version of the product, of `package.json`. */
export const VERSION: string = manifest.version;

/** First twelve digits of the commit the binary was built from; `source` when it runs from its sources. */
export const COMMIT: string = typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : "source";
