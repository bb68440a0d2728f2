import { describe, expect, test } from "bun:test";
import { type OpenStream, openStream } from "#tests/support/event-feed";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { transcripts } from "#tests/support/transcripts";

interface Change {
	readonly resource: string;
	readonly id: string | null;
	readonly meetingId: string | null;
}
type Told = OpenStream<{ readonly position: number; readonly changes: readonly Change[] }>;

const api = await useHarness({ isServed: true });
const { openMeeting } = guestsOf(api);

const open = (by: { readonly token: string }, lastEventId?: number): Promise<Told> =>
	openStream(`${api.url}/changes`, { token: by.token, lastEventId });
const allOf = ({ messages }: Told): Change[] => messages.flatMap(({ changes }) => changes);
const hears = (stream: Told, of: Partial<Change>) =>
	stream.until(() => allOf(stream).some((change) => Bun.deepMatch(of, change)));

const invite = async (by: SignedIn, { id }: { readonly id: string }, { userId }: SignedIn) => {
	const added = await by.post(`/meetings/${id}/participants`, { userId });
	if (added.status !== 201) throw new Error(added.text);
	return added.body.data.id as string;
};
const rename = (by: SignedIn, { id }: { readonly id: string }, title: string) => by.patch(`/meetings/${id}`, { title });

describe("Changes", () => {
	test("name the meetings that somebody may enter, and no others", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const [theirs, closed] = [
			await openMeeting(owner, { access: "invited" }),
			await openMeeting(owner, { access: "invited" }),
		];
		await invite(owner, theirs, member);
		const [ofMember, ofOwner] = [await open(member), await open(owner)];

		await rename(owner, closed, "Secret");
		const { id } = await transcripts.imported(owner, closed.id);
		await rename(owner, theirs, "Waves");
		await hears(ofOwner, { resource: "transcript", id, meetingId: closed.id });
		await Promise.all([ofOwner, ofMember].map((each) => hears(each, { resource: "meeting", id: theirs.id })));
		ofMember.close();
		ofOwner.close();

		expect(new Set(allOf(ofMember).flatMap(({ meetingId }) => meetingId ?? []))).toEqual(new Set([theirs.id]));
		expect(JSON.stringify(ofOwner.messages)).not.toContain("Secret");
		expect(ofMember.headers.get("content-type")).toStartWith("text/event-stream");
	});

	test("say that the attendance of a meeting has been measured, to its people", async () => {
		const owner = await api.createOrganization();
		const [invited, other] = [await api.addMember(owner, "member"), await api.addMember(owner, "teacher")];
		const meeting = await openMeeting(owner, { access: "invited" });
		const id = await invite(owner, meeting, invited);
		const [ofInvited, ofOther] = [await open(invited), await open(other)];

		expect((await owner.post(`/meetings/${meeting.id}/end`, {})).status).toBe(200);
		await hears(ofInvited, { resource: "attendance", meetingId: meeting.id });
		const theirs = await openMeeting(other);
		await hears(ofOther, { resource: "meeting", id: theirs.id });
		ofInvited.close();
		ofOther.close();

		expect(JSON.stringify(ofInvited.messages)).not.toContain(id);
		expect(allOf(ofOther).map(({ resource }) => resource)).not.toContain("attendance");
	});

	test("of another organization are not heard, whatever position is sent", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const meeting = await openMeeting(owner);
		const streams = [await open(stranger), await open(stranger, 1)];

		await rename(owner, meeting, "Waves");
		const own = await openMeeting(stranger);
		await Promise.all(streams.map((each) => hears(each, { resource: "meeting", id: own.id })));
		for (const each of streams) each.close();

		for (const each of streams) expect(JSON.stringify(each.messages)).not.toContain(meeting.id);
	});

	test("of notifications are heard by their reader, in all tabs, also when they are read", async () => {
		const owner = await api.createOrganization();
		const [invited, other] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await openMeeting(owner, { access: "invited" });
		const [tabs, others] = [[await open(invited), await open(invited)], await open(other)];
		const count = (stream: Told) => allOf(stream).filter(({ resource }) => resource === "notification").length;

		await invite(owner, meeting, invited);
		await Promise.all(tabs.map((each) => each.until(() => count(each) === 1)));
		await invited.post("/notifications/read", { all: true });
		await Promise.all(tabs.map((each) => each.until(() => count(each) === 2)));
		await invite(owner, meeting, other);
		await hears(others, { resource: "notification" });
		for (const each of [...tabs, others]) each.close();

		expect(count(others)).toBe(1);
		expect(tabs.map(count)).toEqual([2, 2]);
	});

	test("that belong to no meeting are heard by those who may read them", async () => {
		const owner = await api.createOrganization();
		const teacher = await api.addMember(owner, "teacher");
		const [ofOwner, ofTeacher] = [await open(owner), await open(teacher)];

		const requested = await owner.post(`/orgs/${owner.orgId}/privacy/exports`, { subject: "organization" });
		expect(requested.status).toBe(201);
		await hears(ofOwner, { resource: "export", meetingId: null });
		const meeting = await openMeeting(teacher);
		await hears(ofTeacher, { resource: "meeting", id: meeting.id });
		ofOwner.close();
		ofTeacher.close();

		expect(allOf(ofTeacher).map(({ resource }) => resource)).not.toContain("export");
	});

	test("follow a position, and say what no position covers", async () => {
		const owner = await api.createOrganization();
		const first = await open(owner);
		const meeting = await openMeeting(owner);
		await hears(first, { resource: "meeting", id: meeting.id });
		first.close();
		await rename(owner, meeting, "Missed");

		const second = await open(owner, first.lastEventId);
		await hears(second, { resource: "meeting", id: meeting.id });
		await hears(second, { resource: "notification", id: null });
		second.close();
		const listed = (await owner.get(`/changes?after=${first.lastEventId}`)).body.data;
		const now = (await owner.get("/changes")).body.data;

		expect(
			allOf(second)
				.map(({ resource }) => resource)
				.sort(),
		).toEqual(["export", "job", "meeting", "notification"]);
		expect(listed.changes.map(({ resource }: Change) => resource).sort()).toEqual([
			"export",
			"job",
			"meeting",
			"notification",
		]);
		expect(now).toEqual({ position: listed.position, changes: [] });
	});

	test("after a position that is unknown, or far back, are everything", async () => {
		const owner = await api.createOrganization();
		const stream = await open(owner, 1_000_000);
		await hears(stream, { resource: "everything", id: null });
		stream.close();

		expect((await owner.get("/changes?after=1000000")).body.data.changes).toEqual([
			{ resource: "everything", id: null, meetingId: null, progress: null },
		]);
	});

	test("end within seconds for a member who is removed, who hears nothing of what happens then", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner);
		await invite(owner, meeting, member);
		const stream = await open(member);
		await rename(owner, meeting, "Before");
		await hears(stream, { resource: "meeting", id: meeting.id });
		const heard = allOf(stream).length;

		const path = `/orgs/${owner.orgId}/members/${member.userId}`;
		expect((await owner.delete(path)).status).toBe(204);
		const removedAtMs = performance.now();
		await rename(owner, meeting, "After");
		await stream.ended;

		expect(performance.now() - removedAtMs).toBeLessThan(5_000);
		expect(stream.farewell?.code).toBe("token_revoked");
		expect(allOf(stream)).toHaveLength(heard);
	});

	test("of a meeting are no longer heard by a participant who was removed from it", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const [left, kept] = [
			await openMeeting(owner, { access: "invited" }),
			await openMeeting(owner, { access: "invited" }),
		];
		const participant = await invite(owner, left, member);
		await invite(owner, kept, member);
		const stream = await open(member);

		await owner.delete(`/meetings/${left.id}/participants/${participant}`);
		await rename(owner, left, "After");
		await rename(owner, kept, "After");
		await hears(stream, { resource: "meeting", id: kept.id });
		stream.close();

		expect(JSON.stringify(stream.messages)).not.toContain(left.id);
	});

	test("are for people who signed in to an organization", async () => {
		const owner = await api.createOrganization();
		const key = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes: ["meeting:read"] });
		const { token } = api.as(key.body.data.key);

		const answers = [await api.as(token).get("/changes"), await api.as(await api.signInSystem()).get("/changes")];

		expect(answers.map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
		]);
		expect((await open({ token })).status).toBe(403);
	});
});
