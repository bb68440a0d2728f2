import { expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import { auditEntries, departures, events, notificationPreferences } from "#db/schema";
import { findChainFaults } from "#tests/support/chain";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const { pass, made, latestOf, hold } = retentionOf(api);
const { db } = api.store.acrossTenants;

const asSystem = async () => api.as(await api.signInSystem());

/** Somebody who was a member, and left something that only members have. */
async function leaver(owner: SignedIn): Promise<SignedIn> {
	const person = await api.addMember(owner, "member");
	const mailed = { kinds: { "transcript.ready": { mail: false } } };
	await made(person.patch("/notifications/preferences", mailed));
	await owner.delete(`/orgs/${owner.orgId}/members/${person.userId}`);
	return person;
}

/** What an organization still holds of somebody as a member. */
async function heldOf({ orgId }: SignedIn, { userId, email }: SignedIn) {
	const of = (t: typeof notificationPreferences | typeof departures) => and(eq(t.orgId, orgId), eq(t.userId, userId));
	const log = await db.select().from(events).where(eq(events.orgId, orgId));
	const entries = await db
		.select()
		.from(auditEntries)
		.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.actorId, userId)));
	return {
		preferences: (await db.select().from(notificationPreferences).where(of(notificationPreferences))).length,
		departures: (await db.select().from(departures).where(of(departures))).length,
		eventsNaming: log.filter(({ object }) => JSON.stringify(object).includes(email)).length,
		devices: entries.filter(({ personal }) => personal !== null).length,
	};
}

const chainOf = ({ orgId }: SignedIn) =>
	db.select().from(auditEntries).where(eq(auditEntries.orgId, orgId)).orderBy(asc(auditEntries.sequence));
const NOTHING = { preferences: 0, departures: 0, eventsNaming: 0, devices: 0 };

inProcessDescribe("what an organization holds of somebody who has left", () => {
	test("is purged when the period of userData is over, and not before, and the receipt counts them once", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const [person, other] = [await leaver(owner), await leaver(owner)];
		const member = await api.addMember(owner, "member");
		await pass(29);
		const early = await heldOf(owner, person);

		await pass(2);
		const run = await latestOf(owner.orgId);
		await pass(1);

		expect(early).toMatchObject({ preferences: 1, departures: 1 });
		expect(early.eventsNaming).toBeGreaterThan(0);
		expect([await heldOf(owner, person), await heldOf(owner, other)]).toEqual([NOTHING, NOTHING]);
		expect(run).toMatchObject({ state: "completed", classes: { userData: { items: 2, bytes: 0, heldItems: 0 } } });
		expect((await latestOf(owner.orgId)).id).toBe(run.id);
		expect((await heldOf(owner, member)).eventsNaming).toBeGreaterThan(0);
		expect(findChainFaults(await chainOf(owner))).toEqual([]);
	});

	test("leaves what they wrote and said in meetings, which has periods of its own", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const person = await api.addMember(owner, "admin");
		const { meetingId } = await hold(person);
		await owner.delete(`/orgs/${owner.orgId}/members/${person.userId}`);

		await pass(40);

		const chat = await (await asSystem()).get(`/meetings/${meetingId}/chat`);
		expect(chat.body.data).toHaveLength(1);
		expect((await latestOf(owner.orgId)).classes.userData.items).toBe(1);
	});

	test("stays with whoever has joined again", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const person = await leaver(owner);
		await api.enroll(person.userId, owner.orgId, "member");

		await pass(40);

		expect(await heldOf(owner, person)).toMatchObject({ preferences: 1, departures: 0 });
		expect(await latestOf(owner.orgId)).toBeUndefined();
	});

	test("follows the organization's own period, and is previewed and counted before", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const path = `/orgs/${owner.orgId}/retention`;
		await made(owner.put(path, { userData: "90d" }));
		const person = await leaver(owner);
		await pass(40);
		const kept = await heldOf(owner, person);
		const left = api.nowMs() - 40 * DAY_MS;

		const preview = await made((await asSystem()).post(`${path}/preview`, { userData: "20d" }));
		const longer = await made((await asSystem()).post(`${path}/preview`, { userData: "41d" }));
		await pass(51);

		expect(kept).toMatchObject({ preferences: 1, departures: 1 });
		expect(preview.classes.userData).toMatchObject({ items: 1, bytes: 0, heldItems: 0 });
		expect(Date.parse(preview.classes.userData.oldest)).toBeLessThanOrEqual(left);
		expect(preview.classes.userData.newest).toBe(preview.classes.userData.oldest);
		expect(longer.classes.userData).toMatchObject({ items: 0, oldest: null });
		expect(await heldOf(owner, person)).toEqual(NOTHING);
	});

	test("waits for the release of a hold on them, or on the whole organization", async () => {
		const [one, all] = [
			await api.createOrganization({ orgType: "business" }),
			await api.createOrganization({ orgType: "business" }),
		];
		const [held, free, everybody] = [await leaver(one), await leaver(one), await leaver(all)];
		const onPerson = await holds.placed(one, { scope: "person", userId: held.userId });
		const onAll = await holds.placed(all, { scope: "organization" });
		await pass(31);
		const during = [await heldOf(one, held), await heldOf(one, free), await heldOf(all, everybody)];
		const run = await latestOf(one.orgId);

		const token = await api.signInSystem();
		await holds.release({ ...api.as(token), orgId: one.orgId }, onPerson);
		await holds.release({ ...api.as(token), orgId: all.orgId }, onAll);
		await pass(1);

		expect(during).toMatchObject([{ preferences: 1, departures: 1 }, NOTHING, { preferences: 1, departures: 1 }]);
		expect(run.classes.userData).toEqual({ items: 1, bytes: 0, heldItems: 1 });
		expect([await heldOf(one, held), await heldOf(all, everybody)]).toEqual([NOTHING, NOTHING]);
	});
});
