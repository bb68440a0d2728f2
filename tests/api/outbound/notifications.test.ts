import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { notifications as notificationsTable } from "#db/schema";
import { runPortions } from "#tests/support/database";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { type Heard, notifications } from "#tests/support/notifications";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const { openMeeting, join, guestIn } = guestsOf(api);
const { list, heard, kinds, read, preferences, prefer } = notifications;

const add = async (by: SignedIn, meeting: { readonly id: string }, { userId }: SignedIn) => {
	const added = await by.post(`/meetings/${meeting.id}/participants`, { userId });
	if (added.status !== 201) throw new Error(added.text);
	return added.body.data.id as string;
};
const chat = (by: SignedIn, { id }: { readonly id: string }, text: string) => by.post(`/meetings/${id}/chat`, { text });
const rename = (by: SignedIn, name: string) => by.patch("/auth/update-profile", { name });

describe("notifications", () => {
	test("tell who was invited to a meeting, and nobody else", async () => {
		const owner = await api.createOrganization();
		const [invited, other] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await openMeeting(owner, { title: "Budget", access: "invited" });

		await add(owner, meeting, invited);

		const { body } = await list(invited);
		expect(body.meta).toEqual({ unread: 1 });
		expect(body.data).toMatchObject([
			{
				kind: "meeting.invited",
				text: "You have been invited to “Budget”.",
				meeting: { id: meeting.id, title: "Budget" },
				target: { type: "meeting", id: meeting.id },
				language: null,
				readAt: null,
			},
		]);
		expect(await heard(other)).toEqual([]);
		expect(await heard(owner)).toEqual([]);
	});

	test("tell everybody in a meeting of its transcript, except whoever made it", async () => {
		const owner = await api.createOrganization();
		const [one, removed] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await openMeeting(owner);
		await add(owner, meeting, one);
		const participant = await add(owner, meeting, removed);
		await guestIn(meeting);
		await owner.delete(`/meetings/${meeting.id}/participants/${participant}`);

		const { id } = await transcripts.imported(owner, meeting.id);

		expect((await heard(one))[0]).toMatchObject({ kind: "transcript.ready", target: { type: "transcript", id } });
		expect(await heard(removed)).toEqual([]);
		expect(await heard(owner)).toEqual([]);
		const rows = await api.store.acrossTenants.db
			.select()
			.from(notificationsTable)
			.where(and(eq(notificationsTable.orgId, owner.orgId), eq(notificationsTable.kind, "transcript.ready")));
		expect(rows.map(({ userId }) => userId)).toEqual([one.userId]);
	});

	test("tell the host, who may not take part at all", async () => {
		const owner = await api.createOrganization();
		const teacher = await api.addMember(owner, "teacher");
		const workspace = await owner.post(`/orgs/${owner.orgId}/workspaces`, { name: "Physics" });
		await owner.post(`/workspaces/${workspace.body.data.id}/members`, {
			userId: teacher.userId,
			role: "host",
		});
		const made = await teacher.post(`/workspaces/${workspace.body.data.id}/meetings`, { title: "Optics" });

		await transcripts.imported(owner, made.body.data.meeting.id);

		expect(await kinds(teacher)).toEqual(["transcript.ready"]);
	});

	test("tell who is mentioned in the chat, by the beginning of their name", async () => {
		const owner = await api.createOrganization();
		const [king, lovelace, hopper] = await Promise.all(
			["member", "member", "member"].map(() => api.addMember(owner, "member")),
		);
		if (!king || !lovelace || !hopper) throw new Error("nobody");
		await Promise.all([rename(king, "Ada King"), rename(lovelace, "Ada Lovelace"), rename(hopper, "Grace Hopper")]);
		const meeting = await openMeeting(owner);
		await join(owner, meeting);
		for (const person of [king, lovelace, hopper]) {
			await add(owner, meeting, person);
			await join(person, meeting);
		}

		await chat(owner, meeting, "write to ada@example.org, not to Grace");
		await chat(owner, meeting, "@ada lovelace: please look");
		await chat(hopper, meeting, "@Ada, both of you, and @Grace");

		const mentions = async (by: SignedIn) =>
			(await heard(by)).filter(({ kind }) => kind === "meeting.mentioned").length;
		expect(await Promise.all([king, lovelace, hopper, owner].map(mentions))).toEqual([1, 2, 0, 0]);
		expect((await heard(king))[0]?.text).toBe("You were mentioned in the chat of “Optics”.");
	});

	test("tell who an action item was assigned to, once", async () => {
		const owner = await api.createOrganization();
		const [one, two] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await openMeeting(owner);
		const [first, second] = [await add(owner, meeting, one), await add(owner, meeting, two)];
		const items = `/meetings/${meeting.id}/action-items`;

		const made = await owner.post(items, { text: "Write it down", ownerId: first });
		const item = `${items}/${made.body.data.id}`;
		for (const ownerId of [second, first, null]) await owner.patch(item, { ownerId });

		const assigned = async (by: SignedIn) => (await kinds(by)).filter((kind) => kind === "action_item.assigned");
		expect([await assigned(one), await assigned(two)]).toEqual([["action_item.assigned"], ["action_item.assigned"]]);
		expect((await heard(one))[0]?.target).toEqual({ type: "action_item", id: made.body.data.id });
	});

	test("speak the language of the request, and name the meeting as it is called now", async () => {
		const owner = await api.createOrganization();
		const invited = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { title: "Budget" });
		await add(owner, meeting, invited);
		await owner.patch(`/meetings/${meeting.id}`, { title: "Haushalt" });

		const { body } = await list(invited, "?fields=text", { "accept-language": "de-AT, en;q=0.5" });

		expect(body.data).toEqual([{ text: "Sie sind zu „Haushalt“ eingeladen." }]);
	});

	test("are marked as read one by one, up to an instant, or all; nobody else's", async () => {
		const owner = await api.createOrganization();
		const [one, two] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		for (const title of ["A", "B", "C"]) {
			const meeting = await openMeeting(owner, { title });
			await add(owner, meeting, one);
			await add(owner, meeting, two);
		}
		const [latest, middle] = await heard(one);

		const byId = await read(one, { ids: [latest?.id] });
		const foreign = await read(two, { ids: [middle?.id] });
		const before = await read(one, { before: middle?.createdAt });
		const all = await read(two, { all: true });

		expect(byId.body.data).toEqual({ unread: 2 });
		expect(foreign.body.data).toEqual({ unread: 3 });
		expect(before.body.data).toEqual({ unread: 0 });
		expect(all.body.data).toEqual({ unread: 0 });
		expect(await heard(one, "?unread=true")).toEqual([]);
		expect((await heard(one)).every(({ readAt }) => readAt !== null)).toBe(true);
		for (const body of [{}, { all: true, ids: [latest?.id] }, { all: false }, { before: "yesterday" }])
			expect(codeOf(await read(one, body))).toEqual([422, "validation_failed"]);
	});

	test("are listed newest first, page by page", async () => {
		const owner = await api.createOrganization();
		const invited = await api.addMember(owner, "member");
		for (const title of ["A", "B", "C"]) await add(owner, await openMeeting(owner, { title }), invited);

		const first = await list(invited, "?limit=2");
		const rest = await list(invited, `?limit=2&cursor=${first.body.page.nextCursor}`);

		const titles = [...first.body.data, ...rest.body.data].map((each: Heard) => each.meeting.title);
		expect(titles).toEqual(["C", "B", "A"]);
		expect(rest.body.page.hasMore).toBe(false);
		expect(codeOf(await list(owner, `?cursor=${first.body.page.nextCursor}`))).toEqual([400, "invalid_cursor"]);
	});

	test("show nothing of a meeting that somebody was removed from, or that was deleted", async () => {
		const owner = await api.createOrganization();
		const invited = await api.addMember(owner, "member");
		const [left, deleted] = [await openMeeting(owner, { access: "invited" }), await openMeeting(owner)];
		const participant = await add(owner, left, invited);
		await add(owner, deleted, invited);
		expect((await list(invited)).body.meta).toEqual({ unread: 2 });

		await owner.delete(`/meetings/${left.id}/participants/${participant}`);
		await owner.post(`/meetings/${deleted.id}/end`, {});
		await owner.delete(`/meetings/${deleted.id}`);

		const { body } = await list(invited);
		expect([body.data, body.meta]).toEqual([[], { unread: 0 }]);
	});

	test("stay in their organization, and are not for guests, keys and strangers", async () => {
		const owner = await api.createOrganization();
		const other = await api.createOrganization();
		const invited = await api.addMember(owner, "member");
		await api.enroll(invited.userId, other.orgId, "member");
		const meeting = await openMeeting(owner);
		await add(owner, meeting, invited);
		const elsewhere = await api.post("/auth/login", {
			email: invited.email,
			password: "a perfectly long password",
			orgId: other.orgId,
		});
		const guest = await guestIn(meeting);
		const key = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Key", scopes: ["org:read"] });

		expect(await heard(api.as(elsewhere.body.access_token))).toEqual([]);
		expect(codeOf(await list(guest))).toEqual([403, "forbidden"]);
		expect(codeOf(await list(api.as(key.body.data.key)))).toEqual([403, "forbidden"]);
		expect((await api.get("/notifications")).status).toBe(401);
	});

	test("go nowhere when their person does not want them", async () => {
		const owner = await api.createOrganization();
		const invited = await api.addMember(owner, "member");
		await prefer(invited, { "meeting.invited": { inApp: false, mail: false } });

		await add(owner, await openMeeting(owner), invited);

		expect(await heard(invited)).toEqual([]);
	});

	test("reach more people than fit into one change, each once", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const people: SignedIn[] = [];
		for (let n = 0; n < 60; n++) people.push(await api.addMember(owner, "member"));
		for (const person of people) await add(owner, meeting, person);

		await transcripts.imported(owner, meeting.id);
		await api.parley.services.jobs.runDue();

		const read = () =>
			api.store.acrossTenants.db
				.select()
				.from(notificationsTable)
				.where(and(eq(notificationsTable.orgId, owner.orgId), eq(notificationsTable.kind, "transcript.ready")));
		// The jobs of the binary are its own.
		while ((await read()).length < people.length) await Bun.sleep(50);
		const rows = await read();
		expect(rows.map(({ userId }) => userId).sort()).toEqual(people.map(({ userId }) => userId).sort());
	});
});

describe("the preferences of notifications", () => {
	test("are the defaults, and what a merge patch makes of them", async () => {
		const person = await api.createOrganization();

		const before = await preferences(person);
		const changed = await prefer(person, { "transcript.ready": { mail: false }, "meeting.mentioned": { mail: true } });
		const restored = await prefer(person, { "transcript.ready": null }, changed.headers.get("etag") ?? "");
		const stale = await prefer(person, { "summary.ready": null }, changed.headers.get("etag") ?? "");

		expect(before.body.data.kinds["transcript.ready"]).toEqual({ inApp: true, mail: true });
		expect(before.body.data.kinds["meeting.mentioned"]).toEqual({ inApp: true, mail: false });
		expect(changed.body.data.kinds["transcript.ready"]).toEqual({ inApp: true, mail: false });
		expect(restored.body.data.kinds["transcript.ready"]).toEqual({ inApp: true, mail: true });
		expect(restored.body.data.kinds["meeting.mentioned"]).toEqual({ inApp: true, mail: true });
		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
		expect(codeOf(await prefer(person, { "meeting.moved": { mail: true } }))).toEqual([422, "validation_failed"]);
		expect(codeOf(await prefer(person, { "summary.ready": { mail: "yes" } }))).toEqual([422, "validation_failed"]);
	});

	test("lose no change of several at once, and with one entity tag exactly one is made", async () => {
		const person = await api.createOrganization();
		const names = Object.keys((await preferences(person)).body.data.kinds);
		const of = (mail: boolean) => (name: string) => ({ [name]: { inApp: mail, mail } });

		const all = await Promise.all(names.map(of(false)).map((change) => prefer(person, change)));
		const { kinds: held } = (await preferences(person)).body.data;
		const now = (await preferences(person)).headers.get("etag") ?? "";
		const raced = await Promise.all(names.map(of(true)).map((change) => prefer(person, change, now)));

		expect(all.map(({ status }) => status)).toEqual(names.map(() => 200));
		expect(Object.values(held)).toEqual(names.map(() => ({ inApp: false, mail: false })));
		expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(raced.filter(({ status }) => status === 412)).toHaveLength(names.length - 1);
	});
});

inProcessTest("notifications are kept for 90 days", async () => {
	const owner = await api.createOrganization();
	const invited = await api.addMember(owner, "member");
	await add(owner, await openMeeting(owner), invited);

	api.advanceMs(91 * 86_400_000);
	const { contributions } = api.parley.services;
	const cleanups = contributions.flatMap(({ cleanups: each }) => each?.hourly ?? []);
	for (const clean of cleanups) await clean(runPortions(api.store.writing("cleanup")), api.nowMs());

	const rows = await api.store.acrossTenants.db
		.select()
		.from(notificationsTable)
		.where(eq(notificationsTable.orgId, owner.orgId));
	expect(rows).toEqual([]);
});
