import { afterEach, describe, expect, test } from "bun:test";
import { isNotNull } from "drizzle-orm";
import { declarationOf, declarationsOf } from "#db/declarations";
import { events } from "#db/schema";
import { purgedTables } from "#db/tenant-purge";
import { runPortions } from "../support/database.ts";
import { fillTable, referencesOf, rowsOf, type SchemaTable, TABLES } from "../support/fill-tables.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { meetings } from "../support/meetings.ts";
import { readSources } from "./source-files.ts";

/** Names of columns that contain the id of a person. */
const PERSON_COLUMN = /^(userId|actorId|.*By)$/;

const api = await useHarness();
const { db } = api.store.acrossTenants;
/** Deletes the rows written to fill the outbox: the harness would reject them as events. */
afterEach(async () => {
	await db.delete(events).where(isNotNull(events.type));
});

const sources = await readSources("{modules,platform}/**/*.ts");

/** Returns the `module.ts` of the module that writes a table: the file to fix. */
function ownerOf({ variable }: SchemaTable): string {
	const writes = new RegExp(`\\b(insert|tenantRows)\\(${variable}\\b`);
	const path = sources.find(({ text }) => writes.test(text))?.path ?? "modules/?/repository.ts";
	return path.startsWith("platform/") ? "src/platform.ts" : path.replace(/(?:repository\/)?[^/]+$/, "module.ts");
}

const ofTenants = TABLES.filter(({ columns }) => "orgId" in columns);

/** What the schema says of the rows of an organization in a table. */
const declaredOf = ({ columns }: SchemaTable) => columns.orgId && declarationOf(columns.orgId).tenant;

/** Inserts a row for an organization in every tenant table. */
async function fillTenant({ orgId, userId }: SignedIn): Promise<void> {
	for (const table of ofTenants) await fillTable(db, table, { orgId, userId }, "filled");
}

const countOf = async (table: SchemaTable, orgId: string): Promise<number> =>
	(await rowsOf(db, table)).filter((row) => row.orgId === orgId).length;

async function countAll(orgId: string): Promise<Record<string, number>> {
	const counts = await Promise.all(ofTenants.map(async (table) => [table.name, await countOf(table, orgId)] as const));
	return Object.fromEntries(counts);
}

describe("a purged organization", () => {
	test("leaves rows only in tables that say why, and does not affect other organizations", async () => {
		const [purged, other] = [await api.createOrganization({ name: "Gone" }), await api.createOrganization()];
		await fillTenant(purged);
		await fillTenant(other);
		const [before, otherBefore] = [await countAll(purged.orgId), await countAll(other.orgId)];

		const token = await api.signInSystem();
		const response = await api.request("DELETE", `/orgs/${purged.orgId}?force=true&confirm=Gone`, { token });
		const left = await countAll(purged.orgId);

		expect(response.status).toBe(202);
		expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]); // Every table had rows.
		const forgotten = ofTenants.filter((table) => left[table.name] !== 0 && keptOf(table) === undefined);
		expect(forgotten.map((table) => `${ownerOf(table)}: the purge must empty ${table.name}`)).toEqual([]);
		expect(ofTenants.filter((table) => left[table.name] === 0 && keptOf(table) !== undefined)).toEqual([]);
		expect(await countAll(other.orgId)).toEqual(otherBefore);
	});

	test("is declared beside the column of every table with rows of organizations", () => {
		expect(ofTenants.filter((table) => declaredOf(table) === undefined).map(({ name }) => name)).toEqual([]);
	});

	test("has modules erase what the schema says that they do, and nothing else", () => {
		const declared = ofTenants.filter((table) => "erased" in (declaredOf(table) ?? {}));

		const own = api.parley.services.contributions.flatMap(({ eraseTenant = {} }) => Object.keys(eraseTenant));

		expect(own.sort()).toEqual(declared.map(({ name }) => name).sort());
	});

	test("is emptied table by table, each before those that its rows refer to", () => {
		const order = purgedTables().map(({ name }) => name);

		const late = order.flatMap((name, place) => {
			const { table } = TABLES.find((each) => each.name === name) ?? {};
			const earlier = table === undefined ? [] : referencesOf(table).map(({ foreignTable }) => foreignTable);
			return earlier
				.filter((other) => order.slice(0, place).some((each) => each === other))
				.map((other) => `${other} before ${name}`);
		});

		expect(late).toEqual([]);
	});

	/** Why the rows of a table stay. */
	const keptOf = (table: SchemaTable) => {
		const declared = declaredOf(table);
		return declared && "keeps" in declared ? declared.keeps : undefined;
	};
});

describe("a deleted meeting", () => {
	/** What rows of a meeting lie within, by the column with its id: a table that is filled first. */
	const WITHIN: Readonly<Record<string, string>> = {
		transcriptId: "transcripts",
		translationId: "translations",
		jobId: "processing_jobs",
		sessionId: "live_sessions",
	};
	const isOfMeeting = ({ columns }: SchemaTable) =>
		"orgId" in columns && ["meetingId", ...Object.keys(WITHIN)].some((name) => name in columns);
	const ofMeetings = TABLES.filter(isOfMeeting);

	/** Whether a table says why its rows stay. */
	const isKept = ({ table }: SchemaTable) =>
		declarationsOf(table).some(([, { within }]) => within?.keeps !== undefined);

	test("leaves rows only in tables that say why", async () => {
		const owner = await api.createOrganization();
		const { id: workspaceId } = await meetings.createWorkspace(owner, { visibility: "org" });
		const { id: meetingId } = await meetings.made(owner, workspaceId, { scheduledStart: "2030-05-01T09:30:00Z" });
		const ids = Object.fromEntries(Object.entries(WITHIN).map(([column, name]) => [column, `${name} of ${meetingId}`]));
		const given = { ...ids, orgId: owner.orgId, userId: owner.userId, meetingId };
		for (const [column, name] of Object.entries(WITHIN)) {
			const table = ofMeetings.find((each) => each.name === name);
			if (table) await fillTable(db, table, { ...given, id: ids[column] }, "filled");
		}
		const others = ofMeetings.filter(({ name }) => !Object.values(WITHIN).includes(name));
		for (const table of others) await fillTable(db, table, given, "filled");
		const named = Object.entries({ ...ids, meetingId });
		const filled = async () => {
			const found: string[] = [];
			for (const table of ofMeetings)
				if ((await rowsOf(db, table)).some((row) => named.some(([column, id]) => row[column] === id)))
					found.push(table.name);
			return found;
		};
		const before = await filled();

		const response = await api.request("DELETE", `/meetings/${meetingId}`, { token: owner.token });
		await api.parley.services.jobs.runDue();

		expect(response.status).toBe(202);
		expect(before).toEqual(ofMeetings.map(({ name }) => name));
		expect(await filled()).toEqual(ofMeetings.filter(isKept).map(({ name }) => name));
	});
});

describe("an erased person", () => {
	const ofPeople = TABLES.filter(({ columns }) => Object.keys(columns).some((name) => PERSON_COLUMN.test(name)));

	test("is declared beside every column with the id of a person", () => {
		const undeclared = ofPeople.flatMap(({ name, columns }) =>
			Object.entries(columns).flatMap(([column, of]) =>
				PERSON_COLUMN.test(column) && declarationOf(of).person === undefined ? [`${name}.${column}`] : [],
			),
		);

		expect(undeclared).toEqual([]);
	});

	test("leaves personal data only in rows that say why", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const marker = `personal-${crypto.randomUUID()}`;
		for (const table of ofPeople) {
			const named = Object.keys(table.columns).filter((name) => PERSON_COLUMN.test(name));
			const given = Object.fromEntries(named.map((name) => [name, person.userId]));
			await fillTable(db, table, { ...given, orgId: owner.orgId }, marker);
		}
		const filled = await columnsWith(marker);

		await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
			userId: person.userId,
			emailKey: person.email.toLowerCase(),
		});

		expect(new Set(filled.map(({ table }) => table.name))).toEqual(
			new Set(ofPeople.map(({ name }) => name).filter((name) => !ONE_ROW_EACH.includes(name))),
		);
		const left = await columnsWith(marker);
		expect(left.filter((place) => !isKept(place)).map(violationOf)).toEqual([]);
		const named = await columnsWith(person.email);
		expect(named.filter((place) => !isKept(place)).map(violationOf)).toEqual([]);
	});

	/** Tables with the person as the key: the existing row is erased, or has nothing else. */
	const ONE_ROW_EACH: readonly string[] = ["memberships", "domain_leavers"];

	/** Whether a row says why it stays, or its id. */
	const isKept = ({ path, table }: { path: string; table: SchemaTable }) =>
		declarationsOf(table.table).some(
			([, { person }]) => person?.keeps !== undefined || (person?.keepsId !== undefined && path === `${table.name}.id`),
		);

	const violationOf = ({ path, table }: { path: string; table: SchemaTable }) =>
		`${ownerOf(table)}: erasePerson must empty ${path}`;

	/** Returns the columns of all tables that contain a string. */
	async function columnsWith(text: string) {
		const found = new Map<string, { path: string; table: SchemaTable }>();
		for (const table of TABLES)
			for (const row of await rowsOf(db, table))
				for (const [name, value] of Object.entries(row))
					if (JSON.stringify(value ?? null).includes(text)) {
						const path = `${table.name}.${table.columns[name]?.name ?? name}`;
						found.set(path, { path, table });
					}
		return [...found.values()];
	}
});
