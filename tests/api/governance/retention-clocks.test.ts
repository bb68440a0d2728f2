/** What retention periods count from, and what clocks that change do to them. */
import { expect, test } from "bun:test";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const { hold, pass, sweep, runs, made } = retentionOf(api);
const asSystem = async () => api.as(await api.signInSystem());

/** Returns the ids of the recordings of a meeting that are shown. */
async function listed(meetingId: string): Promise<string[]> {
	const rows: { id: string }[] = await made((await asSystem()).get(`/meetings/${meetingId}/recordings`));
	return rows.map(({ id }) => id);
}

const keep = async ({ orgId }: SignedIn, policy: object) =>
	made((await asSystem()).put(`/orgs/${orgId}/retention`, policy));

async function signedInAgain(by: SignedIn): Promise<SignedIn> {
	const body = { email: by.email, password: PASSWORD };
	const { body: answer } = await api.post("/auth/login", body);
	return { ...by, token: answer.access_token };
}

inProcessDescribe("a recording that arrives long after its meeting", () => {
	test("is shown for a period of its own, beside one that has expired and one that was purged", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meetingId } = await hold(owner);
		await keep(owner, { recordings: "10d" });
		api.advanceMs(9 * DAY_MS);
		const late = await uploading(api, await signedInAgain(owner)).upload(wavOf(20_000), { meetingId });
		const both = await listed(meetingId);

		api.advanceMs(2 * DAY_MS);
		const expired = await listed(meetingId);
		await sweep();
		const purged = await listed(meetingId);
		await pass(9);

		expect(both).toHaveLength(2);
		expect([expired, purged]).toEqual([[late.recordingId], [late.recordingId]]);
		expect(await listed(meetingId)).toEqual([]);
	});

	test("expires with its meeting when that is an exam", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meetingId } = await hold(owner, { kind: "exam" });
		await keep(owner, { examData: "10d" });
		api.advanceMs(9 * DAY_MS);
		await uploading(api, await signedInAgain(owner)).upload(wavOf(20_000), { meetingId });
		const both = await listed(meetingId);

		api.advanceMs(2 * DAY_MS);

		expect(both).toHaveLength(2);
		expect(await listed(meetingId)).toEqual([]);
	});
});

inProcessDescribe("a retention period", () => {
	test.each([
		["March", Date.UTC(2030, 2, 9, 17)],
		["November", Date.UTC(2030, 10, 2, 16)],
	])("has days of 24 hours, also when clocks change in %s", async (_month, noonMs) => {
		api.advanceMs(noonMs - api.nowMs());
		const owner = await api.createOrganization({ orgType: "business", settings: { timezone: "America/New_York" } });
		await keep(owner, { recordings: "2d" });
		const { meetingId } = await hold(owner);
		const stored: { createdAt: string }[] = await made(owner.get(`/meetings/${meetingId}/recordings`));
		const [storedAtMs = Number.NaN] = stored.map(({ createdAt }) => Date.parse(createdAt));

		api.advanceMs(storedAtMs + 2 * DAY_MS - 1 - api.nowMs());
		const before = await listed(meetingId);
		api.advanceMs(1);

		expect(before).toHaveLength(1);
		expect(await listed(meetingId)).toEqual([]);
	});

	test("that a clock ahead has ended lasts again once the clock is set back, and nothing was purged", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meetingId } = await hold(owner);
		await keep(owner, { recordings: "10d", transcripts: "10d", chatLogs: "10d" });
		api.setClockAheadMs(11 * DAY_MS);
		const ahead = await listed(meetingId);
		await sweep();

		api.setClockAheadMs(-11 * DAY_MS);
		const back = await listed(meetingId);
		await pass(9);

		expect(ahead).toEqual([]);
		expect(back).toHaveLength(1);
		expect(await listed(meetingId)).toEqual(back);
		expect(await runs(owner.orgId)).toEqual([]);
	});

	test("that is over and whose content was purged stays over when the clock is set back, with one receipt", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meetingId, transcriptId } = await hold(owner);
		await keep(owner, { recordings: "10d", transcripts: "10d", chatLogs: "10d" });
		await pass(11);
		const [receipt] = await runs(owner.orgId);

		api.setClockAheadMs(-8 * DAY_MS);
		const shown = await listed(meetingId);
		const transcript = await (await asSystem()).get(`/transcripts/${transcriptId}`);
		await sweep();
		api.setClockAheadMs(8 * DAY_MS);
		await pass(1);

		expect(receipt).toMatchObject({ state: "completed" });
		expect(shown).toEqual([]);
		expect(transcript.status).toBe(404);
		expect(await runs(owner.orgId)).toEqual([receipt]);
	});
});
