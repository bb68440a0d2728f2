import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { complianceOf } from "#tests/support/compliance";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { searchesOf } from "#tests/support/searches";
import { summariesOf } from "#tests/support/summaries";
import { inProcessTest } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";
import { transcripts } from "#tests/support/transcripts";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const { openIn, switchTo } = complianceOf(api);
const { openMeeting } = guestsOf(api);
const { search, settle } = searchesOf(api);
const summaries = summariesOf(api);

/** Returns who read what, oldest first. */
const readsOf = async (orgId: string, of = "transcript.read") =>
	(await auditOf(api.store, orgId))
		.filter(({ action }) => action === of)
		.map(({ actorId, targets }) => [actorId, targets[0]?.id]);

async function openTranscript(mode: string) {
	const owner = await openIn(mode);
	const { id: meetingId } = await openMeeting(owner);
	const { id } = await transcripts.imported(owner, meetingId);
	return { owner, id, meetingId };
}

describe("reads of transcripts", () => {
	test.each(["ferpa", "gdpr", "hipaa"])("are audited under %s, once for each reader and transcript", async (mode) => {
		const { owner, id } = await openTranscript(mode);
		const admin = await api.addMember(owner, "admin");

		const read = (by: Caller, rest: string) => by.get(`/transcripts/${id}/${rest}`);
		await Promise.all(["segments", "segments?limit=1", "segments"].map((rest) => read(owner, rest)));
		await read(owner, "segments");
		await read(admin, "segments");

		const reads = await readsOf(owner.orgId);
		expect(reads).toEqual([
			[owner.userId, id],
			[admin.userId, id],
		]);
	});

	test("are not audited without a mode, nor when they are refused", async () => {
		const { owner, id } = await openTranscript("none");
		const stranger = await api.createOrganization();

		await owner.get(`/transcripts/${id}/segments`);
		await switchTo(owner, "hipaa");
		const refused = await stranger.get(`/transcripts/${id}/segments`);

		expect(refused.status).toBe(404);
		expect(await readsOf(owner.orgId)).toEqual([]);
	});

	inProcessTest("are audited again in the next hour", async () => {
		const { owner, id } = await openTranscript("hipaa");
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] });
		const read = () => api.as(made.body.data.key).get(`/transcripts/${id}/segments`);

		await read();
		await read();
		api.advanceMs(3_600_000);
		await read();

		expect(await readsOf(owner.orgId)).toHaveLength(2);
	});
});

describe("other ways to what was said", () => {
	inProcessTest("are audited too: the summary of a meeting, and the waveform of a recording", async () => {
		const { owner, meetingId, summary } = await summaries.summarized();
		const recording = await uploading(api, owner).upload(wavOf(10_000));
		await api.parley.services.jobs.runDue();
		await switchTo(owner, "hipaa");

		const read = [
			await owner.get(`/meetings/${meetingId}/summary`),
			await owner.get(`/meetings/${meetingId}/summary?fields=state`),
			await owner.get(`${recording.path}/waveform`),
		];

		expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(await readsOf(owner.orgId, "summary.read")).toEqual([[owner.userId, summary.id]]);
		expect(await readsOf(owner.orgId, "recording.read")).toEqual([[owner.userId, recording.path.split("/").at(-1)]]);
	});

	test("are audited too: a search, for each transcript that it shows", async () => {
		const { owner, id } = await openTranscript("gdpr");
		await settle();

		const found = await search(owner, "light");
		await search(owner, "light");

		expect(found.body.data).toHaveLength(1);
		expect(await readsOf(owner.orgId, "transcript.search")).toEqual([[owner.userId, id]]);
	});

	test("are audited too: who attended a meeting", async () => {
		const owner = await openIn("ferpa");
		const meeting = await openMeeting(owner);

		const answers = [1, 2].map(() => owner.get(`/meetings/${meeting.id}/attendance`));

		expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
		expect(await readsOf(owner.orgId, "attendance.read")).toEqual([[owner.userId, meeting.id]]);
	});

	test("are audited too: a recording, once however many parts a player fetches, by ticket too", async () => {
		const owner = await api.createOrganization();
		const recording = await uploading(api, owner).upload(wavOf(10_000));
		await switchTo(owner, "hipaa");
		const path = `${recording.path}/content`;
		const part = (range: string) => owner.get(path, { headers: { range } });

		const parts = [await part("bytes=0-99"), await part("bytes=100-199"), await part("bytes=-1")];
		const { body } = await owner.post(`${recording.path}/tickets`, {});
		const played = await api.get(new URL(body.data.url).pathname);

		expect([...parts, played].map(({ status }) => status)).toEqual([206, 206, 206, 200]);
		expect(await readsOf(owner.orgId, "recording.read")).toEqual([[owner.userId, recording.path.split("/").at(-1)]]);
	});
});
