import { expect, test } from "bun:test";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { searchesOf } from "#tests/support/searches";
import { inProcessDescribe } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const guests = guestsOf(api);
const { search, texts, settle } = searchesOf(api);

const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const student = await api.addMember(owner, "student");
const outsider = await api.addMember(owner, "teacher");
const stranger = await api.createOrganization();

const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>${text}\n`;

/** Creates a meeting of the teacher in which this is said. */
async function say(text: string, workspace: Record<string, unknown> = {}, meeting: Record<string, unknown> = {}) {
	const { id: workspaceId } = await meetings.createWorkspace(teacher, { visibility: "private", ...workspace });
	const { id: meetingId } = await meetings.made(teacher, workspaceId, meeting);
	await transcripts.imported(teacher, meetingId, cue(text));
	await settle();
	return { workspaceId: workspaceId as string, meetingId: meetingId as string };
}

inProcessDescribe("what was said is found by", () => {
	test("members of the workspace and administrators, and nobody else", async () => {
		const { workspaceId } = await say("cobalt");
		await meetings.join(teacher, workspaceId, student.userId, "member");

		const seen = await Promise.all([owner, teacher, student, outsider, stranger].map((by) => texts(by, "cobalt")));

		expect(seen).toEqual([["cobalt"], ["cobalt"], ["cobalt"], [], []]);
	});

	test("nobody who only sees that the meeting exists, since its workspace is open to all", async () => {
		const { meetingId } = await say("indigo", { visibility: "org" });

		expect((await meetings.get(outsider, meetingId)).status).toBe(200);
		expect(await texts(outsider, "indigo")).toEqual([]);
	});

	test("those who are invited alone, where a meeting is for them", async () => {
		const { workspaceId, meetingId } = await say("umber", {}, { access: "invited" });
		await meetings.join(teacher, workspaceId, student.userId, "member");
		const before = await texts(student, "umber");

		const invited = await teacher.post(`/meetings/${meetingId}/participants`, { userId: student.userId });

		expect([before, invited.status]).toEqual([[], 201]);
		expect(await texts(student, "umber")).toEqual(["umber"]);
		expect(await texts(outsider, "umber")).toEqual([]);
	});

	test("nobody any more who was removed from the workspace, or from the meeting", async () => {
		const { workspaceId, meetingId } = await say("ochre");
		await meetings.join(teacher, workspaceId, student.userId, "member");
		await meetings.join(teacher, workspaceId, outsider.userId, "member");
		const added = await teacher.post(`/meetings/${meetingId}/participants`, { userId: outsider.userId });
		expect([await texts(student, "ochre"), await texts(outsider, "ochre")]).toEqual([["ochre"], ["ochre"]]);

		const path = `/workspaces/${workspaceId}/members/${student.userId}`;
		await teacher.delete(path);
		await teacher.delete(`/meetings/${meetingId}/participants/${added.body.data.id}`);

		expect([await texts(student, "ochre"), await texts(outsider, "ochre")]).toEqual([[], []]);
		expect(await texts(teacher, "ochre")).toEqual(["ochre"]);
	});

	test("a guest of the meeting, in this one alone", async () => {
		const meeting = await guests.openMeeting(owner);
		await transcripts.imported(owner, meeting.id, cue("sienna here"));
		const { id: elsewhere } = await guests.openMeeting(owner);
		await transcripts.imported(owner, elsewhere, cue("sienna there"));
		await settle();

		const guest = await guests.guestIn(meeting, "Grace");

		expect(await texts(guest, "sienna")).toEqual(["sienna here"]);
		expect(await texts(guest, "sienna", `&meetingId=${elsewhere}`)).toEqual([]);
	});

	test("an API key of the organization that may read transcripts", async () => {
		await say("vermilion");
		const keyFor = async (by: SignedIn, scopes: readonly string[]) => {
			const made = await by.post(`/orgs/${by.orgId}/api-keys`, { name: "K", scopes });
			return api.as(made.body.data.key ?? made.body.data.token);
		};

		const [own, other, blind] = await Promise.all([
			keyFor(owner, ["transcript:read"]),
			keyFor(stranger, ["transcript:read"]),
			keyFor(owner, ["billing:read"]),
		]);

		expect(await texts(own, "vermilion")).toEqual(["vermilion"]);
		expect(await texts(other, "vermilion")).toEqual([]);
		expect((await search(blind, "vermilion")).status).toBe(403);
	});
});

inProcessDescribe("a search in one place", () => {
	test("finds what was said there, for whom may read it", async () => {
		const [here, there] = [await say("ultramarine here"), await say("ultramarine there")];

		const found = await Promise.all([
			texts(teacher, "ultramarine"),
			texts(teacher, "ultramarine", `&workspaceId=${here.workspaceId}`),
			texts(teacher, "ultramarine", `&meetingId=${there.meetingId}`),
			texts(teacher, "ultramarine", `&meetingId=${there.meetingId}&workspaceId=${here.workspaceId}`),
			texts(outsider, "ultramarine", `&meetingId=${here.meetingId}`),
			texts(stranger, "ultramarine", `&workspaceId=${here.workspaceId}`),
		]);

		expect(found).toEqual([
			["ultramarine there", "ultramarine here"],
			["ultramarine here"],
			["ultramarine there"],
			[],
			[],
			[],
		]);
	});

	test("names the token that belongs to no organization as the reason to refuse", async () => {
		const response = await search(api.as(await api.signInSystem()), "cobalt");

		expect([response.status, response.body.error.meta.reason]).toEqual([403, "no_organization"]);
	});

	test("is not continued with the cursor of another one", async () => {
		await say("madder one");
		await say("madder two");
		const { body } = await search(teacher, "madder", "&limit=1");

		const other = await search(teacher, "cobalt", `&limit=1&cursor=${body.page.nextCursor}`);
		const others = await search(outsider, "madder", `&limit=1&cursor=${body.page.nextCursor}`);

		expect([other.body.error.code, others.body.error.code]).toEqual(["invalid_cursor", "invalid_cursor"]);
	});
});
