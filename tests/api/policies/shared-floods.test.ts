import { expect, test } from "bun:test";
import { and, asc, eq, gt } from "drizzle-orm";
import { jobs as jobsTable } from "#db/schema";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { privacyOf } from "#tests/support/privacy";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const { createWorkspace, made, move, remove } = meetings;
const { jobs } = api.parley.services;
const { db } = api.store.acrossTenants;

/** Something that an organization has done in the background, in a queue that all share. */
interface Work {
	readonly queue: string;
	/** Pieces of it that the organization has which floods the queue. */
	readonly flood: number;
	/** Prepares so much of it, and returns what asks for it. */
	readonly prepare: (by: SignedIn, count: number) => Promise<() => Promise<unknown>>;
}

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: count }, work));

const WORK: Readonly<Record<string, Work>> = {
	"archives of privacy exports": {
		queue: "privacy.export",
		flood: 5,
		prepare: async (by, count) => () => times(count, () => privacyOf(api).request(by, "organization")),
	},
	"content of deleted meetings": {
		queue: "meetings.erase",
		flood: 8,
		async prepare(by, count) {
			const { id } = await createWorkspace(by);
			const scheduledStart = new Date(api.nowMs() + 86_400_000).toISOString();
			const meetings = await times(count, () => made(by, id, { scheduledStart }));
			return () => Promise.all(meetings.map((meeting) => remove(by, meeting.id)));
		},
	},
	"people who leave meetings that end": {
		queue: "participants.leave",
		flood: 12,
		async prepare(by, count) {
			const { id } = await createWorkspace(by);
			const meetings = await times(count, () => made(by, id));
			return () => Promise.all(meetings.map((meeting) => move(by, meeting.id, "end")));
		},
	},
};

/** How many of the other's pieces of work may end before the one of an organization does: those of a few turns. */
const MOST_BEFORE = 3;

inProcessDescribe("one piece of work of an organization, beside many of another that came before", () => {
	test.each(Object.entries(WORK))("is done within a few turns: %s", async (_name, { queue, flood: count, prepare }) => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		const [flood, ordinary] = [await prepare(flooding, count), await prepare(other, 1)];
		await jobs.runDue();
		const sinceMs = api.nowMs();
		await flood();
		// Strictly later: who comes first is not decided by chance.
		api.advanceMs(1_000);
		await ordinary();

		api.passTimeWithReadings(); // No two pieces end at the same moment, so that their order is known.
		await jobs.runDue(queue);

		const isLater = and(eq(jobsTable.queue, queue), gt(jobsTable.endedAtMs, sinceMs));
		const ended = await db.select().from(jobsTable).where(isLater).orderBy(asc(jobsTable.endedAtMs));
		expect(ended.map(({ state }) => state)).toEqual(Array.from({ length: count + 1 }, () => "done"));
		expect(new Set(ended.map(({ endedAtMs }) => endedAtMs)).size).toBe(count + 1);
		expect(ended.findIndex(({ orgId }) => orgId === other.orgId)).toBeLessThanOrEqual(MOST_BEFORE);
	});
});

inProcessDescribe("a change of an organization, beside many of another that came before", () => {
	test("is made within the few that the store has at once", async () => {
		const [flooding, other] = [await api.createOrganization(), await api.createOrganization()];
		const { id } = await createWorkspace(flooding);
		const rename = (by: SignedIn, path: string) =>
			api.request("PATCH", path, { token: by.token, body: { description: crypto.randomUUID() } });
		let ended = 0;

		const flood = times(200, async () => {
			const { status } = await rename(flooding, `/workspaces/${id}`);
			if (status === 200) ended++;
		});
		const own = await createWorkspace(other, { description: "Other" });
		const before = ended;
		await flood;

		expect(own.id).toBeString();
		expect(ended).toBe(200);
		expect(before).toBeLessThan(130);
	});
});
