/** An installation finds its stored files again: after a restore, a move, and while a bucket is away. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { parley, temporaryDirectory } from "#tests/support/command";
import { forThisFile } from "#tests/support/for-this-file";
import { openS3Server } from "#tests/support/s3-server";
import { startServerProcess } from "#tests/support/server-process";
import { openTcpProxy } from "#tests/support/tcp-proxy";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
const at = (name: string): string => join(directory.path, name);
const SEEDED = at("seeded");
beforeAll(async () => {
	await parley("seed --init", SEEDED);
}, 60_000);

/** Starts a server on a data directory; returns whether it is ready, and what it says of its files. */
async function readinessOf(dataDir: string, env: Readonly<Record<string, string>> = {}) {
	const server = startServerProcess({ DATA_DIR: dataDir, ...env });
	const response = await fetch(`${await server.url()}/health/ready`);
	const { data, error } = await response.json();
	await server.stop();
	const checks: { name: string; detail: string | null }[] = (data ?? error.meta).checks;
	return { status: response.status, detail: checks.find(({ name }) => name === "blobs")?.detail ?? null };
}

describe("an installation", () => {
	test("that is restored into another folder is ready, and backed up from there", async () => {
		const env = { BACKUP_PASSPHRASE: "correct horse battery staple" };
		await parley(`backup --to ${at("place")}`, SEEDED, { env });

		const restored = await parley(`restore --from ${at("place")}`, at("restored"), { env });

		expect([restored.exitCode, await readinessOf(at("restored"))]).toEqual([0, { status: 200, detail: null }]);
		expect((await parley(`backup --to ${at("place")}`, at("restored"), { env })).exitCode).toBe(0);
	}, 120_000);

	test("whose files were copied elsewhere finds them there", async () => {
		cpSync(SEEDED, at("moved"), { recursive: true });

		expect(await readinessOf(at("moved"))).toEqual({ status: 200, detail: null });
	}, 60_000);

	test("whose files are away is not ready, and neither backed up nor declared sound, until an operator adopts what there is", async () => {
		const folder = at("lost");
		const env = { BACKUP_PASSPHRASE: "correct horse battery staple" };
		cpSync(SEEDED, folder, { recursive: true });
		renameSync(join(folder, "blobs"), join(folder, "blobs.away"));

		const before = await readinessOf(folder);
		const doctor = await parley("doctor", folder);
		const backup = await parley(`backup --to ${at("other-place")}`, folder, { env });
		const adopted = await parley("blobs adopt --json", folder);

		expect(before.status).toBe(503);
		expect(before.detail).toContain("run parley blobs adopt");
		expect(doctor.stdout).toContain("is not the store that the servers of this database use");
		expect([backup.exitCode, backup.stderr]).toEqual([78, expect.stringContaining("is not that of the installation")]);
		expect([adopted.exitCode, JSON.parse(adopted.stdout)]).toEqual([0, { place: join(folder, "blobs") }]);
		expect(await readinessOf(folder)).toEqual({ status: 200, detail: null });
	}, 120_000);

	test("whose database is missing is not created by adopting its files", async () => {
		const { exitCode, stderr } = await parley("blobs adopt", at("none"));

		expect([exitCode, stderr]).toEqual([78, expect.stringContaining("there is no installation in")]);
	});

	test("whose bucket does not answer becomes ready once it does", async () => {
		const s3 = await forThisFile(openS3Server());
		const proxy = await forThisFile(openTcpProxy(s3.bucket.endpoint));
		await proxy.listens(false);
		const server = startServerProcess({
			DATA_DIR: at("bucket"),
			S3_ENDPOINT: proxy.url,
			S3_BUCKET: s3.bucket.bucket,
			S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
			S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
		});
		const url = `${await server.url()}/health/ready`;

		const away = await fetch(url);
		await proxy.listens(true);
		while (!(await fetch(url)).ok) await Bun.sleep(50);

		await server.stop();
		expect([away.status, await away.text()]).toEqual([
			503,
			expect.stringContaining("The blob store cannot be reached"),
		]);
		expect(server.output()).toContain("the service is ready again");
	}, 60_000);
});
