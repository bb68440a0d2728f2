/**
 * `bun tests/support/generate-clients.ts <document> <folder>`: writes what client generators make of the OpenAPI document:
 * `schema.ts` by openapi-typescript, `hey/` by @hey-api/openapi-ts.
 */
import { join } from "node:path";
import { plugin } from "bun";

const [document = "", folder = ""] = process.argv.slice(2);

// TypeScript 7 has no compiler in JavaScript any more; generators print their code by that of version 5.
plugin({
	name: "typescript-classic",
	setup: ({ module }) =>
		void module("typescript", async () => ({ exports: await import("typescript-classic"), loader: "object" })),
});

// After the plugin: what is imported statically is loaded before it.
const { default: openapiTS, astToString } = await import("openapi-typescript");
const { createClient } = await import("@hey-api/openapi-ts");

await Bun.write(join(folder, "schema.ts"), astToString(await openapiTS(await Bun.file(document).text())));
await createClient({
	input: document,
	output: join(folder, "hey"),
	plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
	logs: { level: "silent" },
});
