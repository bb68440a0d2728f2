import { describe, expect, test } from "bun:test";
import { complianceOf, violationOf } from "#tests/support/compliance";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const { openIn, switchTo, controlOf } = complianceOf(api);
const { openMeeting, guestIn, joinByCode, join, decide } = guestsOf(api);

const FILE = { filename: "talk.wav", contentType: "audio/wav", size: 1_000 };

describe("consent to recording", () => {
	test("cannot be weakened for one meeting", async () => {
		const owner = await openIn("ferpa");
		const { workspaceId, id } = await openMeeting(owner);

		const created = await owner.post(`/workspaces/${workspaceId}/meetings`, {
			title: "Optics",
			recording: { consent: "optional" },
		});
		const changed = await owner.patch(`/meetings/${id}`, { recording: { consent: "notify" } });

		const refusal = [422, "compliance_violation", "ferpa.recording_consent", ["/recording/consent"]];
		expect([violationOf(created), violationOf(changed)]).toEqual([refusal, refusal]);
	});

	test("is needed for meetings that were made before the mode was switched on", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		const meeting = await openMeeting(owner);
		const host = await join(owner, meeting);
		const announce = () => owner.post("/meetings/upload/init", { ...FILE, meetingId: meeting.id });

		const before = await announce();
		await switchTo(owner, "hipaa");
		const without = await announce();
		await decide(owner, meeting, host.id, { kind: "recording", decision: "granted" });
		const granted = await announce();

		expect([before.status, codeOf(without), granted.status]).toEqual([201, [403, "consent_required"], 201]);
	});
});

describe("a meeting that is joined by link", () => {
	test("cannot do without a lobby", async () => {
		const owner = await openIn("hipaa");
		const meeting = await openMeeting(owner);

		const refused = await owner.patch(`/meetings/${meeting.id}`, { lobby: false });
		const created = await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, {
			title: "Optics",
			access: "link",
			lobby: false,
		});
		const joined = await joinByCode(meeting.code);

		const refusal = [422, "compliance_violation", "hipaa.guests_in_lobby", ["/lobby"]];
		expect([violationOf(refused), violationOf(created)]).toEqual([refusal, refusal]);
		expect(joined.body.participant.state).toBe("waiting");
	});

	test("has its guests wait although it was made without a lobby before", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const meeting = await openMeeting(owner, { lobby: false });

		const before = await joinByCode(meeting.code);
		await switchTo(owner, "gdpr");
		const after = await joinByCode(meeting.code, "Other");

		expect(before.body.participant.state).toBe("admitted");
		expect(after.body.participant.state).toBe("waiting");
		expect((await controlOf(owner, "gdpr.guests_in_lobby")).status).toBe("met");
	});
});

describe("what was recorded of a meeting", () => {
	test("is closed to guests", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: false });
		const guest = await guestIn(meeting);
		const transcript = await transcripts.imported(owner, meeting.id);
		const paths = [
			`/meetings/${meeting.id}/transcripts`,
			`/meetings/${meeting.id}/recordings`,
			`/meetings/${meeting.id}/summary`,
			`/meetings/${meeting.id}/action-items`,
		];
		const read = () => Promise.all(paths.map((path) => guest.get(path)));

		const before = await read();
		await switchTo(owner, "ferpa");
		const after = await read();
		const found = await guest.get("/transcripts/search?q=light");
		const own = await Promise.all(
			[`/meetings/${meeting.id}`, `/meetings/${meeting.id}/chat`].map((path) => guest.get(path)),
		);

		expect(before.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
		expect(after.map(codeOf)).toEqual(paths.map(() => [403, "forbidden"]));
		expect(found.body.data).toEqual([]);
		expect(own.map(({ status }) => status)).toEqual([200, 200]);
		expect((await transcripts.get(owner, transcript.id)).status).toBe(200);
	});

	test("of an exam is shown to staff, not to students", async () => {
		const owner = await openIn("ferpa", {});
		const [student, teacher] = [await api.addMember(owner, "student"), await api.addMember(owner, "teacher")];
		const exam = await openMeeting(owner, { kind: "exam", access: "workspace" });
		const lesson = await openMeeting(owner, { kind: "class", access: "workspace" });
		for (const { workspaceId } of [exam, lesson])
			for (const { userId } of [student, teacher])
				await owner.post(`/workspaces/${workspaceId}/members`, { userId, role: "member" });
		const ofExam = await transcripts.imported(owner, exam.id);
		const ofLesson = await transcripts.imported(owner, lesson.id);
		const path = (id: string) => `/transcripts/${id}/segments`;

		const seen = await Promise.all([
			student.get(path(ofExam.id)),
			student.get(`/meetings/${exam.id}/recordings`),
			student.get(path(ofLesson.id)),
			teacher.get(path(ofExam.id)),
		]);

		expect(seen.map(({ status }) => status)).toEqual([403, 403, 200, 200]);
		expect((await controlOf(owner, "ferpa.exam_records")).status).toBe("met");
	});
});
