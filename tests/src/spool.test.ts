import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "../support/installation.ts";

test("the server removes at its start what a killed one left in the spool, and nothing beside it", async () => {
	const dataDir = mkdtempSync(join(tmpdir(), "parley-spool-"));
	const left = join(dataDir, "spool", "tmp-left");
	mkdirSync(left, { recursive: true });
	await Bun.write(join(left, "content"), "what somebody said");
	await Bun.write(join(dataDir, "blobs", "kept"), "stored");

	const installation = await install({ DATA_DIR: dataDir });

	expect(existsSync(left)).toBe(false);
	expect(existsSync(join(dataDir, "blobs", "kept"))).toBe(true);
	await installation.close();
	rmSync(dataDir, { recursive: true, force: true });
});
