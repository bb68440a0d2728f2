import { describe, expect, test } from "bun:test";
import { MEETING_ACCESS, meetings as meetingsTable, PARTICIPANT_STATES, participants } from "#db/schema/index";
import { MINUTE_MS } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { wordsOf } from "#kernel/search-words";
import { addToSearch } from "#platform/search";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { AT_MS, meetingRow } from "#tests/support/rows";

const api = await useHarness();
const owner = await api.createOrganization();
const stranger = await api.createOrganization();
const store = api.store.program.writing("change");

const ROLES = ["manager", "host", "member", "viewer"] as const;
const people = await Promise.all(
	["teacher", "teacher", "member", "student", "auditor"].map((role) => api.addMember(owner, role as "teacher")),
);
const [first] = people as [SignedIn];

/** A generator of whole numbers below a limit, the same in every run. */
function createRandom(seed: number) {
	let state = seed;
	return (below: number): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return (state >>> 8) % below;
	};
}
const random = createRandom(10);
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const workspaces = await Promise.all(
	[...Array(8)].map((_, at) =>
		meetings.createWorkspace(owner, { name: `Room ${at}`, visibility: at % 3 === 0 ? "org" : "private" }),
	),
);
for (const { id } of workspaces)
	for (const { userId } of people) if (random(3) === 0) await meetings.join(owner, id, userId, oneOf(ROLES));

const TITLES = ["Optics", "Waves", "Optical illusions", "Élan vital", "Standup"];
/** Meetings of all kinds, with some at the same time. */
const rows = [...Array(150)].map((_, at) => ({
	...meetingRow(owner.orgId, oneOf(workspaces).id, {
		title: `${oneOf(TITLES)} ${at}`,
		state: oneOf(["scheduled", "live", "ended", "ready", "cancelled"] as const),
		access: oneOf(MEETING_ACCESS),
		startsAtMs: AT_MS + random(60) * MINUTE_MS,
		hostId: random(6) === 0 ? oneOf(people).userId : owner.userId,
	}),
}));
await store.tx(async (tx) => {
	for (const row of rows) {
		await tx.insert(meetingsTable).values(row);
		const key = { orgId: owner.orgId, collection: "meeting", position: row.startsAtMs, id: row.id };
		await addToSearch(tx, key, wordsOf([row.title]));
		for (const { userId } of people.filter(() => random(4) === 0)) {
			const role = random(5) === 0 ? "host" : "participant";
			const state = oneOf(PARTICIPANT_STATES);
			const times = { version: 1, createdAtMs: AT_MS, updatedAtMs: AT_MS };
			const of = { orgId: owner.orgId, id: newId("par"), meetingId: row.id, userId };
			await tx.insert(participants).values({ ...of, name: "A", role, state, ...times });
		}
	}
});

/** Returns the ids of a list, over all of its pages. */
async function idsOf(by: Caller, query = "", limit = 200): Promise<string[]> {
	const ids: string[] = [];
	for (let cursor = ""; ; ) {
		const { body } = await meetings.list(by, `${query}&limit=${limit}${cursor}`);
		ids.push(...body.data.map(({ id }: { id: string }) => id));
		if (!body.page.hasMore) return ids;
		cursor = `&cursor=${body.page.nextCursor}`;
	}
}

type Row = (typeof rows)[number];
const inOrder = (some: readonly Row[]): string[] =>
	some.toSorted((a, b) => b.startsAtMs - a.startsAtMs || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

/** Returns the meetings that somebody gets by their ids. */
async function seenBy(by: Caller): Promise<Row[]> {
	const answers = await Promise.all(rows.map(({ id }) => meetings.get(by, id)));
	return rows.filter((_, at) => answers[at]?.status === 200);
}

const FILTERS: readonly (readonly [string, (row: Row) => boolean])[] = [
	["", () => true],
	["state=live", ({ state }) => state === "live"],
	[`workspaceId=${workspaces[0].id}`, ({ workspaceId }) => workspaceId === workspaces[0].id],
	[
		`workspaceId=${workspaces[1].id}&state=ended`,
		({ workspaceId, state }) => workspaceId === workspaces[1].id && state === "ended",
	],
	[
		"from=2030-01-01T00:10:00Z&to=2030-01-01T00:40:00Z",
		({ startsAtMs }) => startsAtMs >= AT_MS + 10 * MINUTE_MS && startsAtMs < AT_MS + 40 * MINUTE_MS,
	],
	["q=opt", ({ title }) => title.startsWith("Opt")],
	["q=vit%20elan", ({ title }) => title.startsWith("Élan")],
	["q=opt&state=ready", ({ title, state }) => title.startsWith("Opt") && state === "ready"],
];

describe("a list of meetings", () => {
	test.each(people.map((person, at) => [at, person] as const))(
		"has exactly what person %d gets by id, with every filter, in pages of any size",
		async (_at, person) => {
			const seen = await seenBy(person);

			for (const [query, isMatch] of FILTERS)
				for (const limit of [200, 15]) expect(await idsOf(person, query, limit)).toEqual(inOrder(seen.filter(isMatch)));
			expect(seen.length).toBeGreaterThan(0);
			expect(seen.length).toBeLessThan(rows.length);
		},
	);

	test("has everything for administrators and API keys, and nothing of others", async () => {
		const body = { name: "All", scopes: ["meeting:read"] };
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, body);

		for (const [query, isMatch] of FILTERS) {
			expect(await idsOf(owner, query, 50)).toEqual(inOrder(rows.filter(isMatch)));
			expect(await idsOf(api.as(made.body.data.key), query)).toEqual(inOrder(rows.filter(isMatch)));
			expect(await idsOf(stranger, query)).toEqual([]);
		}
	});

	test("follows who belongs where, from one request to the next", async () => {
		const person = await api.addMember(owner, "member");
		const [, workspace] = workspaces;
		const before = await idsOf(person, `workspaceId=${workspace.id}`);

		await meetings.join(owner, workspace.id, person.userId, "manager");
		const asManager = await idsOf(person, `workspaceId=${workspace.id}`);
		await owner.delete(`/workspaces/${workspace.id}/members/${person.userId}`);

		expect(before).toEqual([]);
		expect(asManager).toEqual(inOrder(rows.filter(({ workspaceId }) => workspaceId === workspace.id)));
		expect(await idsOf(person, `workspaceId=${workspace.id}`)).toEqual([]);
		expect(codeOf(await meetings.get(person, asManager[0] ?? ""))).toEqual([404, "not_found"]);
	});

	test("is of one organization: a token without one is refused", async () => {
		expect(codeOf(await meetings.list(api.as(await api.signInSystem())))).toEqual([403, "forbidden"]);
	});

	test.each(["from=yesterday", "to=2030-02-30T00:00:00Z", "state=running", "workspaceId=1", "q="])(
		"is not filtered by %s",
		async (query) => {
			expect(codeOf(await meetings.list(first, query))).toEqual([400, "invalid_request"]);
		},
	);

	test("does not take a cursor of other filters, or of another person", async () => {
		const cursor = (await meetings.list(first, "limit=1")).body.page.nextCursor;

		expect(codeOf(await meetings.list(first, `limit=1&state=live&cursor=${cursor}`))).toEqual([400, "invalid_cursor"]);
		expect(codeOf(await meetings.list(owner, `limit=1&cursor=${cursor}`))).toEqual([400, "invalid_cursor"]);
	});

	test("moves a meeting to its new place when it is scheduled anew", async () => {
		const { id } = await meetings.createWorkspace(stranger);
		const early = await meetings.made(stranger, id, { title: "Algebra", scheduledStart: "2030-02-01T09:00:00Z" });
		await meetings.made(stranger, id, { title: "Algebra two", scheduledStart: "2030-03-01T09:00:00Z" });

		await meetings.patch(stranger, early.id, { scheduledStart: "2030-04-01T09:00:00Z", title: "Algebra one" });

		expect(await meetings.titles(stranger)).toEqual(["Algebra one", "Algebra two"]);
		expect(await meetings.titles(stranger, "q=algebra")).toEqual(["Algebra one", "Algebra two"]);
		expect(await meetings.titles(stranger, "q=algebra&from=2030-03-15T00:00:00Z")).toEqual(["Algebra one"]);
		expect(await meetings.titles(stranger, "q=one")).toEqual(["Algebra one"]);
	});
});

describe("what is cached of a meeting", () => {
	test("follows the visibility of its workspace and who belongs to it", async () => {
		const person = await api.addMember(owner, "member");
		const workspace = await meetings.createWorkspace(owner);
		const { id } = await meetings.made(owner, workspace.id);
		const status = async () => (await meetings.get(person, id)).status;
		const patch = (body: unknown) => owner.patch(`/workspaces/${workspace.id}`, body);

		const seen = [await status()];
		await patch({ visibility: "org" });
		seen.push(await status());
		await patch({ visibility: "private" });
		seen.push(await status());
		await meetings.join(owner, workspace.id, person.userId, "viewer");
		seen.push(await status());
		await meetings.patch(owner, id, { access: "invited" });
		seen.push(await status());

		expect(seen).toEqual([404, 200, 404, 200, 404]);
	});

	test("does not outlive the membership of the organization", async () => {
		const person = await api.addMember(owner, "member");
		const workspace = await meetings.createWorkspace(owner);
		const { id } = await meetings.made(owner, workspace.id);
		await meetings.join(owner, workspace.id, person.userId, "member");
		const before = (await meetings.get(person, id)).status;

		await owner.delete(`/orgs/${owner.orgId}/members/${person.userId}`);
		await api.enroll(person.userId, owner.orgId, "member");
		const login = await api.post("/auth/login", {
			email: person.email,
			password: "a perfectly long password",
			orgId: owner.orgId,
		});
		const after = await meetings.get(api.as(login.body.access_token), id);

		expect([before, after.status]).toEqual([200, 404]);
	});
});
