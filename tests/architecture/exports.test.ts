import { afterEach, describe, expect, test } from "bun:test";
import { eq, isNotNull } from "drizzle-orm";
import { declarationOf, declarationsOf } from "#db/declarations";
import { artifacts, blobs, events, meetings, transcripts, translations } from "#db/schema";
import { newId } from "#kernel/ids";
import { fillTable, type SchemaTable, TABLES } from "../support/fill-tables.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { holds } from "../support/holds.ts";
import { privacyOf } from "../support/privacy.ts";

/** Names of columns that contain the id or the address of a person. */
const PERSON_COLUMN = /^(userId|actorId|hostId|emailKey|.*By)$/;

const api = await useHarness();
const { db } = api.store.acrossTenants;
const privacy = privacyOf(api);
const ofTenants = TABLES.filter(({ columns }) => "orgId" in columns);

/** Whether a table says why the export of an organization does not contain it. */
function isOmitted({ columns }: SchemaTable): boolean {
	const declared = columns.orgId && declarationOf(columns.orgId).tenant;
	return declared !== undefined && "notExported" in declared;
}

/** Whether a table says what the export of an account has of it. */
const isOfAccounts = ({ table }: SchemaTable): boolean =>
	declarationsOf(table).some(([, { person }]) => person?.ofAccount !== undefined);

/** Deletes the rows written to fill the outbox: the harness would reject them as events. */
afterEach(async () => {
	await db.delete(events).where(isNotNull(events.type));
});

/** Inserts a row in every table of an organization, and enters content into the ledger, so that it is shown. */
async function fill({ orgId }: SignedIn, given: Readonly<Record<string, unknown>>, tables: readonly SchemaTable[]) {
	for (const table of tables) {
		if (table.name === "artifacts") continue;
		const row = await fillTable(db, table, { ...given, orgId }, `${table.name} filled`);
		for (const [ownerType, ownerId] of ownersOf(table.name, row)) {
			const entry = { orgId, id: newId("art"), class: "transcripts", ownerType, ownerId: String(ownerId) } as const;
			const rest = { meetingId: null, blobId: null, sizeBytes: 0, createdAtMs: api.nowMs() };
			const clocks = { clockStartsAtMs: null, purgeStartedAtMs: null, deletedAtMs: null };
			await db
				.insert(artifacts)
				.values({ ...entry, ...rest, ...clocks })
				.onConflictDoNothing();
		}
	}
	for (const table of [meetings, transcripts, translations])
		await db.update(table).set({ deletedAtMs: null }).where(eq(table.orgId, orgId));
	// Their objects do not exist.
	await db.update(blobs).set({ state: "orphaned" }).where(eq(blobs.orgId, orgId));
}

/** Returns the owners in the ledger of a row. */
function ownersOf(table: string, row: Readonly<Record<string, unknown>>) {
	const owners: Readonly<Record<string, readonly ["recording" | "transcript" | "translation" | "summary", unknown]>> = {
		recordings: ["recording", row.id],
		transcripts: ["transcript", row.id],
		speakers: ["transcript", row.transcriptId],
		segments: ["transcript", row.transcriptId],
		segment_revisions: ["transcript", row.transcriptId],
		translations: ["translation", row.id],
		translated_segments: ["translation", row.translationId],
		summaries: ["summary", row.id],
	};
	const own = owners[table];
	if (own) return [own];
	if (table.startsWith("attendance_")) return [["attendance", row.meetingId] as const];
	if (table === "chat_messages") return [["chat", row.meetingId] as const];
	return table === "action_items" ? [["action_items", row.meetingId] as const] : [];
}

const textOf = (files: Awaited<ReturnType<typeof privacy.exported>>): string =>
	[...files.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");

describe("the export of an organization", () => {
	test("contains every table that does not say why not, and no column that is a secret", async () => {
		const owner = await api.createOrganization();
		await fill(owner, { userId: owner.userId }, ofTenants);
		// Former texts are there as long as their meeting is held.
		await holds.placed(owner, { scope: "organization" });

		const files = await privacy.exported(owner, "organization");
		const text = textOf(files);

		const missing = ofTenants
			.filter((table) => !isOmitted(table))
			.map(({ name }) => name)
			.filter((name) => !text.includes(`${name} filled`) && !IDS_ALONE.includes(name));
		expect(missing.map((name) => `db/schema: export ${name}`)).toEqual([]);
		const names = new Set([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? ""));
		expect(
			[...names].filter((name) => /(hash|secret|sealed|token|password|salt)$/i.test(name) && name !== "hash"),
		).toEqual([]);
	});

	/** Tables without a column of text that could be found. */
	const IDS_ALONE: readonly string[] = [
		"memberships",
		"departures",
		"domain_leavers",
		"artifacts",
		"usage_totals",
		"attendance_sheets",
		"events",
		"audit_entries",
	];
});

describe("the export of a person", () => {
	const naming = ofTenants.flatMap((table) =>
		Object.keys(table.columns).flatMap((column) => (PERSON_COLUMN.test(column) ? [{ table, column }] : [])),
	);

	const declaredOf = ({ columns }: SchemaTable, name: string) => columns[name] && declarationOf(columns[name]).person;
	/** Why the export does not contain a row that names the person by this column. */
	const reasonOf = (table: SchemaTable, column: string) => declaredOf(table, column)?.notExported;

	test("contains each row that names them by a column that does not say why not", async () => {
		const missing: string[] = [];
		for (const { table, column } of naming) {
			const path = `${table.name}.${column}`;
			if (reasonOf(table, column) !== undefined || isOfAccounts(table) || table.name === "memberships") continue;
			const owner = await api.createOrganization();
			const person = await api.addMember(owner, "member");
			const value = column === "emailKey" ? person.email.toLowerCase() : person.userId;
			await fill(owner, { [column]: value }, [table]);
			const files = await privacy.exported(owner, { userId: person.userId });
			const isFound = textOf(files).includes(`${table.name} filled`);
			if (!isFound && !BY_ID.includes(table.name)) missing.push(path);
		}

		expect(missing.map((path) => `modules/governance/privacy/repository/person-tables.ts: export ${path}`)).toEqual([]);
	}, 120_000);

	/** Tables whose row has nothing but ids and instants. */
	const BY_ID: readonly string[] = ["departures", "domain_leavers", "workspace_members"];

	test("is declared beside every column with the id or address of a person", () => {
		const undeclared = naming.filter(({ table, column }) => declaredOf(table, column) === undefined);

		expect(undeclared.map(({ table, column }) => `${table.name}.${column}`)).toEqual([]);
	});

	test("of one's own account covers every table of people that belongs to no organization", () => {
		const ofPeople = TABLES.filter(({ columns }) => "userId" in columns && !("orgId" in columns));

		expect(ofPeople.filter((table) => !isOfAccounts(table)).map(({ name }) => name)).toEqual([]);
	});
});
