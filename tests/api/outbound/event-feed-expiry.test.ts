import { expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { EVENTS_DAYS: "30" } });
const { hold, start, made } = retentionOf(api);

/** Asks for the events of an organization as a system administrator, whose session is new. */
const feed = async ({ orgId }: SignedIn, query = "") =>
	api.request("GET", `/orgs/${orgId}/events?limit=200&${query}`, { token: await api.signInSystem() });

/** Has the hourly cleanup run, as of a time that is settled. */
async function cleanUp(): Promise<void> {
	await start();
	for (let rounds = 0; rounds < 20; rounds++) await api.parley.services.jobs.runDue();
}

/** Changes the name of an organization, which is an event. */
async function rename({ orgId }: SignedIn, name: string): Promise<void> {
	const token = await api.signInSystem();
	await made(api.request("PUT", `/orgs/${orgId}`, { token, body: { name } }));
}

inProcessDescribe("events that are too old", () => {
	test("are deleted; a position before what is kept is 410 with the first that is, and numbers go on", async () => {
		const owner = await api.createOrganization();
		const old = (await feed(owner)).body.data.at(-1).sequence;
		api.advanceMs(29 * DAY_MS);
		await rename(owner, "Younger");
		api.advanceMs(2 * DAY_MS);
		await cleanUp();

		const [gone, stale] = [await feed(owner, "afterSequence=0"), await feed(owner, `afterSequence=${old - 1}`)];
		const [kept, all] = [await feed(owner, `afterSequence=${old}`), await feed(owner)];

		expect([codeOf(gone), codeOf(stale)]).toEqual([
			[410, "gone"],
			[410, "gone"],
		]);
		expect([gone.body.error.meta, stale.body.error.meta]).toEqual(Array(2).fill({ firstSequence: old + 1 }));
		expect(kept.body.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([old + 1]);
		expect(all.body).toEqual(kept.body);
	});

	test("leave the last number behind when all of them are deleted", async () => {
		const owner = await api.createOrganization();
		const last = (await feed(owner)).body.data.at(-1).sequence;
		api.advanceMs(31 * DAY_MS);
		await cleanUp();

		const [gone, end, all] = [
			await feed(owner, "afterSequence=0"),
			await feed(owner, `afterSequence=${last}`),
			await feed(owner),
		];
		await rename(owner, "Later");
		const next = await feed(owner, `afterSequence=${last}`);

		expect(gone.body.error.meta).toEqual({ firstSequence: last + 1 });
		expect([end.body.data, all.body.data]).toEqual([[], []]);
		expect(next.body.data[0].sequence).toBe(last + 1);
	});

	test("stay where a younger one comes before them, as after a clock was set back", async () => {
		const owner = await api.createOrganization();
		const first = (await feed(owner)).body.data.at(-1).sequence;
		api.advanceMs(20 * DAY_MS);
		await rename(owner, "Young");
		api.setClockAheadMs(-20 * DAY_MS);
		await rename(owner, "Old by its clock");
		api.setClockAheadMs(20 * DAY_MS);
		api.advanceMs(11 * DAY_MS);
		await cleanUp();

		const { body } = await feed(owner);

		expect(body.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([first + 1, first + 2]);
	});
});

inProcessDescribe("events of what has expired", () => {
	const object = (body: { data: { type: string; data: { object: unknown } }[] }, type: string) =>
		body.data.find((event) => event.type === type)?.data.object;

	test("tell ids only, in full until then; others stay as they are", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const policy = { recordings: "10d", transcripts: "20d", chatLogs: "20d", examData: "25d" };
		await made(owner.put(`/orgs/${owner.orgId}/retention`, policy));
		const { meetingId } = await hold(owner);
		const young = (await feed(owner)).body;
		api.advanceMs(11 * DAY_MS);

		const old = (await feed(owner)).body;

		expect(object(young, "recording.created")).toMatchObject({ meetingId, contentType: "audio/wav" });
		expect(Object.keys(object(old, "recording.created") as object).every((name) => /^id$|Id$/.test(name))).toBe(true);
		expect(object(old, "recording.created")).toMatchObject({ meetingId });
		expect(object(old, "meeting.ended")).toEqual(object(young, "meeting.ended"));
	});

	test("of an exam count by the period of exams, not by that of recordings", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const policy = { recordings: "5d", transcripts: "5d", chatLogs: "5d", examData: "15d" };
		await made(owner.put(`/orgs/${owner.orgId}/retention`, policy));
		await hold(owner, { kind: "exam" });

		api.advanceMs(6 * DAY_MS);
		const kept = object((await feed(owner)).body, "recording.created");
		api.advanceMs(10 * DAY_MS);
		const expired = object((await feed(owner)).body, "recording.created");

		expect(kept).toHaveProperty("contentType");
		expect(expired).not.toHaveProperty("contentType");
	});
});
