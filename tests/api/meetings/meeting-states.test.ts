import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { MeetingState } from "#db/schema/index";
import { events, MEETING_STATES, meetings as meetingsTable, usageRecords } from "#db/schema/index";
import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { updateArtifacts } from "#modules/meetings/meetings";
import { systemContext } from "#modules/tenancy/permissions";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf, isReplayed } from "#tests/support/responses";
import { meetingRow } from "#tests/support/rows";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { MEETING_MAX_HOURS: "3" } });
const { db } = api.store.acrossTenants;
const owner = await api.createOrganization();
const physics = await meetings.createWorkspace(owner);

/** What people do with a meeting, and the states in which that moves it (to another state) or leaves it as it is. */
const MOVES: Readonly<Record<string, Readonly<Partial<Record<MeetingState, MeetingState | "gone">>>>> = {
	start: { scheduled: "live", live: "live" },
	end: { live: "ended", ended: "ended", processing: "processing", ready: "ready", failed: "failed" },
	cancel: { scheduled: "cancelled", cancelled: "cancelled" },
	remove: {
		scheduled: "gone",
		ended: "gone",
		processing: "gone",
		ready: "gone",
		failed: "gone",
		cancelled: "gone",
	},
	reschedule: { scheduled: "scheduled" },
	rename: {
		scheduled: "scheduled",
		live: "live",
		ended: "ended",
		processing: "processing",
		ready: "ready",
		failed: "failed",
	},
};
const TRIALS = Object.keys(MOVES).flatMap((move) => MEETING_STATES.map((state) => [move, state] as const));

/** Stores a meeting in a state, and returns its id. */
async function meetingIn(state: MeetingState): Promise<string> {
	const startedAtMs = ["scheduled", "cancelled"].includes(state) ? null : api.nowMs();
	const row = meetingRow(owner.orgId, physics.id, { state, startedAtMs, hostId: owner.userId });
	await db.insert(meetingsTable).values(row);
	return row.id;
}

function doMove(move: string, id: string) {
	if (move === "remove") return meetings.remove(owner, id);
	if (move === "reschedule") return meetings.patch(owner, id, { scheduledStart: "2031-01-01T00:00:00Z" });
	if (move === "rename") return meetings.patch(owner, id, { title: "Another" });
	return meetings.move(owner, id, move);
}

const typesOf = async (id: string): Promise<string[]> =>
	(await db.select().from(events).where(eq(events.orgId, owner.orgId)).orderBy(events.sequence))
		.filter(({ object }) => (object as { id?: string }).id === id)
		.map(({ type }) => type);

const minutesOf = async (id: string): Promise<number[]> =>
	(
		await db
			.select()
			.from(usageRecords)
			.where(and(eq(usageRecords.meter, "meetingMs"), eq(usageRecords.subject, `meeting:${id}`)))
	).map(({ quantity }) => quantity);

describe("a meeting", () => {
	test.each(TRIALS)("%s while %s", async (move, state) => {
		const id = await meetingIn(state);

		const answer = await doMove(move, id);

		const now = await meetings.get(owner, id);
		const to = MOVES[move]?.[state];
		if (to === undefined) {
			expect(codeOf(answer)).toEqual([409, "state_conflict"]);
			expect(answer.body.error.meta.state).toBe(state);
			expect(now.body.data.version).toBe(1);
			expect(await typesOf(id)).toEqual([]);
		} else {
			expect(answer.status).toBe(move === "remove" ? 202 : 200);
			if (to === "gone") expect(codeOf(now)).toEqual([404, "not_found"]);
			else expect(now.body.data.state).toBe(to);
			const isMoved = to !== state || move === "reschedule" || move === "rename";
			expect(await typesOf(id)).toHaveLength(isMoved ? 1 : 0);
		}
	});

	test("is ended once, by however many at once, with and without keys", async () => {
		const { id } = await meetings.made(owner, physics.id);
		const headers = { "idempotency-key": crypto.randomUUID() };
		const end = (key: boolean) =>
			api.request("POST", `/meetings/${id}/end`, { token: owner.token, body: {}, ...(key && { headers }) });

		const answers = await Promise.all([...Array(12)].map((_, at) => end(at % 3 === 0)));
		const retried = await end(true);

		expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
		expect(answers.filter(({ status }) => status === 409).map(codeOf)).toEqual(
			answers.filter(({ status }) => status === 409).map(() => [409, "idempotency_in_progress"]),
		);
		expect(isReplayed(retried)).toBe(true);
		expect((await typesOf(id)).filter((type) => type === "meeting.ended")).toHaveLength(1);
		expect(await minutesOf(id)).toHaveLength(1);
		expect((await meetings.get(owner, id)).body.data).toMatchObject({ state: "ended", version: 2 });
	});

	test("is started or cancelled, never both, by two at once", async () => {
		const ids = await Promise.all([...Array(6)].map(() => meetingIn("scheduled")));

		const answers = await Promise.all(
			ids.map((id) => Promise.all([meetings.move(owner, id, "start"), meetings.move(owner, id, "cancel")])),
		);

		expect(answers.map((pair) => pair.map(({ status }) => status).toSorted())).toEqual(ids.map(() => [200, 409]));
	});
});

describe("what is made of a meeting", () => {
	const update = (id: string, patch: Parameters<typeof updateArtifacts>[3]) =>
		api.parley.services.unitOfWork.run(systemContext("job:test"), (change) =>
			updateArtifacts(change, owner.orgId, id, patch),
		);
	const recording = (state: "processing" | "ready" | "failed" | "deleted") => ({
		recording: { state, sizeBytes: 5, durationMs: 1_000 },
	});
	const transcript = (state: "waiting" | "processing" | "ready" | "failed" | "cancelled") => ({
		transcript: { state, transcriptId: null, languages: ["en"], segmentCount: 3 },
	});

	test("moves it to processing, and to ready once everything is there", async () => {
		const id = await meetingIn("ended");

		const states = [];
		for (const patch of [
			recording("processing"),
			transcript("waiting"),
			recording("ready"),
			transcript("processing"),
			transcript("ready"),
		])
			states.push((await update(id, patch)).state);

		expect(states).toEqual(["processing", "processing", "processing", "processing", "ready"]);
		expect((await typesOf(id)).filter((type) => type !== "meeting.updated")).toEqual([
			"meeting.processing",
			"meeting.ready",
		]);
	});

	test("makes it failed when anything failed, and ready again when it is made again", async () => {
		const id = await meetingIn("ended");

		await update(id, { ...recording("ready"), ...transcript("failed") });
		const failed = (await meetings.get(owner, id)).body.data.state;
		await update(id, transcript("processing"));
		await update(id, transcript("ready"));

		expect(failed).toBe("failed");
		expect((await typesOf(id)).filter((type) => type !== "meeting.updated")).toEqual([
			"meeting.failed",
			"meeting.processing",
			"meeting.ready",
		]);
	});

	test("changes nothing when it is said twice, and no state while the meeting lasts", async () => {
		const id = await meetingIn("live");

		const first = await update(id, recording("processing"));
		const second = await update(id, recording("processing"));

		expect([first.state, second.version - first.version]).toEqual(["live", 0]);
		const ended = await meetings.move(owner, id, "end");
		expect(ended.body.data.state).toBe("processing");
		expect((await typesOf(id)).slice(-2)).toEqual(["meeting.ended", "meeting.processing"]);
	});

	test("keeps a meeting ready whose recording is deleted", async () => {
		const id = await meetingIn("ready");

		const { state } = await update(id, recording("deleted"));

		expect(state).toBe("ready");
	});
});

/** Creates a key of an organization: tokens of people expire when the clock is moved. */
async function keyOf(by: SignedIn): Promise<Caller> {
	const body = { name: "Clock", scopes: ["meeting:read", "meeting:write"] };
	const made = await by.post(`/orgs/${by.orgId}/api-keys`, body);
	return api.as(made.body.data.key);
}

const service = await keyOf(owner);

inProcessDescribe("with time", () => {
	const { jobs } = api.parley.services;

	test("a meeting counts its minutes from its start to its end", async () => {
		const { id } = await meetings.made(service, physics.id);
		api.advanceMs(42 * MINUTE_MS);

		const { data } = (await meetings.move(service, id, "end")).body;

		expect(data.durationMs).toBe(42 * MINUTE_MS);
		expect(Date.parse(data.endedAt) - Date.parse(data.startedAt)).toBe(42 * MINUTE_MS);
		expect(await minutesOf(id)).toEqual([42 * MINUTE_MS]);
	});

	test("a clock that is set back makes no meeting shorter than nothing", async () => {
		const { id } = await meetings.made(service, physics.id);
		api.advanceMs(-10 * MINUTE_MS);

		const { data } = (await meetings.move(service, id, "end")).body;
		api.advanceMs(10 * MINUTE_MS);

		expect([data.durationMs, data.endedAt]).toEqual([0, data.startedAt]);
		expect(await minutesOf(id)).toEqual([0]);
	});

	test("a meeting that nobody ends is ended", async () => {
		const { id } = await meetings.made(service, physics.id);
		const scheduled = await meetings.made(service, physics.id, { scheduledStart: "2030-01-01T00:00:00Z" });
		await meetings.move(service, scheduled.id, "start");

		api.advanceMs(3 * HOUR_MS - 1_000);
		await jobs.runDue();
		const before = (await meetings.get(service, id)).body.data.state;
		api.advanceMs(2_000);
		await jobs.runDue();

		expect(before).toBe("live");
		for (const each of [id, scheduled.id])
			expect((await meetings.get(service, each)).body.data).toMatchObject({
				state: "ended",
				stateReason: "time_limit",
			});
	});

	test("one that somebody ended stays as it is", async () => {
		const { id } = await meetings.made(service, physics.id);
		await meetings.move(service, id, "end");

		api.advanceMs(4 * HOUR_MS);
		await jobs.runDue();

		expect((await meetings.get(service, id)).body.data).toMatchObject({ stateReason: null, version: 2 });
	});

	test.each([
		["end", 0],
		["drain", 15 * MINUTE_MS],
	] as const)("a suspension with liveMeetings %s ends live meetings after %d ms", async (liveMeetings, afterMs) => {
		const suspended = await api.createOrganization();
		const { id } = await meetings.createWorkspace(suspended);
		const made = await Promise.all(["A", "B", "C"].map((title) => meetings.made(suspended, id, { title })));
		const statesOf = async () =>
			(await db.select().from(meetingsTable).where(eq(meetingsTable.orgId, suspended.orgId))).map(({ state }) => state);

		await suspended.post(`/orgs/${suspended.orgId}/suspend`, { liveMeetings });
		expect(codeOf(await meetings.get(suspended, made[0].id))).toEqual([403, "organization_suspended"]);
		expect(codeOf(await meetings.move(suspended, made[0].id, "end"))).toEqual([403, "organization_suspended"]);
		api.advanceMs(Math.max(0, afterMs - 1_000));
		await jobs.runDue();
		const before = await statesOf();
		api.advanceMs(1_000);
		await jobs.runDue();

		expect(before).toEqual(made.map(() => (afterMs === 0 ? "ended" : "live")));
		expect(await statesOf()).toEqual(made.map(() => "ended"));
		await suspended.post(`/orgs/${suspended.orgId}/resume`, {});
		expect((await meetings.get(suspended, made[0].id)).body.data.stateReason).toBe("organization_suspended");
	});

	test("a suspension that is lifted in time ends nothing", async () => {
		const resumed = await api.createOrganization();
		const { id } = await meetings.createWorkspace(resumed);
		const made = await meetings.made(resumed, id);
		const key = await keyOf(resumed);

		await resumed.post(`/orgs/${resumed.orgId}/suspend`, {});
		await resumed.post(`/orgs/${resumed.orgId}/resume`, {});
		api.advanceMs(20 * MINUTE_MS);
		await jobs.runDue();

		expect((await meetings.get(key, made.id)).body.data.state).toBe("live");
	});
});
