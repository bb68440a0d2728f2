import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { meetings as meetingsTable, participants, searchTerms } from "#db/schema/index";
import { newId } from "#kernel/ids";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { AT_MS } from "#tests/support/rows";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { db } = api.store.acrossTenants;
const owner = await api.createOrganization();
const student = await api.addMember(owner, "student");
const stranger = await api.createOrganization();
const physics = await meetings.createWorkspace(owner, { visibility: "org" });
const scheduled = (body: Record<string, unknown> = {}) =>
	meetings.made(owner, physics.id, { scheduledStart: "2030-05-01T09:30:00Z", ...body });

describe("a deleted meeting", () => {
	test("is gone at once from everywhere", async () => {
		const meeting = await scheduled({ title: "Secret", access: "link", externalId: "lms-1" });
		await meetings.get(student, meeting.id); // Cached.

		const answer = await meetings.remove(owner, meeting.id);

		expect(answer.status).toBe(202);
		expect(answer.body.data).toEqual({ id: meeting.id, state: "deleting" });
		for (const by of [owner, student, api.as(await api.signInSystem())])
			expect(codeOf(await meetings.get(by, meeting.id))).toEqual([404, "not_found"]);
		expect(await meetings.titles(owner)).not.toContain("Secret");
		expect(await meetings.titles(owner, "q=secret")).toEqual([]);
		expect(codeOf(await meetings.patch(owner, meeting.id, { title: "A" }))).toEqual([404, "not_found"]);
		expect(codeOf(await meetings.remove(owner, meeting.id))).toEqual([404, "not_found"]);
		// Its id in another system is free for the meeting that replaces it.
		expect((await scheduled({ externalId: "lms-1" })).externalId).toBe("lms-1");
	});

	inProcessTest("leaves nothing once the job has run, and everything of others", async () => {
		const [gone, other] = [await scheduled({ title: "Vanish" }), await scheduled({ title: "Remain" })];
		for (const { id } of [gone, other]) {
			const person = { orgId: owner.orgId, id: newId("par"), meetingId: id, userId: student.userId, name: "A" };
			const rest = {
				role: "participant",
				state: "invited",
				version: 1,
				createdAtMs: AT_MS,
				updatedAtMs: AT_MS,
			} as const;
			await db.insert(participants).values({ ...person, ...rest });
		}
		const countOf = async (id: string) => [
			(await db.select().from(meetingsTable).where(eq(meetingsTable.id, id))).length,
			(await db.select().from(participants).where(eq(participants.meetingId, id))).length > 0,
			(await db.select().from(searchTerms).where(eq(searchTerms.id, id))).length > 0,
		];

		await meetings.remove(owner, gone.id);
		await api.parley.services.jobs.runDue();

		expect(await countOf(gone.id)).toEqual([0, false, false]);
		expect(await countOf(other.id)).toEqual([1, true, true]);
	});

	test("is deleted by those who run it, for the version they know, and once it has ended", async () => {
		const { id } = await scheduled();
		const live = await meetings.made(owner, physics.id);
		const withTag = (etag: string) => owner.delete(`/meetings/${id}`, undefined, { headers: { "if-match": etag } });

		expect(codeOf(await meetings.remove(student, id))).toEqual([403, "insufficient_scope"]);
		expect(codeOf(await meetings.remove(stranger, id))).toEqual([404, "not_found"]);
		expect(codeOf(await meetings.remove(owner, live.id))).toEqual([409, "state_conflict"]);
		expect(codeOf(await withTag('"9"'))).toEqual([412, "precondition_failed"]);
		expect((await withTag('"1"')).status).toBe(202);
	});

	test("is deleted once by many at once", async () => {
		const { id } = await scheduled();

		const answers = await Promise.all([...Array(6)].map(() => meetings.remove(owner, id)));

		expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 404, 404, 404, 404, 404]);
	});
});
