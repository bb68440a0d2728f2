import { describe, expect } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { events } from "#db/schema/index";
import { useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { db } = api.store.acrossTenants;

/** Returns the types of the events of an organization, in their order. */
const eventsOf = async (orgId: string) =>
	(await db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.sequence))).map(({ type }) => type);

describe("a hold and deletions at the same time", () => {
	inProcessTest("leave nothing deleted between the placing and the release", async () => {
		const owner = await api.createOrganization();
		const workspace = await meetings.createWorkspace(owner);
		const scheduled = { scheduledStart: "2031-05-01T09:30:00Z" };
		const ids: string[] = [];
		for (let n = 0; n < 14; n++) ids.push((await meetings.made(owner, workspace.id, scheduled)).id);
		const held = (async () => {
			const hold = await holds.placed(owner, { workspaceId: workspace.id });
			// Answered: it covers what is deleted from now on.
			const late = await Promise.all(ids.slice(0, 4).map((id) => meetings.remove(owner, id)));
			await holds.release(owner, hold);
			return late;
		})();

		const answers = await Promise.all(ids.slice(4).map((id) => meetings.remove(owner, id)));
		const late = await held;

		expect(late.map(codeOf)).toEqual(late.map(() => [409, "legal_hold_active"]));
		const log = await eventsOf(owner.orgId);
		const during = log.slice(log.indexOf("legal_hold.placed"), log.indexOf("legal_hold.released"));
		expect(during).toEqual(["legal_hold.placed"]);
		const deleted = answers.filter(({ status }) => status === 202).length;
		expect(log.filter((type) => type === "meeting.deleted")).toHaveLength(deleted);
		expect(answers.every(({ status }) => status === 202 || status === 409)).toBe(true);
	});

	inProcessTest("leave an organization held or purged, never both", async () => {
		const outcomes = [];
		for (let attempt = 0; attempt < 4; attempt++) {
			const { orgId } = await api.createOrganization({ name: "Torn" });
			const token = await api.signInSystem();
			const purge = () => api.request("DELETE", `/orgs/${orgId}?force=true&confirm=Torn`, { token });
			const place = () => holds.place({ ...api.as(token), orgId }, { scope: "organization" });

			const [first, second] = await Promise.all(attempt % 2 === 0 ? [purge(), place()] : [place(), purge()]);

			outcomes.push([first.status, second.status].sort((a, b) => a - b).join());
		}

		expect(outcomes.filter((outcome) => outcome !== "202,410" && outcome !== "201,409")).toEqual([]);
	});
});
