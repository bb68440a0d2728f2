import { describe, expect, test } from "bun:test";
import { refusalOf, refusedFor, switchingOf } from "#tests/support/flags";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { searchesOf } from "#tests/support/searches";
import { summariesOf } from "#tests/support/summaries";
import { inProcessTest } from "#tests/support/target";
import { said, transcripts } from "#tests/support/transcripts";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const { jobs } = api.parley.services;
const switchTo = switchingOf(api);
const summaries = summariesOf(api);
const { search, texts, settle } = searchesOf(api);

/** Returns an organization with a meeting that has a transcript. */
async function withTranscript(featureFlags: Record<string, boolean> = {}) {
	const owner = await api.createOrganization({ featureFlags });
	const { id: workspaceId } = await meetings.createWorkspace(owner);
	const meeting = await meetings.made(owner, workspaceId);
	const transcript = await transcripts.imported(owner, meeting.id);
	const [segment] = (await transcripts.segments(owner, transcript.id)).body.data;
	return { owner, meeting, transcript, segment };
}

describe("meetingRecording", () => {
	test("off: no recording is announced, for a new meeting or one that there is", async () => {
		const { owner, meeting } = await withTranscript({ meetingRecording: false });
		const { announce } = uploading(api, owner);

		expect(refusalOf(await announce(100))).toEqual(refusedFor("meetingRecording"));
		expect(refusalOf(await announce(100, { meetingId: meeting.id }))).toEqual(refusedFor("meetingRecording"));
		await switchTo(owner, { meetingRecording: true });
		expect(refusalOf(await announce(100, { meetingId: meeting.id }))).toBe("allowed");
	});

	test("off: meetings are not to be recorded, and cannot ask for it", async () => {
		const { owner, meeting } = await withTranscript();
		await switchTo(owner, { meetingRecording: false });
		const { id: workspaceId } = await meetings.createWorkspace(owner);
		const create = (body: Record<string, unknown>) => meetings.create(owner, workspaceId, body);

		const modes = [{}, { recording: null }, { recording: "off" }].map(async (body) => {
			const made = await create(body);
			return made.body.data.meeting.recordingPolicy.mode;
		});

		expect(meeting.recordingPolicy.mode).toBe("manual");
		expect(await Promise.all(modes)).toEqual(["off", "off", "off"]);
		expect(refusalOf(await create({ recording: "auto" }))).toEqual(refusedFor("meetingRecording"));
		const patched = await meetings.patch(owner, meeting.id, { recording: { mode: "auto" } });
		expect(refusalOf(patched)).toEqual(refusedFor("meetingRecording"));
		expect(refusalOf(await meetings.patch(owner, meeting.id, { title: "Waves" }))).toBe("allowed");
	});

	test("off while a recording is uploaded: all of it arrives, and what was recorded stays", async () => {
		const owner = await api.createOrganization();
		const client = uploading(api, owner);
		const file = wavOf(20_000);
		const { uploadId, meetingId } = (await client.announce(file.length)).body.data;
		await client.patch(uploadId, 0, file.slice(0, 8_000));
		await switchTo(owner, { meetingRecording: false });

		const resumed = await client.head(uploadId);
		const last = await client.patch(uploadId, 8_000, file.slice(8_000));

		expect([resumed.headers.get("upload-offset"), last.status]).toEqual(["8000", 204]);
		const { recordingId } = (await client.get(uploadId)).body.data;
		const path = `/meetings/${meetingId}/recordings/${recordingId}/content`;
		expect((await api.request("GET", path, { token: owner.token })).bytes).toEqual(file);
	});
});

describe("transcriptEditing", () => {
	test("off: neither segments nor speakers are changed; everything stays readable, and can be removed", async () => {
		const { owner, transcript, segment } = await withTranscript();
		expect(refusalOf(await transcripts.edit(owner, transcript.id, segment.id, { text: "Light waves." }))).toBe(
			"allowed",
		);
		const before = said(await transcripts.segments(owner, transcript.id));
		await switchTo(owner, { transcriptEditing: false });

		const edited = await transcripts.edit(owner, transcript.id, segment.id, { text: "Light breaks." });
		const renamed = await transcripts.editSpeaker(owner, transcript.id, segment.speaker.id, { label: "Countess" });

		expect([edited, renamed].map(refusalOf)).toEqual(Array(2).fill(refusedFor("transcriptEditing")));
		expect(said(await transcripts.segments(owner, transcript.id))).toEqual(before);
		expect((await transcripts.revisions(owner, transcript.id, segment.id)).body.data).toHaveLength(1);
		await switchTo(owner, {});
		expect(refusalOf(await transcripts.edit(owner, transcript.id, segment.id, { text: "Light breaks." }))).toBe(
			"allowed",
		);
		await switchTo(owner, { transcriptEditing: false });
		expect((await transcripts.remove(owner, transcript.id)).status).toBe(204);
	});
});

describe("transcriptSearch", () => {
	test("off: nothing is found; on again: what was said meanwhile, too", async () => {
		const { owner } = await withTranscript({ transcriptSearch: false });
		await settle();

		const refused = refusalOf(await search(owner, "light"));
		await switchTo(owner, { transcriptSearch: true });

		expect(refused).toEqual(refusedFor("transcriptSearch"));
		expect(await texts(owner, "light")).toEqual(["Light bends."]);
	});
});

describe("aiSummaries", () => {
	test("on: a transcript is summarized by itself. Off: neither by itself nor on request, but what is there is read and changed", async () => {
		const { owner, meetingId } = await summaries.summarized();
		await switchTo(owner, { aiSummaries: false });
		const another = await summaries.meeting(owner);
		await summaries.say(owner, another);
		await jobs.runDue();

		const asked = await summaries.ask(owner, another);
		const [known, edited] = [
			await summaries.get(owner, meetingId),
			await summaries.edit(owner, meetingId, { overview: "All agreed." }),
		];

		expect([known.status, edited.status]).toEqual([200, 200]);
		expect(codeOf(asked)).toEqual([409, "state_conflict"]);
		expect((await summaries.get(owner, another)).status).toBe(404);
		await switchTo(owner, { aiSummaries: true });
		await summaries.ask(owner, another);
		expect(await summaries.made(owner, another)).toMatchObject({ state: "ready" });
	});

	// The binary makes it before it can be switched off.
	inProcessTest("off while a summary waits to be made: the job is cancelled, and the transcript stays", async () => {
		const owner = await api.createOrganization();
		const meetingId = await summaries.meeting(owner);
		const { id: transcriptId } = await summaries.say(owner, meetingId);
		await switchTo(owner, { aiSummaries: false });

		await jobs.runDue();

		const { data } = (await api.request("GET", `/orgs/${owner.orgId}/jobs`, { token: owner.token })).body;
		expect(data).toMatchObject([{ type: "summary", state: "cancelled", failure: { code: "state_conflict" } }]);
		expect((await summaries.get(owner, meetingId)).status).toBe(404);
		expect((await transcripts.get(owner, transcriptId)).body.data.state).toBe("ready");
	});
});

describe("calendarSync", () => {
	const FEED = "/auth/profile/calendar-feed";

	test("off: there are no calendar feeds; an address works again when it is turned on again", async () => {
		const owner = await api.createOrganization();
		const create = () => api.request("POST", FEED, { token: owner.token, body: {} });
		const { url } = (await create()).body.data;
		const read = () => api.request("GET", url.slice(api.config.publicUrl.href.length));
		const before = (await read()).status;
		await switchTo(owner, { calendarSync: false });

		const [during, refused, shown] = [await read(), await create(), await api.request("GET", FEED, owner)];
		await switchTo(owner, { calendarSync: true });

		expect([before, codeOf(during), refusalOf(refused)]).toEqual([200, [404, "not_found"], refusedFor("calendarSync")]);
		expect([shown.status, (await read()).status]).toEqual([200, 200]);
	});
});
