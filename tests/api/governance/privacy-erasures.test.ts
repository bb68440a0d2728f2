import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { auditEntries, chatMessages, events } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { recordsOf } from "#tests/support/archives";
import { findChainFaults } from "#tests/support/chain";
import { guestsOf } from "#tests/support/guests";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe, isInProcess } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/erase-until-killed.ts", import.meta.url));
/** Enough that the process is killed before it has deleted them. */
const MESSAGES = 5_000;

const api = await useHarness();
const { openMeeting, join, participants } = guestsOf(api);
const { db } = api.store.acrossTenants;

type Person = Pick<SignedIn, "userId" | "email">;
const path = ({ orgId }: Pick<SignedIn, "orgId">, rest = "") => `/orgs/${orgId}/privacy/erasures${rest}`;
const erase = (by: SignedIn, { userId, email }: Person, more: Record<string, unknown> = {}) =>
	by.post(path(by), { userId, confirm: email, ...more });

/** Waits until an erasure is complete, and returns its receipt. */
async function receiptOf(by: SignedIn, id: string) {
	for (let tries = 0; ; tries++) {
		const { body } = await by.get(path(by, `/${id}`));
		if (body.data.state === "completed" || tries > 400) return body.data;
		if (isInProcess) await work("privacy.erase");
		await Bun.sleep(25);
	}
}

/** Does the work of a moment: an erasure also waits for objects and for the search index. */
async function work(queue: string): Promise<void> {
	for (const each of [queue, "blobs.delete"]) await api.parley.services.jobs.runDue(each);
	await api.parley.services.transcriptIndexer.indexDue();
	api.advanceMs(1_000);
}

/** Waits until an erasure is repeated, since a hold was released, and returns the receipt of that. */
async function repetitionOf(by: SignedIn, { id, userId }: { readonly id: string; readonly userId: string }) {
	for (let tries = 0; tries < 400; tries++) {
		if (isInProcess) await work("privacy.repeat");
		const { body } = await by.get(path(by));
		const found = body.data.find((each: { id: string; userId: string }) => each.userId === userId && each.id !== id);
		if (found) return receiptOf(by, found.id);
		await Bun.sleep(25);
	}
	throw new Error("the erasure was not repeated");
}

/** A meeting in which a person has left traces of every kind. */
async function meetingWith(owner: SignedIn, person: SignedIn) {
	const meeting = await openMeeting(owner);
	await owner.post(`/meetings/${meeting.id}/participants`, { userId: person.userId });
	const { id: participantId } = await join(person, meeting);
	await person.post(`/meetings/${meeting.id}/chat`, { text: "The exercise is on page 42" });
	return { ...meeting, participantId };
}

describe("erasing a person", () => {
	test("ends the membership at once, and removes their messages and names from what the organization keeps", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const meeting = await meetingWith(owner, person);

		const requested = await erase(owner, person, { reason: "As asked" });
		const member = await owner.get(`/orgs/${owner.orgId}/members/${person.userId}`);
		const refused = await person.get(`/meetings/${meeting.id}`);
		const receipt = await receiptOf(owner, requested.body.data.id);
		const chat = await owner.get(`/meetings/${meeting.id}/chat`);
		const shown = await participants(owner, meeting);

		expect(requested.status).toBe(201);
		expect(requested.headers.get("location")).toEndWith(path(owner, `/${receipt.id}`));
		expect([member.status, refused.status >= 401]).toEqual([404, true]);
		expect(receipt).toMatchObject({ state: "completed", userId: person.userId, reason: "As asked" });
		expect(receipt.erased).toMatchObject({ chatMessages: 1, participants: 1, auditEntries: expect.any(Number) });
		expect(receipt.kept.map(({ what }: { what: string }) => what)).toEqual([
			"recordings",
			"transcripts",
			"auditTrail",
			"account",
		]);
		expect(chat.body.data).toEqual([]);
		expect(JSON.stringify(shown)).not.toContain(person.userId);
	});

	test("leaves the account, and everything in other organizations", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const person = await api.addMember(owner, "member");
		const system = await api.signInSystem();
		await api.request("POST", `/orgs/${other.orgId}/members`, {
			token: system,
			body: { userId: person.userId, role: "member" },
		});
		const elsewhere = await openMeeting(other);
		await other.post(`/meetings/${elsewhere.id}/participants`, { userId: person.userId });

		const { body } = await erase(owner, person);
		await receiptOf(owner, body.data.id);
		const member = await other.get(`/orgs/${other.orgId}/members/${person.userId}`);
		const shown = await participants(other, elsewhere);

		expect(member.body.data).toMatchObject({ email: person.email });
		expect(shown.map(({ userId }: { userId: string | null }) => userId)).toContain(person.userId);
	});

	test("leaves what belongs to somebody else who has their address by now", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const person = await api.addMember(owner, "member");
		const { email, userId } = person;
		await person.delete("/auth/profile", { confirm: email });
		const invite = (by: SignedIn) => by.post(`/orgs/${by.orgId}/members`, { email, role: "member" });
		const accept = (token: string) =>
			api.post(`/auth/invitations/${token}/accept`, { password: PASSWORD, name: "Another Person" });
		const joined = await accept((await invite(other)).body.data.invitation.token);
		const { body: pending } = await invite(owner);

		const files = await privacyOf(api).exported(owner, { userId });
		const { body } = await owner.post(path(owner), { userId, confirm: userId });
		const receipt = await receiptOf(owner, body.data.id);
		const left = await owner.get(`/orgs/${owner.orgId}/invitations`);

		expect(joined.status).toBe(200);
		expect(recordsOf(files, "invitations.jsonl").map(({ id }) => id)).not.toContain(pending.data.invitation.id);
		expect(receipt).toMatchObject({ state: "completed", erased: { invitations: 1 } });
		expect(left.body.data.map(({ id }: { id: string }) => id)).toContain(pending.data.invitation.id);
	});

	test("is refused for the last owner, for a higher role, for strangers, without the right address, and twice", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const admin = await api.addMember(owner, "admin");
		const person = await api.addMember(owner, "member");
		const member = await api.addMember(owner, "member");

		const answers = [
			await erase(owner, owner),
			await erase(admin, owner),
			await erase(owner, stranger),
			await owner.post(path(owner), { userId: person.userId, confirm: person.userId }),
			await erase(member, person),
			await stranger.post(path(owner), { userId: person.userId, confirm: person.email }),
		];
		const hidden = await stranger.get(path(owner));

		expect(answers.map(codeOf)).toEqual([
			[409, "last_owner"],
			[403, "forbidden"],
			[422, "validation_failed"],
			[422, "validation_failed"],
			[403, "insufficient_scope"],
			[403, "org_mismatch"],
		]);
		expect(codeOf(hidden)).toEqual([403, "org_mismatch"]);
	});

	test("is refused while a hold is on the person, and leaves meetings that are held", async () => {
		const owner = await api.createOrganization();
		const [held, free] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await meetingWith(owner, free);
		await holds.placed(owner, { userId: held.userId });
		const hold = await holds.placed(owner, { meetingId: meeting.id });

		const refused = await erase(owner, held);
		const partly = await erase(owner, free);
		const receipt = await receiptOf(owner, partly.body.data.id);
		const kept = await owner.get(`/meetings/${meeting.id}/chat`);
		await holds.release(owner, hold);
		const rest = await repetitionOf(owner, receipt);
		const gone = await owner.get(`/meetings/${meeting.id}/chat`);

		expect(codeOf(refused)).toEqual([409, "legal_hold_active"]);
		expect(receipt.kept.map(({ what }: { what: string }) => what)).toContain("heldMeetings");
		expect(kept.body.data).toHaveLength(1);
		expect(rest.erased).toMatchObject({ chatMessages: 1, participants: 1 });
		expect(rest.kept.map(({ what }: { what: string }) => what)).not.toContain("heldMeetings");
		expect(rest).toMatchObject({ userId: free.userId, requestedBy: owner.userId });
		expect(gone.body.data).toEqual([]);
	});

	test("takes their name off what they said", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const { participantId, ...meeting } = await meetingWith(owner, person);
		await owner.post(`/meetings/${meeting.id}/end`, {});
		const transcript = await transcripts.imported(owner, meeting.id);
		const { body: before } = await transcripts.speakers(owner, transcript.id);
		const [speaker] = before.data;
		const edited = await transcripts.editSpeaker(owner, transcript.id, speaker.id, {
			participantId,
			label: "Ada King",
		});

		const { body } = await erase(owner, person);
		await receiptOf(owner, body.data.id);
		const after = await transcripts.speakers(owner, transcript.id);

		expect(edited.status).toBe(200);
		expect(after.text).not.toContain("Ada King");
	});
});

inProcessDescribe("what is recorded of an erased person", () => {
	test("no longer names them in events, and the audit chain still verifies", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const other = await api.addMember(owner, "member");
		await meetingWith(owner, person);
		const stored = async () => ({
			events: await db.select().from(events).where(eq(events.orgId, owner.orgId)).orderBy(asc(events.sequence)),
			entries: await db
				.select()
				.from(auditEntries)
				.where(eq(auditEntries.orgId, owner.orgId))
				.orderBy(asc(auditEntries.sequence)),
		});
		const before = await stored();

		const { body } = await erase(owner, person);
		await receiptOf(owner, body.data.id);
		const after = await stored();
		const [told, entries] = [JSON.stringify(after.events), after.entries];

		expect(JSON.stringify(before.events)).toContain(person.email);
		expect(told).not.toContain(person.email);
		expect(told).toContain(other.email);
		expect(after.events.map(({ sequence }) => sequence)).toEqual(after.events.map((_event, at) => at + 1));
		expect(findChainFaults(entries)).toEqual([]);
		expect(after.events.map(({ type }) => type)).toContain("privacy.erasure_completed");
		expect(entries.filter(({ actorId, personal }) => actorId === person.userId && personal !== null)).toEqual([]);
	});

	test("is erased once: the receipt of a complete erasure does not change", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const meetings = [await meetingWith(owner, person), await meetingWith(owner, person)];
		const { body } = await erase(owner, person);

		const receipt = await receiptOf(owner, body.data.id);
		await api.parley.services.jobs.runDue("privacy.erase");
		const again = await receiptOf(owner, body.data.id);

		expect(receipt.erased).toMatchObject({ chatMessages: meetings.length, participants: meetings.length });
		expect(again).toEqual(receipt);
	});
});

inProcessDescribe("an erasure whose process is killed in the middle", () => {
	test("goes on, and its receipt counts everything once", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const { id: meetingId, participantId } = await meetingWith(owner, person);
		const messages = Array.from({ length: MESSAGES - 1 }, (_message, at) => ({
			orgId: owner.orgId,
			id: `msg_${at}`,
			meetingId,
			participantId,
			senderName: "",
			text: "Hello",
			sentAtMs: api.nowMs(),
		}));
		for (let at = 0; at < messages.length; at += 500)
			await db.insert(chatMessages).values(messages.slice(at, at + 500));
		const left = () => api.store.db.$count(chatMessages, eq(chatMessages.orgId, owner.orgId));
		const { body } = await erase(owner, person);

		const worker = Bun.spawn([process.execPath, PROGRAM, api.store.url, String(api.nowMs()), api.config.dataDir], {
			stdout: "ignore",
		});
		while ((await left()) === MESSAGES && worker.exitCode === null) await Bun.sleep(2);
		worker.kill("SIGKILL");
		await worker.exited;
		const inTheMiddle = await left();
		api.advanceMs(2 * MINUTE_MS); // The lease of the killed process is over.
		const receipt = await receiptOf(owner, body.data.id);

		expect(inTheMiddle).toBeWithin(0, MESSAGES);
		expect(receipt).toMatchObject({ state: "completed", erased: { chatMessages: MESSAGES, participants: 1 } });
		expect(await left()).toBe(0);
	}, 120_000);
});
