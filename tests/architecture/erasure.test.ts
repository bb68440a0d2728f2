import { afterEach, describe, expect, test } from "bun:test";
import { isNotNull } from "drizzle-orm";
import { events } from "#db/schema";
import { fillTable, type KnownTable, rowsOf, TABLES } from "../support/fill-tables.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { readSources } from "./source-files.ts";

/** Tables that keep something of an organization whose data is purged, and why. */
const STAYS_OF_TENANT: Readonly<Record<string, string>> = {
	events: "subscribers read of the purge itself; the numbering has no gaps",
	audit_entries: "who did what must be provable after the end; each entry is chained to the one before",
	organization_ledgers: "holds the next number of the two logs above",
};

/** Columns that keep something of a person who was erased, and why. */
const STAYS_OF_PERSON: Readonly<Record<string, string>> = {
	"api_keys.*": "a key is the organization's; the id of who answers for it names nobody any more",
	"events.*": "subscribers were told of it; the log is cut by its age",
	"audit_entries.*": "the chain covers it; address and device, which it covers by a commitment, are gone",
	"organization_blocks.*": "why an organization was suspended; the id of who did it names nobody any more",
	"invitations.*": "an invitation to somebody else; the id of who invited names nobody any more",
};

/** A column that names a person by id. */
const NAMES_PERSON = /^(userId|actorId|.*By)$/;

const api = await useHarness();
const { db } = api.store.acrossTenants;
/** What was written to fill the tables is no event of anybody: the harness would object. */
afterEach(async () => {
	await db.delete(events).where(isNotNull(events.type));
});

const sources = await readSources("{modules,platform}/**/*.ts");

/** The `module.ts` of whoever writes a table: the file to mend. */
function ownerOf({ variable }: KnownTable): string {
	const writes = new RegExp(`\\b(insert|tenantRows)\\(${variable}\\b`);
	const path = sources.find(({ text }) => writes.test(text))?.path ?? "modules/?/repository.ts";
	return path.startsWith("platform/") ? "src/platform.ts" : path.replace(/[^/]+$/, "module.ts");
}

const ofTenants = TABLES.filter(({ columns }) => "orgId" in columns);

/** A row in every table that has to do with an organization. */
async function fillTenant({ orgId, userId }: SignedIn): Promise<void> {
	for (const table of ofTenants) await fillTable(db, table, { orgId, userId }, "filled");
}

const countOf = async (table: KnownTable, orgId: string): Promise<number> =>
	(await rowsOf(db, table)).filter((row) => row.orgId === orgId).length;

async function countAll(orgId: string): Promise<Record<string, number>> {
	const counts = await Promise.all(ofTenants.map(async (table) => [table.name, await countOf(table, orgId)] as const));
	return Object.fromEntries(counts);
}

describe("a purged organization", () => {
	test("leaves nothing in any table but what is listed here, and takes nothing of another", async () => {
		const [gone, bystander] = [await api.createOrganization({ name: "Gone" }), await api.createOrganization()];
		await fillTenant(gone);
		await fillTenant(bystander);
		const [full, untouched] = [await countAll(gone.orgId), await countAll(bystander.orgId)];

		const token = await api.signInSystem();
		const answer = await api.request("DELETE", `/orgs/${gone.orgId}?force=true&confirm=Gone`, { token });
		const left = await countAll(gone.orgId);

		expect(answer.status).toBe(202);
		expect(Object.entries(full).filter(([, count]) => count === 0)).toEqual([]); // Each was put to the proof.
		const forgotten = ofTenants.filter(({ name }) => left[name] !== 0 && !(name in STAYS_OF_TENANT));
		expect(forgotten.map((table) => `${ownerOf(table)}: eraseTenant must empty ${table.name}`)).toEqual([]);
		expect(await countAll(bystander.orgId)).toEqual(untouched);
	});

	test("has no exception on the list that is none", async () => {
		const names = ofTenants.map(({ name }) => name);

		expect(Object.keys(STAYS_OF_TENANT).filter((name) => !names.includes(name))).toEqual([]);
	});
});

describe("an erased person", () => {
	const ofPeople = TABLES.filter(({ columns }) => Object.keys(columns).some((name) => NAMES_PERSON.test(name)));

	test("leaves nothing personal in any column but what is listed here", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		const marker = `personal-${crypto.randomUUID()}`;
		for (const table of ofPeople) {
			const named = Object.keys(table.columns).filter((name) => NAMES_PERSON.test(name));
			const given = Object.fromEntries(named.map((name) => [name, person.userId]));
			await fillTable(db, table, { ...given, orgId: owner.orgId }, marker);
		}
		const filled = await columnsWith(marker);

		await api.store.tx((tx) =>
			api.parley.services.erasePerson(tx, { userId: person.userId, emailKey: person.email.toLowerCase() }),
		);

		expect(new Set(filled.map(({ table }) => table.name))).toEqual(
			new Set(ofPeople.map(({ name }) => name).filter((name) => !ONE_ROW_EACH.includes(name))),
		);
		const left = await columnsWith(marker);
		expect(left.filter(({ path }) => !isListed(path)).map(complain)).toEqual([]);
		const named = await columnsWith(person.email);
		expect(named.filter(({ path }) => !isListed(path)).map(complain)).toEqual([]);
	});

	/** Tables whose key is the person: the row that is there already is what is erased. */
	const ONE_ROW_EACH: readonly string[] = ["memberships"];

	const isListed = (path: string) => path in STAYS_OF_PERSON || path.replace(/\.\w+$/, ".*") in STAYS_OF_PERSON;

	const complain = ({ path, table }: { path: string; table: KnownTable }) =>
		`${ownerOf(table)}: erasePerson must empty ${path}`;

	/** Columns of any table that hold a text. */
	async function columnsWith(text: string) {
		const found = new Map<string, { path: string; table: KnownTable }>();
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
