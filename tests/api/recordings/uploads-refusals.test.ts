/** A refusal ends a recording, and takes back nothing of what was recorded before it of people who had agreed. */
import { beforeEach, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { jobs } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { type Guest, guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const WAV = wavOf(20_000);
const GRANT = { kind: "recording", decision: "granted" };
const DENY = { kind: "recording", decision: "denied" };
const api = await useHarness();
const { openMeeting, guestIn, join, decide } = guestsOf(api);

let owner: SignedIn;
let hostId: string;
let meeting: OpenMeeting;
let guest: Guest;
/** A moment at which everyone who was there had agreed. */
let agreedAtMs: number;

/** Lets a little time pass: on a served target it passes by itself. */
const pass = (ms = 5_000) => api.advanceMs(ms);

async function open(consent: string): Promise<void> {
	owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
	meeting = await openMeeting(owner, { recording: { mode: "manual", consent } });
	hostId = (await join(owner, meeting)).id;
	guest = await guestIn(meeting);
	await decide(owner, meeting, hostId, GRANT);
	await decide(guest, meeting, guest.id, GRANT);
	pass();
	agreedAtMs = api.nowMs();
	pass();
}

const as = ({ token }: { readonly token: string }) => uploading(api, { token, orgId: owner.orgId });
const track = (participantId: string, startedAtMs = agreedAtMs, more: Readonly<Record<string, unknown>> = {}) => ({
	meetingId: meeting.id,
	participantId,
	captureId: "room",
	startedAt: rfc3339(startedAtMs),
	...more,
});
const announced = async (by: { readonly token: string }, participantId: string) =>
	(await as(by).announce(WAV.length, track(participantId))).body.data.uploadId as string;
const recordings = async () => (await owner.get(`/meetings/${meeting.id}/recordings`)).body.data;

/** Somebody comes and refuses to be recorded. */
async function refuse(): Promise<Guest> {
	const third = await guestIn(meeting, "Mallory");
	await decide(third, meeting, third.id, DENY);
	pass();
	return third;
}

for (const consent of ["required", "notify"])
	inProcessDescribe(`a refusal where consent is ${consent}`, () => {
		beforeEach(() => open(consent));

		test("lets the tracks of those before arrive, whether they had begun to come or not", async () => {
			const [hosts, guests] = [await announced(owner, hostId), await announced(guest, guest.id)];
			await as(guest).patch(guests, 0, WAV.slice(0, 5_000));
			await refuse();
			await owner.post(`/meetings/${meeting.id}/end`, {});

			const sent = [await as(owner).patch(hosts, 0, WAV), await as(guest).patch(guests, 5_000, WAV.slice(5_000))];
			const asked = [await as(owner).head(hosts), await as(guest).head(guests)];
			// A laptop that had no network meanwhile.
			const late = await as(guest).upload(WAV, track(guest.id, agreedAtMs + 1_000));

			expect([...sent, ...asked].map(({ status }) => status)).toEqual([204, 204, 200, 200]);
			expect((await recordings()).map(({ id }: { id: string }) => id)).toContain(late.recordingId);
			expect(await recordings()).toHaveLength(3);
		});

		test("refuses what begins after it, and of the one who refuses everything", async () => {
			const third = await refuse();

			const after = await as(guest).announce(10, track(guest.id, api.nowMs()));
			const undated = await as(guest).announce(10, { ...track(guest.id), startedAt: undefined, captureId: undefined });
			const theirs = await as(third).announce(10, track(third.id));

			expect([after, undated, theirs].map(codeOf)).toEqual([1, 2, 3].map(() => [403, "consent_required"]));
		});

		test("between two stretches leaves both", async () => {
			const third = await refuse();
			pass();
			await decide(third, meeting, third.id, GRANT);
			pass();
			const againAtMs = api.nowMs();
			pass();
			await decide(third, meeting, third.id, DENY);

			await as(guest).upload(WAV, track(guest.id));
			await as(guest).upload(WAV, track(guest.id, againAtMs));
			const between = await as(guest).announce(10, track(guest.id, againAtMs - 7_500));

			expect(codeOf(between)).toEqual([403, "consent_required"]);
			expect(await recordings()).toHaveLength(2);
		});

		test("of a track's own participant refuses all of it, although they had agreed", async () => {
			const begun = await announced(guest, guest.id);
			await as(guest).patch(begun, 0, WAV.slice(0, 5_000));
			await decide(guest, meeting, guest.id, DENY);

			const sent = await as(guest).patch(begun, 5_000, WAV.slice(5_000));
			const another = await as(guest).announce(10, track(guest.id));
			await as(owner).upload(WAV, track(hostId));

			expect([sent, another].map(codeOf)).toEqual([1, 2].map(() => [403, "consent_required"]));
			expect(await recordings()).toHaveLength(1);
		});

		test("still counts after its participant was removed", async () => {
			const third = await refuse();
			await owner.delete(`/meetings/${meeting.id}/participants/${third.id}`);
			pass();

			const after = await as(guest).announce(10, track(guest.id, api.nowMs()));
			await as(guest).upload(WAV, track(guest.id));

			expect(codeOf(after)).toEqual([403, "consent_required"]);
			expect(await recordings()).toHaveLength(1);
		});

		test("cannot be got round by a track that is said to have begun before its participant came", async () => {
			await refuse();

			const before = await as(guest).announce(10, track(guest.id, agreedAtMs - 3_600_000));

			expect(codeOf(before)).toEqual([403, "consent_required"]);
		});

		test("ends the upload of a file, in which anyone may be heard, for good", async () => {
			const file = (await as(owner).announce(WAV.length, { meetingId: meeting.id })).body.data.uploadId;
			await as(owner).patch(file, 0, WAV.slice(0, 5_000));
			await refuse();

			const last = await as(owner).patch(file, 5_000, WAV.slice(5_000));
			pass(120_000);
			await api.parley.services.jobs.runDue();

			expect(codeOf(last)).toEqual([403, "consent_required"]);
			expect((await as(owner).get(file)).body.data).toMatchObject({ state: "failed", failure: "consent_required" });
			expect((await as(owner).head(file)).status).toBe(410);
			const { db } = api.store.acrossTenants;
			const [job] = await db
				.select()
				.from(jobs)
				.where(and(eq(jobs.orgId, owner.orgId), eq(jobs.queue, "uploads.finish")));
			expect(job).toMatchObject({ queue: "uploads.finish", state: "done", lastError: null });
		});

		test("of a recording whose rules forbid it later changes nothing of what was said before", async () => {
			await owner.post(`/meetings/${meeting.id}/recording`, { state: "started" });
			pass();
			const startedAtMs = api.nowMs();
			pass();
			await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "off" } });
			while ((await api.parley.services.jobs.runDue()) > 0);
			pass();

			await as(guest).upload(WAV, track(guest.id, startedAtMs));
			const after = await as(guest).announce(10, track(guest.id, api.nowMs()));

			expect(codeOf(after)).toEqual([409, "state_conflict"]);
			expect(await recordings()).toHaveLength(1);
		});
	});

inProcessDescribe("a track that has an id", () => {
	beforeEach(() => open("optional"));

	const named = (size: number | undefined, more: Readonly<Record<string, unknown>> = {}) =>
		as(guest).announce(size, track(guest.id, agreedAtMs, { trackId: "track-1", ...more }));

	test("is one recording, however often it is sent", async () => {
		const first = await named(undefined);
		const { uploadId } = first.body.data;
		await as(guest).patch(uploadId, 0, WAV, { "upload-length": String(WAV.length) });

		const again = await named(WAV.length);
		const offset = (await as(guest).head(uploadId)).headers.get("upload-offset");
		const other = await named(WAV.length, { trackId: "track-2" });

		expect([again.status, again.body.data.uploadId, offset]).toEqual([201, uploadId, String(WAV.length)]);
		expect(other.body.data.uploadId).not.toBe(uploadId);
		expect(await recordings()).toHaveLength(1);
	});

	test("goes on where it was, also while others deny what they had agreed to", async () => {
		await open("notify");
		const { uploadId } = (await named(WAV.length)).body.data;
		await as(guest).patch(uploadId, 0, WAV.slice(0, 5_000));
		await decide(owner, meeting, hostId, DENY);

		const again = await named(WAV.length, { startedAt: rfc3339(api.nowMs()) });

		expect(again.body.data.uploadId).toBe(uploadId);
		expect((await as(guest).head(uploadId)).headers.get("upload-offset")).toBe("5000");
	});

	test("has one upload when several tabs announce it at once", async () => {
		const answers = await Promise.all([1, 2, 3, 4].map(() => named(WAV.length)));

		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		expect(new Set(answers.map(({ body }) => body.data.uploadId)).size).toBe(1);
	});

	test("is another's where another participant, or another one for them, names it alike", async () => {
		const own = (await named(WAV.length)).body.data.uploadId;
		const theirs = await as(owner).announce(WAV.length, track(hostId, agreedAtMs, { trackId: "track-1" }));
		const copy = await as(owner).announce(WAV.length, track(guest.id, agreedAtMs, { trackId: "track-1" }));

		expect(new Set([own, theirs.body.data.uploadId, copy.body.data.uploadId]).size).toBe(3);
	});

	test("is sent again after its upload came to nothing", async () => {
		const first = (await named(9_000)).body.data.uploadId;
		await as(guest).patch(first, 0, new Uint8Array(9_000));

		const again = (await named(WAV.length)).body.data.uploadId;

		expect((await as(guest).get(first)).body.data.state).toBe("failed");
		expect(again).not.toBe(first);
	});

	test("goes on after it expired and before it was ended", async () => {
		const { uploadId } = (await named(WAV.length)).body.data;
		pass(3_700_000);

		const again = (await named(WAV.length)).body.data;

		expect(again.uploadId).toBe(uploadId);
		expect((await as(guest).patch(uploadId, 0, WAV)).status).toBe(204);
	});

	test("needs a participant", async () => {
		const refused = await as(owner).announce(10, { meetingId: meeting.id, trackId: "track-1" });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
	});
});
