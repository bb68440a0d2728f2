import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { createDiskObjects } from "#adapters/blobs-disk";
import {
	type ArtifactOwnerType,
	artifacts,
	blobs as blobRows,
	CLASS_OF_OWNER,
	jobs as jobRows,
	type MeetingRow,
	meetings,
	type UsageRecordRow,
	usageRecords,
} from "#db/schema/index";
import { newId } from "#kernel/ids";
import { type ArtifactOwner, artifactsOf, DELETE_OBJECTS } from "#platform/artifacts";
import type { StoredObject } from "#platform/blobs";
import { createJobs } from "#platform/jobs";
import { createDeletion } from "../../platform/artifacts/deletion.ts";
import { contentOf, openBlobWorld, readAll, sha256Of, whole } from "../support/blob-stores.ts";
import { fillTable, TABLES } from "../support/fill-tables.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { AT_MS } from "../support/rows.ts";
import { createTestClock } from "../support/test-clock.ts";

const world = await forThisFile(
	openBlobWorld({ open: (folder) => createDiskObjects(join(folder, "blobs")), isEncrypting: true }),
);
const { blobs, objects, store, owner, enter } = world;

const everywhere = store.acrossTenants.db;
const of = <Row extends { orgId: string }>(rows: Row[], { orgId }: ArtifactOwner) =>
	rows.filter((row) => row.orgId === orgId);
const rowsOf = async (someone: ArtifactOwner) => of(await everywhere.select().from(blobRows), someone);
const entriesOf = async (someone: ArtifactOwner) => of(await everywhere.select().from(artifacts), someone);
const storedBytesOf = async (someone: ArtifactOwner) =>
	of(await everywhere.select().from(usageRecords), someone).reduce(
		(sum: number, row: UsageRecordRow) => sum + row.quantity,
		0,
	);
const objectsOf = async ({ orgId }: ArtifactOwner) =>
	(await Array.fromAsync(objects.list())).filter((each) => each.orgId === orgId).map(({ storageKey }) => storageKey);

const another = (someone: ArtifactOwner): ArtifactOwner => ({ ...someone, ownerId: newId("rec") });
const put = (someone: ArtifactOwner, seed = 1): Promise<StoredObject> =>
	blobs.forOwner(someone).store(whole(contentOf(1_000, seed)));
const remove = ({ orgId, ownerType, ownerId }: ArtifactOwner) =>
	store.tx((tx) => artifactsOf(tx, orgId).remove(ownerType, ownerId, AT_MS));

/** Runs the deletion of objects once. */
async function runDeletion(): Promise<string[]> {
	const warnings: string[] = [];
	const log = { debug() {}, info() {}, warn: (message: string) => void warnings.push(message), error() {} };
	const jobs = createJobs({
		store: store.program,
		clock: createTestClock(),
		settledClock: createTestClock(),
		newId,
		log,
	});
	void createDeletion({ store: store.program, objects, jobs, log });
	await store.acrossTenants.db.delete(jobRows);
	await jobs.enqueue(store.db, { queue: DELETE_OBJECTS, orgId: null, uniqueKey: "next-round", runAtMs: 0 });
	await jobs.runDue();
	return warnings;
}

describe("the ledger", () => {
	test("keeps equal content of an organization once, and counts it once", async () => {
		const someone = await owner();
		const [first, second] = [await put(someone), await put(someone)];

		const ids = [await enter(someone, first), await enter(another(someone), second)];
		await runDeletion();

		expect(new Set(ids).size).toBe(1);
		expect(await storedBytesOf(someone)).toBe(1_000);
		expect(await objectsOf(someone)).toEqual([first.storageKey]);
		expect((await entriesOf(someone)).map(({ blobId }) => blobId)).toEqual([ids[0] ?? "", ids[0] ?? ""]);
	});

	test("does not share content between organizations", async () => {
		const [someone, stranger] = [await owner(), await owner()];

		const ids = [await enter(someone, await put(someone)), await enter(stranger, await put(stranger))];

		expect(new Set(ids).size).toBe(2);
		expect([await storedBytesOf(someone), await storedBytesOf(stranger)]).toEqual([1_000, 1_000]);
	});

	test("keeps one blob when many enter the same content at once", async () => {
		const someone = await owner();
		const stored = await Promise.all(Array.from({ length: 8 }, () => put(someone)));

		const ids = await Promise.all(stored.map((object) => enter(another(someone), object)));
		await runDeletion();

		expect(new Set(ids).size).toBe(1);
		expect(await objectsOf(someone)).toHaveLength(1);
		expect(await storedBytesOf(someone)).toBe(1_000);
	});

	test("deletes content with the last entry that needs it, and its object after that", async () => {
		const someone = await owner();
		const other = another(someone);
		const object = await put(someone);
		const blobId = await enter(someone, object);
		await enter(other, await put(someone));

		await remove(someone);
		const shared = await blobs.open(someone.orgId, blobId);
		await remove(other);
		const afterwards = await blobs.open(someone.orgId, blobId).catch((error: unknown) => error);
		await runDeletion();

		expect(shared.sizeBytes).toBe(1_000);
		expect(afterwards).toMatchObject({ code: "not_found" });
		expect([await rowsOf(someone), await objectsOf(someone)]).toEqual([[], []]);
		expect(await storedBytesOf(someone)).toBe(0);
		expect((await entriesOf(someone)).map(({ deletedAtMs }) => deletedAtMs)).toEqual([AT_MS, AT_MS]);
	});

	test("stores content anew that comes again after its deletion", async () => {
		const someone = await owner();
		await enter(someone, await put(someone));
		await remove(someone);

		const again = await enter(someone, await put(someone));
		await runDeletion();

		expect((await rowsOf(someone)).map(({ id }) => id)).toEqual([again]);
		expect(await storedBytesOf(someone)).toBe(1_000);
	});

	test("keeps or deletes as a whole when an entry is removed while the same content comes in", async () => {
		const someone = await owner();
		await enter(someone, await put(someone));
		const late = await put(someone);

		const [, blobId] = await Promise.all([remove(someone), enter(another(someone), late)]);
		await runDeletion();

		const blob = await blobs.open(someone.orgId, blobId);
		expect(sha256Of(await readAll(blob.stream()))).toBe(sha256Of(contentOf(1_000)));
		expect(await storedBytesOf(someone)).toBe(1_000);
	});

	test("refuses an object of another organization, and a second entry of an owner", async () => {
		const [someone, stranger] = [await owner(), await owner()];
		const object = await put(someone);
		await enter(someone, object);

		expect(enter(stranger, object)).rejects.toThrow("another tenant");
		expect(enter(someone, await put(someone, 2))).rejects.toThrow();
		expect(await rowsOf(stranger)).toEqual([]);
	});

	test("has entries of content that consists of rows", async () => {
		const someone: ArtifactOwner = { ...(await owner()), ownerType: "transcript" };

		const entry = await store.tx((tx) =>
			artifactsOf(tx, someone.orgId).add(someone, { rows: true, sizeBytes: 0 }, AT_MS),
		);
		const removed = [await remove(someone), await remove(someone)];

		expect(entry.blobId).toBeNull();
		expect(removed).toEqual([true, false]);
		expect(await storedBytesOf(someone)).toBe(0);
	});
});

describe("what is made from a meeting", () => {
	/** A meeting of an organization, by its kind. */
	async function meetingOf({ orgId }: ArtifactOwner, changes: Partial<MeetingRow>) {
		const [workspaceId, id] = [newId("wsp"), newId("mtg")];
		await fillTable(everywhere, tableOf("workspaces"), { orgId, id: workspaceId }, "x");
		await fillTable(everywhere, tableOf("meetings"), { orgId, id, workspaceId }, "x");
		await everywhere
			.update(meetings)
			.set(changes)
			.where(and(eq(meetings.orgId, orgId), eq(meetings.id, id)));
		return id;
	}
	const tableOf = (name: string) => {
		const table = TABLES.find((each) => each.name === name);
		if (table === undefined) throw new Error(`there is no table ${name}`);
		return table;
	};

	test.each([
		["class", "recordings"],
		["exam", "examData"],
	] as const)("of the kind %p is kept as %p, from its end on", async (kind, expected) => {
		const someone = await owner();
		const meetingId = await meetingOf(someone, { kind, state: "live", endedAtMs: null });
		const ended = await meetingOf(someone, { kind, state: "ended", endedAtMs: AT_MS + 5 });
		await enter({ ...someone, meetingId }, await put(someone));
		await enter({ ...another(someone), meetingId: ended }, await put(someone, 2));
		const before = await entriesOf(someone);

		await store.tx((tx) =>
			artifactsOf(tx, someone.orgId).followMeeting({ id: meetingId, kind, state: "ended", endedAtMs: AT_MS + 7 }),
		);
		const after = await entriesOf(someone);

		const byMeeting = (rows: typeof before) => [meetingId, ended].map((id) => rows.find((row) => row.meetingId === id));
		expect(before.map((row) => row.class)).toEqual([expected, expected]);
		expect(byMeeting(before).map((row) => row?.clockStartsAtMs)).toEqual([null, AT_MS + 5]);
		expect(byMeeting(after).map((row) => row?.clockStartsAtMs)).toEqual([AT_MS + 7, AT_MS + 5]);
	});

	const states: Pick<MeetingRow, "kind" | "state" | "endedAtMs">[] = (["class", "exam"] as const).flatMap((kind) => [
		{ kind, state: "live", endedAtMs: null },
		{ kind, state: "scheduled", endedAtMs: null },
		{ kind, state: "ended", endedAtMs: AT_MS - 5 },
		{ kind, state: "ready", endedAtMs: AT_MS + 5 },
	]);
	test.each(states)("has the same class and clock whether it was stored before %p or after", async (state) => {
		const someone = await owner();
		const types = Object.keys(CLASS_OF_OWNER) as ArtifactOwnerType[];
		const before = await meetingOf(someone, { kind: "other", state: "live", endedAtMs: null });
		const after = await meetingOf(someone, state);
		const fill = (meetingId: string) =>
			store.tx(async (tx) => {
				for (const ownerType of types) {
					const of = { orgId: someone.orgId, ownerType, ownerId: `${meetingId} ${ownerType}`, meetingId };
					await artifactsOf(tx, someone.orgId).add(of, { rows: true, sizeBytes: 0 }, AT_MS);
				}
			});

		await Promise.all([fill(before), fill(after)]);
		await store.tx((tx) => artifactsOf(tx, someone.orgId).followMeeting({ id: before, ...state }));

		const found = await entriesOf(someone);
		const clocksOf = (id: string) =>
			Object.fromEntries(
				found.filter((row) => row.meetingId === id).map((row) => [row.ownerType, [row.class, row.clockStartsAtMs]]),
			);
		expect(Object.keys(clocksOf(before))).toHaveLength(types.length);
		expect(clocksOf(before)).toEqual(clocksOf(after));
	});

	test("is removed with it, in portions, whoever owns it", async () => {
		const someone = await owner();
		const meetingId = await meetingOf(someone, { kind: "class", endedAtMs: AT_MS });
		const owners = [1, 2, 3].map((seed) => ({ ...another(someone), meetingId, seed }));
		for (const each of owners) await enter(each, await put(someone, each.seed));
		await enter(someone, await put(someone, 4));

		const removed = [];
		for (let count = 2; count === 2; removed.push(count))
			count = await store.tx((tx) => artifactsOf(tx, someone.orgId).removeOfMeeting(meetingId, 2, AT_MS));
		await runDeletion();

		expect(removed).toEqual([2, 1]);
		expect(await objectsOf(someone)).toHaveLength(1);
		expect(await storedBytesOf(someone)).toBe(1_000);
	});
});
