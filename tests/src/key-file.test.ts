import { describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createKeyFile, keyFileOf, readKeyFile, replaceKeyFile } from "#operations/keys/encryption-key";

const KEY = Buffer.alloc(32, 7).toString("base64");

describe("the key file", () => {
	const freshPath = async () => keyFileOf(await mkdtemp(join(tmpdir(), "parley-key-")));

	test("is made for its owner only, once, and found again", async () => {
		const path = await freshPath();

		const before = await readKeyFile(path);
		await createKeyFile(path);
		const made = await readKeyFile(path);
		await createKeyFile(path);
		const found = await readKeyFile(path);

		expect(before).toBeNull();
		expect(made?.[0]).toHaveLength(32);
		expect(found).toEqual(made);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(await readdir(dirname(path))).toEqual(["encryption.key"]);
	});

	test("is the same for all who start at once", async () => {
		const path = await freshPath();
		const program = `import { createKeyFile, readKeyFile } from "#operations/keys/encryption-key";
			await createKeyFile(${JSON.stringify(path)});
			process.stdout.write(Buffer.from((await readKeyFile(${JSON.stringify(path)}))[0]).toString("hex"));`;

		const processes = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" }));
		const keys = await Promise.all(processes.map(({ stdout }) => new Response(stdout).text()));

		expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(new Set(keys).size).toBe(1);
	});

	test("may hold several keys, the one that seals first", async () => {
		const path = await freshPath();
		const keys = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;

		await replaceKeyFile(path, keys);

		expect(await readKeyFile(path)).toEqual(keys);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
	});

	test("is refused when other users can read it, or when it is none", async () => {
		const path = await freshPath();
		await writeFile(path, KEY, { mode: 0o600 });
		await chmod(path, 0o644);

		await expect(readKeyFile(path)).rejects.toThrow("is accessible to other users (mode 644)");
		await writeFile(path, "garbage");
		await expect(readKeyFile(path)).rejects.toThrow("expected 32 bytes in base64");
	});
});
