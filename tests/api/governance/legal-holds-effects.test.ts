import { describe, expect } from "bun:test";
import { eq } from "drizzle-orm";
import { participants, speakers, translations } from "#db/schema/index";
import { DAY_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import type { Caller } from "#tests/support/client";
import { runPortions } from "#tests/support/database";
import { fillTable, TABLES } from "#tests/support/fill-tables";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { summariesOf } from "#tests/support/summaries";
import { inProcessTest } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness();
const { db } = api.store.acrossTenants;
const summaries = summariesOf(api);

const HELD = [409, "legal_hold_active"] as const;
const remove = (by: Caller, path: string) => by.delete(path);
const at = (day: number) => new Date(api.nowMs() + day * DAY_MS).toISOString();

/** Returns a new organization with a workspace, and what schedules meetings there. */
async function school() {
	const owner = await api.createOrganization({ name: "School" });
	const workspace = await meetings.createWorkspace(owner, { visibility: "org" });
	const scheduled = (body: Record<string, unknown> = {}, by: SignedIn = owner) =>
		meetings.made(by, workspace.id, { scheduledStart: at(10), ...body });
	return { owner, workspace, scheduled };
}

/** Makes a meeting with one of everything that can be deleted in it, and returns the paths of that, its own last. */
async function everything(owner: SignedIn): Promise<string[]> {
	const meetingId = await summaries.meeting(owner, { scheduledStart: at(10) });
	const { id: transcriptId } = await summaries.say(owner, meetingId);
	const table = TABLES.find(({ name }) => name === "translations");
	if (table === undefined) throw new Error("there are no translations");
	const translationId = newId("trl");
	const named = { id: translationId, orgId: owner.orgId, transcriptId, language: "es", state: "ready", version: 1 };
	await fillTable(db, table, named, "held");
	const absent = { deletedAtMs: null, jobId: null, engine: null, failure: null, quality: null };
	await db.update(translations).set(absent).where(eq(translations.id, translationId));
	await summaries.made(owner, meetingId);
	const [item] = await summaries.items(owner, meetingId);
	const { path: recording } = await uploading(api, owner).upload(wavOf(4_000), { meetingId });
	return [
		`/transcripts/${transcriptId}/translations/${translationId}`,
		`/meetings/${meetingId}/action-items/${item.id}`,
		`/meetings/${meetingId}/summary`,
		`/transcripts/${transcriptId}`,
		recording,
		`/meetings/${meetingId}`,
	];
}

describe("while a hold is active", () => {
	inProcessTest("nothing of its meeting is deleted, and all of it once the hold is released", async () => {
		const { owner } = await school();
		const paths = await everything(owner);
		const hold = await holds.placed(owner, { scope: "organization" });

		const refused = await Promise.all(paths.map((path) => remove(owner, path)));
		const read = await Promise.all(paths.map((path) => owner.get(path)));
		await holds.release(owner, hold);
		const deleted: number[] = [];
		for (const path of paths) deleted.push((await remove(owner, path)).status);

		expect(refused.map(codeOf)).toEqual(paths.map(() => [...HELD]));
		expect(refused.map(({ body }) => body.error.meta)).toEqual(paths.map(() => ({ holdIds: [hold.id] })));
		expect(read.map(({ status }) => status)).toEqual(paths.map(() => 200));
		expect(deleted).toEqual([204, 204, 204, 204, 204, 202]);
	});

	inProcessTest("nothing is deleted by what replaces it, and afterwards it is", async () => {
		const { owner, scheduled } = await school();
		const { id: meetingId } = await scheduled();
		const first = await summaries.say(owner, meetingId);
		await summaries.made(owner, meetingId);
		await summaries.edit(owner, meetingId, { overview: "It is delayed." });
		const items = await summaries.items(owner, meetingId);
		const idsOf = async () => (await summaries.items(owner, meetingId)).map(({ id }: { id: string }) => id);
		const countTranscripts = async () => (await transcripts.list(owner, meetingId)).body.data.length;
		const hold = await holds.placed(owner, { meetingId });

		await summaries.say(owner, meetingId, [["Ana", "Nothing of it is left."]]);
		await summaries.made(owner, meetingId);
		const [bothTranscripts, bothItems] = [await countTranscripts(), await idsOf()];
		const anew = await summaries.ask(owner, meetingId, { replaceEdits: true });
		await holds.release(owner, hold);
		const third = await summaries.say(owner, meetingId, [["Ana", "Neither is this."]]);
		await summaries.made(owner, meetingId);

		expect(items.length).toBeGreaterThan(0);
		expect(bothTranscripts).toBe(2);
		expect(bothItems).toEqual(expect.arrayContaining(items.map(({ id }: { id: string }) => id)));
		expect(codeOf(anew)).toEqual([...HELD]);
		expect((await transcripts.list(owner, meetingId)).body.data.map(({ id }: { id: string }) => id)).toEqual([
			third.id,
		]);
		expect((await transcripts.get(owner, first.id)).status).toBe(404);
		expect(await idsOf()).toEqual([]);
	});

	inProcessTest("messages stay, and who may not read holds learns nothing of them", async () => {
		const { owner, workspace } = await school();
		const teacher = await api.addMember(owner, "teacher");
		await meetings.join(owner, workspace.id, teacher.userId, "host");
		const { id } = await meetings.made(teacher, workspace.id);
		await teacher.post(`/meetings/${id}/join`, {});
		const message = await teacher.post(`/meetings/${id}/chat`, { text: "Secret" });
		const path = `/meetings/${id}/chat/${message.body.data.id}`;
		const hold = await holds.placed(owner, { userId: teacher.userId });

		const [refused, named] = [await remove(teacher, path), await remove(owner, path)];
		await holds.release(owner, hold);
		const deleted = await remove(teacher, path);

		expect([refused, named].map(codeOf)).toEqual([[...HELD], [...HELD]]);
		expect(refused.body.error.meta).toBeUndefined();
		expect(refused.text).not.toContain("hld_");
		expect(named.body.error.meta).toEqual({ holdIds: [hold.id] });
		expect(deleted.status).toBe(204);
	});

	inProcessTest("its organization is not deleted, by force neither", async () => {
		const { owner } = await school();
		const hold = await holds.placed(owner, { from: at(1_000) });
		const system = api.as(await api.signInSystem());
		const path = `/orgs/${owner.orgId}`;

		const refused = [await remove(owner, path), await remove(system, `${path}?force=true&confirm=School`)];
		await holds.release(owner, hold);
		const forced = await remove(system, `${path}?force=true&confirm=School`);

		expect(refused.map(codeOf)).toEqual([[...HELD], [...HELD]]);
		expect(forced.body.data.state).toBe("deleted");
	});

	inProcessTest("an organization whose deletion is pending is not purged; afterwards it is", async () => {
		const { owner } = await school();
		const system = { ...api.as(await api.signInSystem()), orgId: owner.orgId };
		const path = `/orgs/${owner.orgId}`;
		const state = async () => (await api.as(await api.signInSystem()).get(`${path}?fields=state`)).status;
		await remove(owner, path);
		const hold = await holds.placed(system, { scope: "organization" });
		const runAfter = async (days: number) => {
			api.advanceMs(days * DAY_MS);
			for (let run = 0; run < 3; run++) {
				await api.parley.services.jobs.runDue();
				api.advanceMs(DAY_MS);
			}
		};

		await runAfter(31);
		const held = await state();
		await holds.release({ ...api.as(await api.signInSystem()), orgId: owner.orgId }, hold);
		await runAfter(1);

		expect(held).toBe(200);
		expect(await state()).toBe(410);
	});

	inProcessTest("a held workspace can be archived, and its meetings stay", async () => {
		const { owner, workspace, scheduled } = await school();
		const meeting = await scheduled();
		await holds.placed(owner, { workspaceId: workspace.id });

		const archived = await remove(owner, `/workspaces/${workspace.id}`);

		expect(archived.status).toBe(202);
		expect(codeOf(await meetings.remove(owner, meeting.id))).toEqual([...HELD]);
		expect((await meetings.get(owner, meeting.id)).status).toBe(200);
	});

	inProcessTest("the empty meeting of an upload that came to nothing stays", async () => {
		const { owner } = await school();
		const { announce, cancel } = uploading(api, owner);
		const [first, second] = [(await announce(9_999)).body.data, (await announce(9_999)).body.data];
		await holds.placed(owner, { meetingId: first.meetingId });

		for (const { uploadId } of [first, second]) await cancel(uploadId);

		expect((await meetings.get(owner, first.meetingId)).status).toBe(200);
		expect((await meetings.get(owner, second.meetingId)).status).toBe(404);
	});
});

describe("a hold on", () => {
	inProcessTest("a person is on meetings they host, made, attend or are invited to, also later", async () => {
		const { owner, workspace, scheduled } = await school();
		const [ada, bob] = [await api.addMember(owner, "teacher"), await api.addMember(owner, "teacher")];
		for (const { userId } of [ada, bob]) await meetings.join(owner, workspace.id, userId, "host");
		const hold = await holds.placed(owner, { userId: ada.userId });
		const hosted = await scheduled({}, ada);
		const invited = await scheduled({ participants: [{ userId: ada.userId }] }, bob);
		const byAddress = await scheduled({}, bob);
		const [joined, others] = [await meetings.made(bob, workspace.id), await scheduled({}, bob)];
		await db.insert(participants).values({
			...{ orgId: owner.orgId, id: "par_01jd0z7v9gf2nbrexx3vqjhp41", meetingId: byAddress.id, name: "Ada" },
			...{ email: ada.email, emailKey: ada.email.toLowerCase(), role: "guest", state: "invited" },
			...{ version: 1, createdAtMs: 1, updatedAtMs: 1 },
		});
		await ada.post(`/meetings/${joined.id}/join`, {});
		await ada.post(`/meetings/${joined.id}/leave`, {});
		await meetings.move(bob, joined.id, "end");

		const answers = [];
		for (const { id } of [hosted, invited, byAddress, joined, others]) answers.push(await meetings.remove(owner, id));

		expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 202]);
		expect(answers[0]?.body.error.meta).toEqual({ holdIds: [hold.id] });
	});

	inProcessTest("a time range is on meetings that overlap it, and they cannot be moved out of it", async () => {
		const { owner, scheduled } = await school();
		const during = (from: number, to: number) =>
			scheduled({ scheduledStart: at(from), durationMinutes: Math.round((to - from) * 24 * 60) });
		await holds.placed(owner, { from: at(10), to: at(20) });
		const inside = [await during(9.5, 10), await during(10, 11), await during(19.5, 20.5), await during(9.9, 10.1)];
		const outside = [await during(9, 9.9), await during(20, 20.5)];
		const [first] = inside;

		const moved = await meetings.patch(owner, first.id, { scheduledStart: at(30) });
		const shifted = await meetings.patch(owner, first.id, { scheduledStart: at(12) });
		const kept = await Promise.all(inside.map(({ id }) => meetings.remove(owner, id)));
		const gone = await Promise.all(outside.map(({ id }) => meetings.remove(owner, id)));

		expect(codeOf(moved)).toEqual([...HELD]);
		expect(shifted.status).toBe(200);
		expect(kept.map(codeOf)).toEqual(inside.map(() => [...HELD]));
		expect(gone.map(({ status }) => status)).toEqual([202, 202]);
	});

	inProcessTest("a workspace or a person in a time range is on what matches both", async () => {
		const { owner, workspace, scheduled } = await school();
		const other = await meetings.createWorkspace(owner);
		await holds.placed(owner, { workspaceId: workspace.id, from: at(10) });
		await holds.placed(owner, { userId: owner.userId, to: at(1) });
		const ids = [
			(await scheduled({ scheduledStart: at(11) })).id,
			(await scheduled({ scheduledStart: at(5) })).id,
			(await meetings.made(owner, other.id, { scheduledStart: at(11) })).id,
			(await meetings.made(owner, other.id, { scheduledStart: at(0.5) })).id,
		];

		const answers = await Promise.all(ids.map((id) => meetings.remove(owner, id)));

		expect(answers.map(({ status }) => status)).toEqual([409, 202, 202, 409]);
	});

	inProcessTest("another organization is nobody else's", async () => {
		const [held, free] = [await school(), await school()];
		const meeting = await free.scheduled();
		await holds.placed(held.owner, { scope: "organization" });

		expect((await meetings.remove(free.owner, meeting.id)).status).toBe(202);
	});
});

describe("a person who is erased", () => {
	inProcessTest("stays named in meetings that are held, and nowhere else", async () => {
		const { owner, workspace } = await school();
		const ada = await api.addMember(owner, "teacher");
		await meetings.join(owner, workspace.id, ada.userId, "host");
		const attended = async () => {
			const { id } = await meetings.made(ada, workspace.id);
			const { body } = await ada.post(`/meetings/${id}/join`, {});
			await meetings.move(ada, id, "end");
			const transcript = await transcripts.imported(ada, id);
			const [speaker] = (await transcripts.speakers(ada, transcript.id)).body.data;
			await transcripts.editSpeaker(ada, transcript.id, speaker.id, { participantId: body.data.id });
			return { id, participantId: body.data.id, speakerId: speaker.id };
		};
		const [held, free] = [await attended(), await attended()];
		await holds.placed(owner, { meetingId: held.id });

		const person = { userId: ada.userId, emailKey: ada.email.toLowerCase() };
		await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), person);

		const userOf = async ({ participantId }: typeof held) =>
			(await db.select().from(participants).where(eq(participants.id, participantId)))[0]?.userId;
		const labelOf = async ({ speakerId }: typeof held) =>
			(await db.select().from(speakers).where(eq(speakers.id, speakerId)))[0]?.label;
		expect([await userOf(held), await userOf(free)]).toEqual([ada.userId, null]);
		expect(await labelOf(held)).not.toBe(await labelOf(free));
	});
});
