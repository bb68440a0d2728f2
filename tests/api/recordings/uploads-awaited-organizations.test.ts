/** Files that wait for consent, while their organization cannot go on and while much is decided. */
import { expect, test } from "bun:test";
import { stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { awaitedFilesOf, GRANT, REFUSED, WAITS, WAV } from "#tests/support/awaited-files";
import { useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const api = await useHarness();
const { announce, waiting, work } = awaitedFilesOf(api);

const asSystem = async (method: "POST" | "DELETE", path: string) =>
	api.request(method, path, { token: await api.signInSystem(), ...(method === "POST" && { body: {} }) });

/** Lets time pass, with the jobs of each step. */
async function pass(steps: number, stepMs: number): Promise<void> {
	for (let step = 0; step < steps; step++) {
		api.advanceMs(stepMs);
		await work();
	}
}

inProcessDescribe("a file that waits", () => {
	test("is a recording once its organization is restored, for which the last participant agreed before its deletion", async () => {
		const file = await waiting();
		await file.decide(file.guest, GRANT);
		await asSystem("DELETE", `/orgs/${file.owner.orgId}`);
		await pass(30, HOUR_MS);
		const tried = (await file.looks()).filter(({ lastError }) => lastError !== null);
		await asSystem("POST", `/orgs/${file.owner.orgId}/restore`);
		await pass(1, 10 * MINUTE_MS);

		expect(tried).toEqual([]);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("ends a day after its organization is restored, and no longer counts", async () => {
		const file = await waiting();
		await asSystem("DELETE", `/orgs/${file.owner.orgId}`);
		await pass(36, HOUR_MS);
		await asSystem("POST", `/orgs/${file.owner.orgId}/restore`);
		const restored = await file.shown();
		await pass(30, HOUR_MS);

		expect(restored).toMatchObject(WAITS);
		expect(await file.shown()).toMatchObject(REFUSED);
	});

	test("is not taken for left behind while its organization is suspended", async () => {
		const file = await waiting();
		const drafts = join(api.config.dataDir, "blobs", file.owner.orgId, "drafts");
		const [note = ""] = await Array.fromAsync(new Bun.Glob("*.json").scan({ cwd: drafts, absolute: true }));
		await utimes(note, 1_000, 1_000);
		await asSystem("POST", `/orgs/${file.owner.orgId}/suspend`);
		await pass(1, 25 * HOUR_MS);

		expect((await stat(note)).mtimeMs).toBeGreaterThan(Date.now() - HOUR_MS);
	});

	test("is not given up where storage fails at its end", async () => {
		const file = await waiting();
		const drafts = join(api.config.dataDir, "blobs", file.owner.orgId, "drafts");
		const [note = ""] = await Array.fromAsync(new Bun.Glob("*.json").scan({ cwd: drafts, absolute: true }));
		const content = await Bun.file(note).text();
		await file.decide(file.guest, GRANT);
		await Bun.write(note, "{");
		await pass(1, 25 * HOUR_MS);
		const failing = await file.shown();
		await Bun.write(note, content);
		await pass(1, MINUTE_MS);

		expect(failing).toMatchObject({ state: "finishing" });
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("is looked at once for all that is decided meanwhile, and with all others of its meeting", async () => {
		const file = await announce();
		const { owner, meeting, as } = file;
		const others = await Promise.all(
			Array.from({ length: 4 }, () => as(owner).announce(WAV.length, { meetingId: meeting.id })),
		);
		const ids = [file.uploadId, ...others.map(({ body }) => body.data.uploadId)];
		const guest = await file.newcomer();
		for (const id of ids) await as(owner).patch(id, 0, WAV);
		const before = (await file.looks()).length;
		for (const decision of ["denied", "granted", "denied", "granted"])
			await file.decide(guest, { kind: "transcription", decision });
		const decided = (await file.looks()).length;
		await work();
		await file.decide(guest, GRANT);
		await work();

		expect(decided - before).toBe(1);
		expect(await file.eventsOf("upload.completed")).toHaveLength(ids.length);
		expect((await owner.get(`/meetings/${meeting.id}/recordings`)).body.data).toHaveLength(ids.length);
	});
});
