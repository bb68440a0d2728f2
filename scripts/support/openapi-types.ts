/** Types of OpenAPI documents, as openapi-typescript writes them. */
import { plugin } from "bun";

// TypeScript 7 has no compiler in JavaScript any more; generators print their code by that of version 5.
plugin({
	name: "typescript-classic",
	setup: ({ module }) =>
		void module("typescript", async () => ({ exports: await import("typescript-classic"), loader: "object" })),
});

/** Returns the declarations of a document in TypeScript. */
export async function openapiTypes(document: string | object): Promise<string> {
	// After the plugin: what is imported statically is loaded before it.
	const { default: openapiTS, astToString } = await import("openapi-typescript");
	return astToString(await openapiTS(document as string));
}
