/** The ways in which files arrive for which participants have not decided, and what does not wait. */
import { expect, test } from "bun:test";
import { type AwaitedFile, awaitedFilesOf, DENY, GRANT, REFUSED, WAITS, WAV } from "#tests/support/awaited-files";
import type { Caller } from "#tests/support/client";
import { complianceOf } from "#tests/support/compliance";
import { entitledOf } from "#tests/support/entitled";
import { guestsOf } from "#tests/support/guests";
import { openHarness, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";

const MINUTE_MS = 60_000;
/** Uploads that an organization may have unfinished at a time, besides tracks. */
const MOST_UNFINISHED = 100;
const TUS = { "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" };
const api = await useHarness();
const { join } = guestsOf(api);
const { announce, work } = awaitedFilesOf(api);
const { switchTo } = complianceOf(api);

/** Sends all of a file; returns the status of its last request. */
type Send = (file: AwaitedFile) => Promise<number>;

const keyOf = async ({ owner }: AwaitedFile): Promise<Caller> => {
	const body = { name: "Recorder", scopes: ["meeting:read", "meeting:write"] };
	return api.as((await owner.post(`/orgs/${owner.orgId}/api-keys`, body)).body.data.key);
};

const inOneRequest: Send = async ({ owner: { token }, uploadId }) => {
	const headers = { ...TUS, "upload-length": String(WAV.length) };
	return (await api.request("POST", `/uploads/${uploadId}`, { token, raw: WAV, headers })).status;
};
const inPieces: Send = async ({ owner, as, uploadId }) => {
	await as(owner).patch(uploadId, 0, WAV.slice(0, 7_000));
	// Where the length was deferred, it is declared now.
	const length = { "upload-length": String(WAV.length) };
	return (await as(owner).patch(uploadId, 7_000, WAV.slice(7_000), length)).status;
};
const byKey: Send = async (file) => (await file.as(await keyOf(file)).patch(file.uploadId, 0, WAV)).status;

const WAYS: readonly (readonly [string, number, Send, Readonly<Record<string, unknown>>])[] = [
	["in one request", 201, inOneRequest, {}],
	["in pieces", 204, inPieces, {}],
	["with a deferred length", 204, inPieces, { size: undefined }],
	["by an API key", 204, byKey, {}],
];

inProcessDescribe("a file", () => {
	test.each(WAYS)("that arrives %s waits for participants who have not decided", async (_, status, send, more) => {
		const file = await announce(more);
		const guest = await file.newcomer();

		const sent = await send(file);
		const before = await file.shown();
		await file.decide(guest, GRANT);
		await work();

		expect(sent).toBe(status);
		expect(before).toMatchObject(WAITS);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("that is no media fails at once, although a participant has not decided", async () => {
		const file = await announce();
		await file.newcomer();

		const sent = await file.as(file.owner).patch(file.uploadId, 0, new Uint8Array(WAV.length));

		expect(codeOf(sent)).toEqual([415, "unsupported_media_type"]);
		expect(await file.shown()).toMatchObject({ state: "failed", failure: "unsupported_media_type" });
	});

	test("fails with the last byte where one participant refuses and another one has not decided", async () => {
		const file = await announce();
		await file.newcomer("Ada");
		await file.decide(await file.newcomer(), DENY);

		const sent = await file.as(file.owner).patch(file.uploadId, 0, WAV);

		expect(codeOf(sent)).toEqual([403, "consent_required"]);
		expect(await file.shown()).toMatchObject(REFUSED);
	});

	test("does not wait for guests who were never let in", async () => {
		const file = await announce();
		await file.owner.patch(`/meetings/${file.meeting.id}`, { lobby: true });
		await file.newcomer("Ada");
		const refused = await file.newcomer();
		await file.owner.delete(`/meetings/${file.meeting.id}/participants/${refused.id}`);

		await file.as(file.owner).patch(file.uploadId, 0, WAV);

		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("does not wait where participants may be recorded until they object", async () => {
		const file = await announce({}, "notify");
		await file.newcomer();

		await file.as(file.owner).patch(file.uploadId, 0, WAV);

		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("waits where only the compliance mode needs consent, until that is switched off", async () => {
		const file = await announce({}, "notify");
		const { owner, meeting } = file;
		await switchTo(owner, "hipaa");
		const guest = await file.newcomer();
		const admitted = await owner.post(`/meetings/${meeting.id}/participants/${guest.id}/admit`, {});
		await file.as(owner).patch(file.uploadId, 0, WAV);
		const before = await file.shown();
		await switchTo(owner, "none");
		api.advanceMs(MINUTE_MS);
		await work();

		expect([admitted.status, before]).toMatchObject([200, WAITS]);
		expect(await file.shown()).toMatchObject({ state: "finished" });
	});

	test("waits while the track of a participant, which has no other voice, does not", async () => {
		const file = await announce();
		const { owner, meeting, as } = file;
		const track = { meetingId: meeting.id, participantId: (await join(owner, meeting)).id };
		const { body } = await as(owner).announce(WAV.length, track);
		await file.newcomer();

		for (const id of [file.uploadId, body.data.uploadId]) await as(owner).patch(id, 0, WAV);

		expect(await file.shown()).toMatchObject(WAITS);
		expect((await as(owner).get(body.data.uploadId)).body.data.state).toBe("finished");
	});

	test("counts among the unfinished uploads of its organization, and against its plan", async () => {
		const on = await openHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
		try {
			const { owner, as, guest, decide } = await awaitedFilesOf(on).waiting();
			const uploads = as(owner);
			await uploads.workspace();
			await entitledOf(on).entitle(owner.orgId, { recording_storage_bytes: WAV.length + 200 });

			const tooMuch = await uploads.announce(201);
			const others = await Promise.all(Array.from({ length: MOST_UNFINISHED - 1 }, () => uploads.announce(1)));
			const tooMany = await uploads.announce(1);
			await decide(guest, DENY);
			await on.parley.services.jobs.runDue();

			expect(codeOf(tooMuch)).toEqual([402, "quota_exceeded"]);
			expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
			expect(codeOf(tooMany)).toEqual([409, "state_conflict"]);
			expect((await uploads.announce(1)).status).toBe(201);
		} finally {
			await on.close();
		}
	});
});
