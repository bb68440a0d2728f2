/** Participants upload their own tracks, guests included, and nothing else. */
import { beforeEach, describe, expect, test } from "bun:test";
import { rfc3339 } from "#kernel/clock";
import { type Guest, guestsOf, type OpenMeeting } from "#tests/support/guests";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const WAV = wavOf(20_000);
const DAY_MS = 86_400_000;
const api = await useHarness();
const { openMeeting, guestIn, join, joinByCode, decide } = guestsOf(api);

let owner: SignedIn;
let meeting: OpenMeeting;
let guest: Guest;
beforeEach(async () => {
	owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
	meeting = await openMeeting(owner);
	guest = await guestIn(meeting);
});

const as = ({ token }: { readonly token: string }) => uploading(api, { token, orgId: owner.orgId });

/** What an announcement says of a track. */
const track = (participantId: string, more: Readonly<Record<string, unknown>> = {}) => ({
	meetingId: meeting.id,
	participantId,
	captureId: "capture-1",
	startedAt: rfc3339(api.nowMs()),
	...more,
});

/** Announces a track, and returns the id of its upload. */
async function announced(by: { readonly token: string }, participantId: string, size = WAV.length): Promise<string> {
	const { status, body, text } = await as(by).announce(size, track(participantId));
	if (status !== 201) throw new Error(`announcing was answered ${text}`);
	return body.data.uploadId;
}

/** Adds a member who enters by the code of the meeting, and returns them with their participant. */
async function memberInside(role: "member" | "auditor" = "member") {
	const member = await api.addMember(owner, role);
	const { body } = await joinByCode(meeting.code, "", { token: member.token });
	return { ...member, participantId: body.participant.id as string };
}

describe("a participant", () => {
	test("who is a guest uploads their own track, and the recording says whose it is and when it began", async () => {
		const startedAt = rfc3339(api.nowMs() - 1_234);
		const uploads = as(guest);
		const { body } = await uploads.announce(WAV.length, track(guest.id, { startedAt }));

		const sent = await uploads.patch(body.data.uploadId, 0, WAV.slice(0, 5_000));
		const asked = await uploads.head(body.data.uploadId);
		const last = await uploads.patch(body.data.uploadId, 5_000, WAV.slice(5_000));

		expect([sent.status, asked.headers.get("upload-offset"), last.status]).toEqual([204, "5000", 204]);
		const { data } = (await uploads.get(body.data.uploadId)).body;
		expect(data).toMatchObject({ state: "finished", participantId: guest.id, captureId: "capture-1", startedAt });
		const recording = await owner.get(`/meetings/${meeting.id}/recordings/${data.recordingId}`);
		expect(recording.body.data).toMatchObject({
			participantId: guest.id,
			captureId: "capture-1",
			startedAt,
			createdBy: guest.id,
		});
	});

	test.each(["member", "auditor"] as const)("who is a %s uploads their own track", async (role) => {
		const member = await memberInside(role);

		const made = await as(member).upload(WAV, track(member.participantId));

		const { body } = await owner.get(made.path);
		expect(body.data).toMatchObject({ participantId: member.participantId, createdBy: member.userId });
	});

	test("uploads no track of another one, and nothing else", async () => {
		const [member, other] = [await memberInside(), await guestIn(meeting)];
		const unknown = "par_01jd0z7v9gf2nbrexx3vqjhp41";

		for (const by of [guest, member]) {
			const uploads = as(by);
			expect(codeOf(await uploads.announce(10, track(other.id)))).toEqual([403, "forbidden"]);
			expect(codeOf(await uploads.announce(10, track(unknown)))).toEqual([404, "not_found"]);
			expect(codeOf(await uploads.announce(10, { meetingId: meeting.id }))).toEqual([403, "insufficient_scope"]);
			const workspaceId = { workspaceId: meeting.workspaceId, filename: "a", contentType: "audio/wav", size: 10 };
			const elsewhere = await api.request("POST", "/meetings/upload/init", { token: by.token, body: workspaceId });
			expect(codeOf(elsewhere)).toEqual([403, "insufficient_scope"]);
		}
	});

	test("has nothing to do with the tracks of others, of other meetings and of other organizations", async () => {
		const other = await guestIn(meeting);
		const theirs = await announced(other, other.id);
		const stranger = await api.createOrganization({ orgType: "business" });
		const foreign = await guestIn(await openMeeting(stranger));
		const elsewhere = await guestIn(await openMeeting(owner));

		for (const by of [guest, foreign, elsewhere]) {
			const uploads = as(by);
			const answers = [await uploads.head(theirs), await uploads.patch(theirs, 0, WAV), await uploads.get(theirs)];
			expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
		}
		for (const by of [foreign, elsewhere, stranger])
			expect(codeOf(await as(by).announce(10, track(guest.id)))).toEqual([404, "not_found"]);
	});

	test("who is a guest neither cancels an upload nor begins one by POST", async () => {
		const uploadId = await announced(guest, guest.id);

		const headers = { "tus-resumable": "1.0.0" };
		const begun = await api.request("POST", `/uploads/${uploadId}`, { token: guest.token, headers });

		expect(codeOf(await as(guest).cancel(uploadId))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(begun)).toEqual([403, "insufficient_scope"]);
	});

	test("who is a member cancels their own", async () => {
		const member = await memberInside();
		const uploadId = await announced(member, member.participantId);

		expect((await as(member).cancel(uploadId)).status).toBe(204);
	});

	test("sends nothing from the lobby, and nothing once they are removed", async () => {
		const closed = await openMeeting(owner, { lobby: true });
		const waiting = await guestIn(closed);
		const uploadId = await announced(guest, guest.id);
		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);

		const early = await as(waiting).announce(10, track(waiting.id, { meetingId: closed.id }));
		const late = await as(guest).patch(uploadId, 0, WAV);

		expect(early.status).toBe(404);
		expect(codeOf(late)).toEqual([401, "token_revoked"]);
	});

	test("has ten unfinished uploads at most", async () => {
		for (let n = 0; n < 10; n++) await announced(guest, guest.id, 10);

		const refused = await as(guest).announce(10, track(guest.id));

		expect([...codeOf(refused), refused.body.error.meta]).toEqual([
			409,
			"state_conflict",
			{ state: "too_many_uploads", limit: 10 },
		]);
	});

	test("uploads at most 1 GiB, and nothing where the meeting is not recorded", async () => {
		const large = await as(guest).announce(1024 ** 3 + 1, track(guest.id));
		await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "off" } });
		const off = await as(guest).announce(10, track(guest.id));

		expect([...codeOf(large), large.body.error.meta]).toEqual([413, "payload_too_large", { maxBytes: 1024 ** 3 }]);
		expect([...codeOf(off), off.body.error.meta]).toEqual([409, "state_conflict", { state: "recording_off" }]);
	});
});

describe("after the end of the meeting", () => {
	beforeEach(async () => {
		await owner.post(`/meetings/${meeting.id}/end`, {});
		await api.parley.services.jobs.runDue();
	});

	test("a guest announces and sends their track, and does nothing else", async () => {
		const made = await as(guest).upload(WAV, track(guest.id));

		expect(codeOf(await guest.get(made.path))).toEqual([403, "forbidden"]);
		expect((await owner.get(made.path)).body.data.participantId).toBe(guest.id);
	});

	inProcessTest("a member does for seven days", async () => {
		const lively = await openMeeting(owner);
		const { id } = await join(owner, lively);
		await owner.post(`/meetings/${lively.id}/end`, {});
		const announceIn = async (days: number) => {
			api.advanceMs(days * DAY_MS);
			const credentials = { email: owner.email, password: PASSWORD, orgId: owner.orgId };
			const { body } = await api.request("POST", "/auth/login", { body: credentials });
			return as({ token: body.access_token }).announce(10, track(id, { meetingId: lively.id }));
		};

		const [late, tooLate] = [await announceIn(6.9), await announceIn(0.2)];

		expect(late.status).toBe(201);
		expect([...codeOf(tooLate), tooLate.body.error.meta]).toEqual([409, "state_conflict", { state: "left", days: 7 }]);
	});
});

describe("consent to recording", () => {
	const denial = { kind: "recording", decision: "denied" };
	const grant = { kind: "recording", decision: "granted" };

	test("that a participant denied refuses their track", async () => {
		await decide(guest, meeting, guest.id, denial);

		const refused = await as(guest).announce(10, track(guest.id));

		expect([...codeOf(refused), refused.body.error.meta.missing]).toEqual([
			403,
			"consent_required",
			[{ participantId: guest.id, name: "Grace" }],
		]);
	});

	test("that is denied meanwhile stops a track, and lets others go on", async () => {
		const other = await guestIn(meeting);
		const [own, others] = [await announced(guest, guest.id), await announced(other, other.id)];
		await as(guest).patch(own, 0, WAV.slice(0, 5_000));
		await decide(guest, meeting, guest.id, denial);

		const stopped = await as(guest).patch(own, 5_000, WAV.slice(5_000));
		const goesOn = await as(other).patch(others, 0, WAV);
		await decide(guest, meeting, guest.id, grant);
		const offset = Number((await as(guest).head(own)).headers.get("upload-offset"));
		const again = await as(guest).patch(own, offset, WAV.slice(offset));

		expect(codeOf(stopped)).toEqual([403, "consent_required"]);
		expect([goesOn.status, again.status]).toEqual([204, 204]);
	});

	test("lets those who run the meeting upload a copy of what arrived, and no one else's own", async () => {
		const undecided = await as(owner).announce(WAV.length, track(guest.id));
		await decide(guest, meeting, guest.id, grant);
		const made = await as(owner).upload(WAV, track(guest.id));
		const own = await announced(guest, guest.id);

		expect(codeOf(undecided)).toEqual([403, "consent_required"]);
		expect((await owner.get(made.path)).body.data).toMatchObject({ participantId: guest.id, createdBy: owner.userId });
		expect(codeOf(await as(owner).patch(own, 0, WAV))).toEqual([403, "forbidden"]);
		expect((await as(owner).get(own)).body.data.state).toBe("open");
		expect((await as(owner).cancel(own)).status).toBe(204);
	});
});

describe("a track is refused", () => {
	test.each([
		[{ participantId: undefined }, "/participantId"],
		[{ startedAt: undefined }, "/startedAt"],
		[{ startedAt: "2099-01-01T00:00:00Z" }, "/startedAt"],
		[{ captureId: "with blanks" }, "/captureId"],
		[{ captureId: "" }, "/captureId"],
		[{ meetingId: undefined }, "/workspaceId"],
		[{ participantId: "usr_01jd0z7v9gf2nbrexx3vqjhp41" }, "/participantId"],
	])("for %j", async (fault, path) => {
		const body = { filename: "a.wav", contentType: "audio/wav", size: 10, ...track(guest.id, fault) };

		const refused = await api.request("POST", "/meetings/upload/init", { token: guest.token, body });

		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(refused.body.error.errors.map((each: { path: string }) => each.path)).toContain(path);
	});

	test("not for a clock that is some seconds ahead", async () => {
		const startedAt = rfc3339(api.nowMs() + 3_000);

		expect((await as(guest).announce(10, track(guest.id, { startedAt }))).status).toBe(201);
	});
});
