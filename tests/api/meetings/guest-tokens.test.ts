import { describe, expect, test } from "bun:test";
import { exampleIds } from "#tests/support/example-ids";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { searchesOf } from "#tests/support/searches";
import { inProcessTest } from "#tests/support/target";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const { openMeeting, guestIn, decide } = guestsOf(api);
const searches = searchesOf(api);

const HOUR_MS = 3_600_000;

describe("the token of a guest", () => {
	test("is worth nothing for any operation that is not about a meeting they take part in", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const ids = { ...exampleIds(api.parley), orgId: owner.orgId, meetingId: meeting.id, userId: owner.userId };

		const wrong: string[] = [];
		for (const [route, access] of api.parley.access) {
			if (access.open !== undefined || access.participant) continue;
			const [method = "", template = ""] = route.split(" ");
			const path = template.replace(/:(\w+)/g, (_all, name) => (ids as Record<string, string>)[name] ?? "x");
			const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
			const { status, body: answer } = await api.request(method, path, { token: guest.token, ...body });
			if (status !== 403) wrong.push(`${route}: ${status} ${answer?.error?.code}`);
		}

		expect(wrong).toEqual([]);
	});

	test("opens no other meeting, of this organization or another, and none that does not exist", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const guest = await guestIn(await openMeeting(owner));
		const others = [(await openMeeting(owner)).id, (await openMeeting(stranger)).id, "mtg_01jd0z7v9gf2nbrexx3vqjhp41"];
		// What searches everything a guest may see takes no meeting that it could tell of.
		const routes = [...api.parley.access]
			.filter(([, { participant, narrowsGuests }]) => participant && !narrowsGuests)
			.map(([route]) => route);
		const ids = exampleIds(api.parley);

		const wrong: string[] = [];
		for (const route of routes) {
			const [method = "", template = ""] = route.split(" ");
			const shapes = new Set<string>();
			for (const meetingId of others) {
				const path = template.replace(/:(\w+)/g, (_all, name) => ({ ...ids, meetingId })[name as "meetingId"] ?? "x");
				const named = template.includes(":") ? {} : { meetingId };
				const body = method === "GET" || method === "DELETE" ? {} : { body: named };
				const { status, body: answer } = await api.request(method, path, { token: guest.token, ...body });
				shapes.add(JSON.stringify([status, { ...answer, requestId: "" }]));
				if (status !== 404) wrong.push(`${route}: ${status}`);
			}
			if (shapes.size !== 1) wrong.push(`${route} tells the meetings apart`);
		}

		expect(routes.length).toBeGreaterThan(5);
		expect(wrong).toEqual([]);
	});

	test("finds nothing in other meetings, and does not tell them apart", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const guest = await guestIn(await openMeeting(owner));
		const others = [await openMeeting(owner), await openMeeting(stranger)];
		for (const [n, by] of [owner, stranger].entries()) await transcripts.imported(by, others[n]?.id ?? "");
		await searches.settle();
		const ids = [...others.map(({ id }) => id), "mtg_01jd0z7v9gf2nbrexx3vqjhp41"];

		const answers = await Promise.all(ids.map((id) => guest.get(`/transcripts/search?q=bends&meetingId=${id}`)));

		const told = answers.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: "" }]));
		expect(await searches.texts(owner, "bends")).toHaveLength(1);
		expect(new Set(told).size).toBe(1);
		expect(answers[0]?.body.data ?? []).toEqual([]);
	});

	test("ends with the meeting", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		await owner.post(`/meetings/${meeting.id}/end`, {});

		const answers = [
			await guest.get(`/meetings/${meeting.id}`),
			await guest.get(`/meetings/${meeting.id}/chat`),
			await guest.post(`/meetings/${meeting.id}/join`, {}),
			await decide(guest, meeting, guest.id, { kind: "recording", decision: "denied" }),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "forbidden"]));
	});

	test("ends when they are refused or removed, and with a suspension", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const [refused, removed, inside] = [await guestIn(meeting), await guestIn(meeting), await guestIn(meeting)];
		for (const { id } of [removed, inside]) await owner.post(`/meetings/${meeting.id}/participants/${id}/admit`, {});
		for (const { id } of [refused, removed]) await owner.delete(`/meetings/${meeting.id}/participants/${id}`);

		const gone = [refused, removed].map((guest) => guest.get(`/meetings/${meeting.id}/participants`));
		const answers = await Promise.all(gone);
		await owner.post(`/orgs/${owner.orgId}/suspend`, {});
		const suspended = await inside.get(`/meetings/${meeting.id}/participants`);

		expect(answers.map(codeOf)).toEqual(answers.map(() => [401, "token_revoked"]));
		expect(codeOf(suspended)).toEqual([403, "organization_suspended"]);
	});

	test("ends when the meeting is deleted", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		await owner.post(`/meetings/${meeting.id}/end`, {});
		await owner.delete(`/meetings/${meeting.id}`);

		const answer = await guest.get(`/meetings/${meeting.id}`);

		expect([401, 403]).toContain(answer.status);
	});

	inProcessTest("ends after 8 hours", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);

		api.advanceMs(8 * HOUR_MS - 1);
		const late = await guest.get(`/meetings/${meeting.id}/participants`);
		api.advanceMs(60_000);
		const after = await guest.get(`/meetings/${meeting.id}/participants`);

		expect([late.status, after.status].map((status, at) => (at === 0 ? status !== 401 : status))).toEqual([true, 401]);
	});
});
