/** Nobody hears of what is closed to them: in the list, and by mail as of when it is sent. */
import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { notifications } from "#db/schema";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import type { SignedIn } from "#tests/support/harness";
import { openMailHarness } from "#tests/support/mail-harness";
import { inProcessDescribe } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const mailed = await forThisFile(openMailHarness());
const { api, mailbox } = mailed;
const { openMeeting } = guestsOf(api);

/** Creates a school, and returns its owner and a function that adds somebody with a confirmed address. */
async function openSchool() {
	const system = await api.signInSystem();
	const made = await mailed.post("/orgs", { name: "Green Valley", orgType: "education" }, system);
	const orgId: string = made.body.data.id;
	async function enroll(role: "owner" | "teacher" | "student" | "guest"): Promise<SignedIn> {
		const email = await mailed.registered();
		const userId = (await mailed.login(email)).body.user.id;
		await api.enroll(userId, orgId, role);
		const signedIn = await mailed.post("/auth/login", { email, password: "a perfectly long password", orgId });
		return { ...api.as(signedIn.body.access_token), userId, orgId, email };
	}
	const owner = await enroll("owner");
	await owner.patch(`/orgs/${orgId}/settings`, { aiSummaries: "off" });
	return { owner, enroll };
}

const add = (owner: SignedIn, meetingId: string, { userId }: SignedIn, role = "participant") =>
	owner.post(`/meetings/${meetingId}/participants`, { userId, role });

/** Returns the kinds of notifications that were stored for somebody, shown to them or not. */
const storedFor = async ({ orgId, userId }: SignedIn) => {
	const isTheirs = and(eq(notifications.orgId, orgId), eq(notifications.userId, userId));
	const rows = await api.store.acrossTenants.db.select().from(notifications).where(isTheirs);
	return rows.map(({ kind }) => kind).sort();
};

/** Returns the subjects of the mails about notifications to somebody, once everything is sent. */
async function mailsTo({ email }: SignedIn): Promise<string[]> {
	await mailed.deliver();
	return mailbox
		.received(email)
		.filter(({ headers }) => headers.some(({ key }) => key === "list-unsubscribe"))
		.map(({ subject }) => String(subject))
		.sort();
}

inProcessDescribe("a notification of what was recorded of an exam", () => {
	test("goes to those who run it and to staff, not to students; invitations and mentions go to all", async () => {
		const { owner, enroll } = await openSchool();
		const [student, teacher, host] = [await enroll("student"), await enroll("teacher"), await enroll("student")];
		const meeting = await openMeeting(owner, { title: "Optics", kind: "exam" });
		await add(owner, meeting.id, student);
		await add(owner, meeting.id, teacher);
		await add(owner, meeting.id, host, "host");

		await transcripts.imported(owner, meeting.id);

		expect(await storedFor(student)).toEqual(["meeting.invited"]);
		expect(await storedFor(teacher)).toEqual(["meeting.invited", "transcript.ready"]);
		expect(await storedFor(host)).toEqual(["meeting.invited", "transcript.ready"]);
		expect(await mailsTo(student)).toEqual(["Invitation: Optics"]);
		expect(await mailsTo(teacher)).toEqual(["Invitation: Optics", "Transcript ready: Optics"]);
	});
});

/** What closes a meeting to somebody, or what was recorded of it, after they were notified. */
const CLOSED: readonly (readonly [
	string,
	(owner: SignedIn, meeting: { id: string; workspaceId: string }, who: SignedIn) => Promise<unknown>,
])[] = [
	["the meeting became an exam", (owner, { id }) => owner.patch(`/meetings/${id}`, { kind: "exam" })],
	[
		"they were removed from the meeting",
		async (owner, { id }, { userId }) => {
			const { body } = await owner.get(`/meetings/${id}/participants`);
			const own = body.data.find((each: { userId: string }) => each.userId === userId);
			await owner.delete(`/meetings/${id}/participants/${own.id}`);
		},
	],
	["they left the organization", (owner, _, { orgId, userId }) => owner.delete(`/orgs/${orgId}/members/${userId}`)],
];

inProcessDescribe("a mail about a notification", () => {
	test.each(CLOSED)("is not sent if it waited until %s", async (_, close) => {
		const { owner, enroll } = await openSchool();
		const [student, other] = [await enroll("student"), await enroll("teacher")];
		const meeting = await openMeeting(owner, { title: "Optics" });
		for (const each of [student, other]) await add(owner, meeting.id, each);
		await mailed.deliver();
		const before = await mailsTo(student);
		await transcripts.imported(owner, meeting.id);
		// What is to be mailed is known, and waits for the mail server.
		await api.parley.services.jobs.runDue("notifications");

		const closed = await close(owner, meeting, student);

		expect(closed === undefined || (closed as { status: number }).status < 300).toBe(true);
		expect(await mailsTo(student)).toEqual(before);
		expect(await mailsTo(other)).toContain("Transcript ready: Optics");
	});
});
