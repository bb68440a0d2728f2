/** Servers on one Postgres that store files in different places notice it, and lose nothing; see decision 096. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { type Instance, type InstancesOptions, openInstances } from "../support/instances.ts";
import { ask, done, foundSchool, type Person } from "../support/school.ts";
import { uploadByClient } from "../support/tus-client.ts";
import { until } from "../support/until.ts";
import { wavOf } from "../support/wav.ts";

const SIZE = 400_000;
const TUS = { "tus-resumable": "1.0.0" };

/** Opens servers, each of which stores files in a folder of its own. */
async function openApart(options: Partial<InstancesOptions> = {}) {
	const database = await createTestDatabase("empty");
	await forThisFile({ close: database.drop });
	const instances = await forThisFile(openInstances({ databaseUrl: database.url, sharesObjects: false, ...options }));
	const [here, there] = instances.all;
	if (!here || !there) throw new Error("two servers were asked for");
	return { here, there, database, instances };
}

const readiness = ({ url }: Instance) => ask(url, "GET", "/health/ready");
const isReady = async (instance: Instance): Promise<boolean> => (await readiness(instance)).status === 200;
const untilReady = async (instance: Instance): Promise<void> => {
	while (!(await isReady(instance))) await Bun.sleep(50);
};

/** Lets a server find the files of another one, as mounting its folder does. */
function mount(instance: Instance, of: Instance): void {
	const folder = join(instance.dataDir, "blobs");
	rmSync(folder, { recursive: true });
	symlinkSync(join(of.dataDir, "blobs"), folder);
}

async function announce({ url }: Instance, owner: Person) {
	const { token } = owner;
	const workspace = await done(url, "POST", `/orgs/${owner.orgId}/workspaces`, { token, body: { name: "Biology" } });
	const body = { workspaceId: workspace.id, filename: "lesson.wav", contentType: "audio/wav", size: SIZE };
	return done(url, "POST", "/meetings/upload/init", { token, body });
}

const sendTus = (
	{ url }: Instance,
	{ token }: Person,
	method: string,
	uploadId: string,
	offset?: number,
	end?: number,
) =>
	fetch(`${url}/uploads/${uploadId}`, {
		method,
		headers: {
			...TUS,
			authorization: `Bearer ${token}`,
			...(offset !== undefined && {
				"upload-offset": String(offset),
				"content-type": "application/offset+octet-stream",
			}),
		},
		...(offset !== undefined && { body: wavOf(SIZE).slice(offset, end) }),
	});

/** Uploads a recording and returns the path of its content. */
async function record(instance: Instance, owner: Person): Promise<string> {
	const { uploadId, meetingId } = await announce(instance, owner);
	const sent = await sendTus(instance, owner, "PATCH", uploadId, 0);
	if (sent.status !== 204) throw new Error(await sent.text());
	const { data } = (await ask(instance.url, "GET", `/meetings/${meetingId}/recordings`, owner)).body;
	return `/meetings/${meetingId}/recordings/${data[0].id}/content`;
}

const get = (instance: Instance, path: string, { token }: Person) => ask(instance.url, "GET", path, { token });
const download = ({ url }: Instance, path: string, { token }: Person) =>
	fetch(url + path, { headers: { authorization: `Bearer ${token}` } });

/** Returns the files of the objects of an organization. */
const objectsOf = ({ dataDir }: Instance, { orgId }: Person): string[] => {
	const folder = join(dataDir, "blobs", orgId, "objects");
	return readdirSync(folder).map((name) => join(folder, name));
};

async function forgetMarker({ url }: TestDatabase): Promise<void> {
	const sql = new SQL(url);
	await sql`delete from service_state where key = 'blobs.marker'`;
	await sql.close();
}

// Absent with SQLite: there cannot be two servers.
if (dialect === "postgres") {
	describe("a server that stores files in another place than the others", () => {
		test("is not ready, says why, and becomes ready once it finds theirs", async () => {
			const { here, there } = await openApart();

			const first = await readiness(here);
			const { status, body } = await readiness(there);

			expect(first.status).toBe(200);
			expect(status).toBe(503);
			const check = body.error.meta.checks.find(({ name }: { name: string }) => name === "blobs");
			expect(check.ok).toBe(false);
			expect(check.detail).toContain("not the one that the other servers of this database use");
			expect(check.detail).toContain("mount the same folder at DATA_DIR/blobs");
			await until(() => there.output().includes("the service is not ready"));
			expect(there.output()).toContain("parley blobs adopt");

			mount(there, here);
			await untilReady(there);
		}, 60_000);

		test("neither answers for files nor receives them, and a client loses no upload by asking it", async () => {
			const { here, there } = await openApart();
			const owner = await foundSchool(here.url);
			const content = await record(here, owner);
			const { uploadId } = await announce(here, owner);
			await sendTus(here, owner, "PATCH", uploadId, 0, 100_000);

			const answers = [
				await download(there, content, owner),
				await sendTus(there, owner, "HEAD", uploadId),
				await sendTus(there, owner, "PATCH", uploadId, 100_000),
			];

			expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
				Array(3).fill([503, "5"]),
			);
			const head = await sendTus(here, owner, "HEAD", uploadId);
			expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "100000"]);

			// A client that meets the other server now and then, as behind a proxy that does not ask which are ready.
			let count = 0;
			const proxy = Bun.serve({
				port: 0,
				fetch: (request) => {
					const { url } = count++ % 3 === 0 ? there : here;
					const path = new URL(request.url).pathname;
					return fetch(url + path, { method: request.method, headers: request.headers, body: request.body });
				},
			});
			const path = join(here.dataDir, "lesson.wav");
			await Bun.write(path, wavOf(SIZE));
			await uploadByClient({
				url: `http://127.0.0.1:${proxy.port}/uploads/${uploadId}`,
				token: owner.token,
				path,
				sizeBytes: SIZE,
				chunkBytes: 100_000,
			});
			await proxy.stop(true);
			expect((await get(here, `/uploads/${uploadId}`, owner)).body.data.state).toBe("finished");
		}, 60_000);

		test("is one of two that start at once, each time", async () => {
			const { here, there, database } = await openApart();
			for (let round = 0; round < 5; round++) {
				await Promise.all([here.kill(), there.kill()]);
				await forgetMarker(database);
				await Promise.all([here.restart(), there.restart()]);
				expect((await Promise.all([isReady(here), isReady(there)])).filter(Boolean)).toEqual([true]);
			}
		}, 60_000);
	});

	test("servers that start at once on one place are both ready, and leave one mark in it", async () => {
		const { here, there, database } = await openApart({ sharesObjects: true });
		for (let round = 0; round < 5; round++) {
			await Promise.all([here.kill(), there.kill()]);
			await forgetMarker(database);
			rmSync(join(here.dataDir, "blobs", "ins_marker"), { recursive: true });
			await Promise.all([here.restart(), there.restart()]);
			expect(await Promise.all([isReady(here), isReady(there)])).toEqual([true, true]);
			expect(readdirSync(join(here.dataDir, "blobs", "ins_marker", "objects"))).toHaveLength(1);
		}
	}, 60_000);

	test("after an upgrade the place is the one that has the files, whoever starts first", async () => {
		const { here, there, database } = await openApart();
		const owner = await foundSchool(here.url);
		const content = await record(here, owner);
		await Promise.all([here.stop(), there.stop()]);
		await forgetMarker(database);

		await there.restart();
		const early = await readiness(there);
		await here.restart();

		expect(JSON.stringify(early.body.error.meta.checks)).toContain("has none of the objects that the database names");
		expect([await isReady(here), await isReady(there)]).toEqual([true, false]);
		expect((await download(here, content, owner)).status).toBe(200);
	}, 60_000);

	test("what is missing from the place of all is gone at each, and is not while the place is away", async () => {
		const { here, there } = await openApart({ sharesObjects: true });
		const owner = await foundSchool(here.url);
		const content = await record(here, owner);
		const { uploadId } = await announce(here, owner);
		await sendTus(here, owner, "PATCH", uploadId, 0, 100_000);
		const folder = join(here.dataDir, "blobs");

		// Unmounted while the server runs.
		renameSync(folder, `${folder}.away`);
		mkdirSync(folder);
		const away = [
			(await download(here, content, owner)).status,
			(await sendTus(here, owner, "HEAD", uploadId)).status,
			(await readiness(here)).status,
			(await download(there, content, owner)).status,
		];
		rmSync(folder, { recursive: true });
		renameSync(`${folder}.away`, folder);
		await untilReady(here);
		const again = [
			(await download(here, content, owner)).status,
			(await sendTus(here, owner, "HEAD", uploadId)).status,
		];
		for (const file of objectsOf(here, owner)) rmSync(file);
		rmSync(join(folder, owner.orgId, "drafts"), { recursive: true });
		const gone: unknown[] = [];
		// Not at once: while one looks at an upload, the other one answers what the database knows.
		for (const instance of [here, there]) {
			const answer = await download(instance, content, owner);
			const { error } = await answer.json();
			gone.push([answer.status, error.code, (await sendTus(instance, owner, "HEAD", uploadId)).status]);
		}

		expect(away).toEqual([503, 503, 503, 200]);
		expect(again).toEqual([200, 200]);
		expect(gone).toEqual(Array(2).fill([410, "gone", 410]));
		expect([await isReady(here), await isReady(there)]).toEqual([true, true]);
	}, 60_000);
}
