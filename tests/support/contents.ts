import { Database } from "bun:sqlite";
import { SQL } from "bun";
import type { AuditEntryRow } from "#db/schema/index";
import { findChainFaults } from "./chain.ts";

/** Columns that Postgres returns as objects, and SQLite as text. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(["personal", "targets", "changes", "object"]);
/** Columns of whole numbers, which Postgres returns as text. */
const NUMBER = /(sequence|version|at_ms)$/;
/** Events that increment the version of their organization; the others are about members. */
const CHANGES_VERSION = /^org\.(?!member\.|invitation\.)/;

/** Entries about requests that changed nothing. */
const CHANGES_NOTHING = /^(access\.deny|operator\.read)$/;

type Row = Readonly<Record<string, unknown>>;
type Query = (statement: string) => Promise<readonly Row[]>;

/** An organization as an observer sees it. */
export interface OrganizationState {
	readonly name: string;
	readonly state: string;
	/** Roles by user id. */
	readonly members: Readonly<Record<string, string>>;
}

/** What a database contains, and its inconsistencies. */
export interface Contents {
	/** One line each; `[]` for a consistent database. */
	readonly faults: readonly string[];
	/** By id. */
	readonly organizations: ReadonlyMap<string, OrganizationState>;
	readonly events: number;
	readonly entries: number;
}

/**
 * Reads a database of either engine beside the program, and checks everything in it for consistency: the file itself
 * (SQLite), numbers without gaps, audit chains, and that events tell what the organizations are. All reads see one moment.
 * @param url `postgres://…`, or the path of a data file, with or without `file:`
 */
export async function readContents(url: string): Promise<Contents> {
	if (/^postgres(ql)?:/.test(url)) {
		const client = new SQL(url, { max: 1 });
		try {
			// At one moment: who has read an organization is recorded a little later.
			return await client.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (tx) =>
				contentsOf(async (statement) => [...(await tx.unsafe(statement))], []),
			);
		} finally {
			await client.close();
		}
	}
	const file = new Database(url.replace(/^(file|sqlite):/, ""), { readonly: true });
	try {
		file.run("BEGIN");
		const query = async (statement: string) => file.query<Row, []>(statement).all();
		return await contentsOf(query, await fileFaults(query));
	} finally {
		file.close();
	}
}

async function fileFaults(query: Query): Promise<string[]> {
	const integrity = (await query("pragma integrity_check")).map((row) => String(row.integrity_check));
	const orphans = await query("pragma foreign_key_check");
	return [
		...(integrity.join() === "ok" ? [] : [`integrity_check: ${integrity.join("; ")}`]),
		...orphans.slice(0, 1).map((orphan) => `foreign_key_check: ${JSON.stringify(orphan)}`),
	];
}

async function contentsOf(query: Query, found: readonly string[]): Promise<Contents> {
	const faults = [...found];
	const rows = async (table: string, order: string) =>
		(await query(`select * from ${table} order by ${order}`)).map(normalized);
	const byOrganization = async (table: string, order: string) =>
		Map.groupBy(await rows(table, order), ({ orgId }) => String(orgId));
	const ledgers = new Map((await rows("organization_ledgers", "org_id")).map((row) => [String(row.orgId), row]));
	const events = await byOrganization("events", "org_id, sequence");
	const entries = await byOrganization("audit_entries", "org_id, sequence");
	const members = await byOrganization("memberships", "org_id");

	for (const orgId of new Set([...ledgers.keys(), ...events.keys(), ...entries.keys()])) {
		const own = { ledger: ledgers.get(orgId), events: events.get(orgId) ?? [], entries: entries.get(orgId) ?? [] };
		const chain = findChainFaults(own.entries as unknown as AuditEntryRow[]);
		faults.push(...[...ledgerFaults(own), ...chain].map((fault) => `${orgId}: ${fault}`));
	}
	const organizations = new Map<string, OrganizationState>();
	for (const row of await rows("organizations", "id")) {
		const orgId = String(row.id);
		const state = stateOf(row, members.get(orgId) ?? []);
		const [published, audited] = [events.get(orgId) ?? [], entries.get(orgId) ?? []];
		organizations.set(orgId, state);
		faults.push(...eventFaults(row, state, published).map((fault) => `${orgId}: ${fault}`));
		const isPaired = published.every(({ type }) => String(type).startsWith("org."));
		const changes = audited.filter(({ action }) => !CHANGES_NOTHING.test(String(action)));
		if (isPaired && published.length !== changes.length) faults.push(`${orgId}: events and audit entries do not pair`);
	}
	for (const orgId of events.keys())
		if (orgId !== "platform" && !organizations.has(orgId)) faults.push(`${orgId}: events of no organization`);
	return { faults, organizations, events: total(events), entries: total(entries) };
}

/** Returns a row as the program reads it, whichever engine it is from. */
function normalized(row: Row): Row {
	const entries = Object.entries(row).map(([column, value]) => {
		const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
		if (JSON_COLUMNS.has(column) && typeof value === "string") return [name, JSON.parse(value)];
		return [name, value !== null && NUMBER.test(column) ? Number(value) : value];
	});
	return Object.fromEntries(entries);
}

const total = (groups: ReadonlyMap<string, readonly Row[]>): number =>
	[...groups.values()].reduce((sum, { length }) => sum + length, 0);

function stateOf(row: Row, members: readonly Row[]): OrganizationState {
	const roles = members.map((member) => [String(member.userId), String(member.role)]);
	return { name: String(row.name), state: String(row.state), members: Object.fromEntries(roles) };
}

/** Returns what contradicts the ledger of an organization: numbers run 1, 2, 3 … up to those in it. */
function ledgerFaults(own: {
	readonly ledger: Row | undefined;
	readonly events: readonly Row[];
	readonly entries: readonly Row[];
}): string[] {
	const { ledger, events, entries } = own;
	const faults: string[] = [];
	if (!events.every((row, at) => row.sequence === at + 1)) faults.push("a gap among its events");
	if (ledger?.eventSequence !== events.length) faults.push("the ledger counts other events");
	if (ledger?.auditSequence !== entries.length) faults.push("the ledger counts other audit entries");
	if (entries.length > 0 && ledger?.auditHead !== entries.at(-1)?.hash) faults.push("another audit head");
	return faults;
}

/**
 * Returns what contradicts the events of an organization: there are as many as it has versions, and the last ones tell
 * its state and its members.
 */
function eventFaults({ version }: Row, state: OrganizationState, events: readonly Row[]): string[] {
	const faults: string[] = [];
	const changes = events.filter(({ type }) => CHANGES_VERSION.test(String(type)));
	if (changes.length !== version) faults.push(`version ${version} after ${changes.length} events`);
	const last = (changes.at(-1)?.object ?? {}) as Row;
	if (last.name !== state.name || last.state !== state.state) faults.push("not what its last event tells");
	const members: Record<string, string> = {};
	for (const { type, object } of events) {
		if (!String(type).startsWith("org.member.")) continue;
		const { userId, role } = object as { readonly userId: string; readonly role: string };
		if (type === "org.member.removed") delete members[userId];
		else members[userId] = role;
	}
	if (!Bun.deepEquals(members, state.members)) faults.push("its members are not those its events tell of");
	return faults;
}
