/** The reference of bench upload: appends the bodies of PATCH requests to a file, with nothing but Bun. */
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? ".";
let files = 0;
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	maxRequestBodySize: Number.MAX_SAFE_INTEGER,
	async fetch({ body, headers }) {
		const offset = Number(headers.get("upload-offset"));
		if (offset === 0) files++;
		const file = openSync(join(folder, `file-${files}`), "a");
		const reader = body?.getReader();
		for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read())
			writeSync(file, chunk.value);
		return new Response(null, { status: 204 });
	},
});
process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${server.port}` })}\n`);
