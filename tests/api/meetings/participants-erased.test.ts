import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { artifacts, chatMessages, consents, participants as rows } from "#db/schema";
import { newAddress } from "#tests/support/addresses";
import { runPortions } from "#tests/support/database";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { openMeeting, guestIn, join, participants, decide } = guestsOf(api);
const { db } = api.store.acrossTenants;

inProcessTest("an erased person leaves the meetings they took part in without their name and address", async () => {
	const owner = await api.createOrganization();
	const member = await api.addMember(owner, "member");
	const [meeting, other] = [await openMeeting(owner), await openMeeting(owner)];
	const email = newAddress();
	for (const { id } of [meeting, other]) await owner.post(`/meetings/${id}/participants`, { email, name: "Grace" });
	await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
	const { id } = await join(member, meeting);
	await member.post(`/meetings/${meeting.id}/chat`, { text: "The exercise is on page 42" });
	await decide(member, meeting, id, { kind: "recording", decision: "granted" });

	await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
		userId: member.userId,
		emailKey: email,
	});
	const shown = await participants(owner, meeting);
	const chat = await owner.get(`/meetings/${meeting.id}/chat`);
	const stored = await db.select().from(rows).where(eq(rows.orgId, owner.orgId));

	expect(shown.map(({ name, email, userId }: Record<string, unknown>) => [name, email, userId])).toEqual([
		...shown.filter(({ userId }: Record<string, unknown>) => userId === owner.userId).map(() => expect.any(Array)),
		[null, null, null],
		[null, null, null],
	]);
	expect(chat.body.data).toEqual([]);
	expect(JSON.stringify(stored)).not.toContain("Grace");
	expect(JSON.stringify(stored)).not.toContain(email);
});

inProcessTest("a deleted meeting leaves no participants, consent or messages", async () => {
	const owner = await api.createOrganization();
	const [meeting, kept] = [await openMeeting(owner), await openMeeting(owner)];
	for (const each of [meeting, kept]) {
		const guest = await guestIn(each);
		await decide(guest, each, guest.id, { kind: "recording", decision: "granted" });
		await guest.post(`/meetings/${each.id}/chat`, { text: "Hello" });
		await owner.post(`/meetings/${each.id}/end`, {});
	}

	const deleted = await owner.delete(`/meetings/${meeting.id}`);
	await api.parley.services.jobs.runDue();
	const left = await Promise.all(
		[rows, consents, chatMessages].map(async (table) => {
			const found = await db.select({ meetingId: table.meetingId }).from(table).where(eq(table.orgId, owner.orgId));
			return new Set(found.map(({ meetingId }) => meetingId));
		}),
	);
	const entries = await db.select().from(artifacts).where(eq(artifacts.meetingId, meeting.id));

	expect(deleted.status).toBe(202);
	expect(left).toEqual(left.map(() => new Set([kept.id])));
	expect(entries.filter(({ deletedAtMs }) => deletedAtMs === null)).toEqual([]);
});
