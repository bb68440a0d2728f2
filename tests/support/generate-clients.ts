/**
 * `bun tests/support/generate-clients.ts <document> <folder>`: writes what client generators make of the OpenAPI document:
 * `schema.ts` by openapi-typescript, `hey/` by @hey-api/openapi-ts.
 */
import { join } from "node:path";
import { openapiTypes } from "../../scripts/support/openapi-types.ts";

const [document = "", folder = ""] = process.argv.slice(2);

await Bun.write(join(folder, "schema.ts"), await openapiTypes(await Bun.file(document).text()));
// After the compiler that openapi-types.ts provides: what is imported statically is loaded before it.
const { createClient } = await import("@hey-api/openapi-ts");
await createClient({
	input: document,
	output: join(folder, "hey"),
	plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
	logs: { level: "silent" },
});
