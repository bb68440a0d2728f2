import { afterEach, describe, expect, test } from "bun:test";
import { isNotNull } from "drizzle-orm";
import { events } from "#db/schema";
import { runPortions } from "../support/database.ts";
import { fillTable, rowsOf, type SchemaTable, TABLES } from "../support/fill-tables.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { readSources } from "./source-files.ts";

/** Tables that keep data of a purged organization, and why. */
const KEPT_OF_TENANT: Readonly<Record<string, string>> = {
	events: "subscribers read of the purge itself; the numbering has no gaps",
	audit_entries: "who did what must be provable after the end; each entry is chained to the one before",
	audit_targets: "an index of the entries above",
	audit_checkpoints: "signatures of the entries above",
	organization_ledgers: "holds the next number of the two logs above",
};

/** Columns that keep data of an erased person, and why. */
const KEPT_OF_PERSON: Readonly<Record<string, string>> = {
	"api_keys.*": "a key is the organization's; the id of who answers for it names nobody any more",
	"events.*": "subscribers were told of it; the log is cut by its age",
	"audit_entries.*": "the chain covers it; address and device, which it covers by a commitment, are gone",
	"organization_blocks.*": "why an organization was suspended; the id of who did it names nobody any more",
	"meetings.*": "a meeting is the organization's; the ids of its host and its maker name nobody any more",
	"recordings.*": "a recording is the organization's; the id of who uploaded it names nobody any more",
	"uploads.*": "how a recording of the organization came here; the id of who uploaded it names nobody any more",
	"processing_jobs.*": "work on a recording of the organization; the id of who asked for it names nobody any more",
	"summaries.*": "a summary is its meeting's; the id of who asked for it names nobody any more",
	"retention_runs.*": "a purge of the organization; the id of who requested it names nobody any more",
	"transcripts.*": "a transcript is its meeting's; the id of who asked for it names nobody any more",
	"translations.*": "what was said in a meeting, in another language; the id of who asked for it names nobody any more",
	"segment_revisions.*": "what was said in a meeting; the id of who corrected it names nobody any more",
	"former_texts.*":
		"what a hold preserves, and is deleted with its release; the id of who replaced it names nobody any more",
	"caption_addresses.*": "an address is its meeting's; the id of who made it names nobody any more",
	"privacy_exports.*": "that there was an export; its archive is deleted, and the id names nobody any more",
	"privacy_erasures.*": "the receipt of an erasure; the id names nobody any more",
	"audit_streams.*": "a stream is the organization's; the id of who created it names nobody any more",
	"legal_holds.*":
		"what an organization preserves, and why; the ids of who placed and released it name nobody any more",
	"integrations.*": "an integration is the organization's; the id of who created it names nobody any more",
	"webhooks.*": "a webhook is the organization's; the id of who registered it names nobody any more",
	"usage_records.*": "what the organization used; the id of who used it names nobody any more",
	"participants.id": "that somebody took part stays; who they were does not",
	"invitations.*": "an invitation to somebody else; the id of who invited names nobody any more",
};

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
	test("leaves rows only in the tables listed here, and does not affect other organizations", async () => {
		const [purged, other] = [await api.createOrganization({ name: "Gone" }), await api.createOrganization()];
		await fillTenant(purged);
		await fillTenant(other);
		const [before, otherBefore] = [await countAll(purged.orgId), await countAll(other.orgId)];

		const token = await api.signInSystem();
		const response = await api.request("DELETE", `/orgs/${purged.orgId}?force=true&confirm=Gone`, { token });
		const left = await countAll(purged.orgId);

		expect(response.status).toBe(202);
		expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]); // Every table had rows.
		const forgotten = ofTenants.filter(({ name }) => left[name] !== 0 && !(name in KEPT_OF_TENANT));
		expect(forgotten.map((table) => `${ownerOf(table)}: eraseTenant must empty ${table.name}`)).toEqual([]);
		expect(await countAll(other.orgId)).toEqual(otherBefore);
	});

	test("has only existing tables on the list of exceptions", async () => {
		const names = ofTenants.map(({ name }) => name);

		expect(Object.keys(KEPT_OF_TENANT).filter((name) => !names.includes(name))).toEqual([]);
	});
});

describe("an erased person", () => {
	const ofPeople = TABLES.filter(({ columns }) => Object.keys(columns).some((name) => PERSON_COLUMN.test(name)));

	test("leaves personal data only in the columns listed here", async () => {
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
		expect(left.filter(({ path }) => !isListed(path)).map(violationOf)).toEqual([]);
		const named = await columnsWith(person.email);
		expect(named.filter(({ path }) => !isListed(path)).map(violationOf)).toEqual([]);
	});

	/** Tables with the person as the key: the existing row is erased, or has nothing else. */
	const ONE_ROW_EACH: readonly string[] = ["memberships", "domain_leavers"];

	const isListed = (path: string) => path in KEPT_OF_PERSON || path.replace(/\.\w+$/, ".*") in KEPT_OF_PERSON;

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
