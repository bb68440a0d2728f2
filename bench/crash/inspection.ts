import { Database } from "bun:sqlite";
import { canonicalJson } from "#kernel/canonical-json";
import { sha256Hex } from "#kernel/secrets";
import { CHAIN_START } from "#platform/audit-trail";
import type { OrganizationState } from "./clients.ts";

type Row = Readonly<Record<string, unknown>>;

/** The content of a data file, and its inconsistencies. */
export interface Inspection {
	readonly faults: readonly string[];
	readonly organizations: ReadonlyMap<string, OrganizationState>;
	readonly events: number;
	readonly entries: number;
}

/** Events that increment the version of their organization; the others are about members. */
const CHANGES_VERSION = /^org\.(?!member\.|invitation\.)/;

/** Reads a data file through a separate connection and checks everything in it for consistency. */
export function inspect(path: string): Inspection {
	const db = new Database(path, { readonly: true });
	try {
		const faults: string[] = [];
		const rows = (sql: string) => db.query<Row, []>(sql).all();
		const integrity = rows("pragma integrity_check").map((row) => String(row.integrity_check));
		if (integrity.join() !== "ok") faults.push(`integrity_check: ${integrity.join("; ")}`);
		const orphans = rows("pragma foreign_key_check");
		if (orphans.length > 0) faults.push(`foreign_key_check: ${JSON.stringify(orphans[0])}`);

		const ledgers = new Map(rows("select * from organization_ledgers").map((row) => [String(row.org_id), row]));
		const events = byOrganization(rows("select * from events order by org_id, sequence"));
		const entries = byOrganization(rows("select * from audit_entries order by org_id, sequence"));
		const members = byOrganization(rows("select * from memberships"));
		const organizations = new Map<string, OrganizationState>();
		for (const orgId of new Set([...ledgers.keys(), ...events.keys(), ...entries.keys()])) {
			const own = { ledger: ledgers.get(orgId), events: events.get(orgId) ?? [], entries: entries.get(orgId) ?? [] };
			faults.push(...numberingFaults(orgId, own), ...chainFaults(orgId, own.entries));
		}
		for (const row of rows("select * from organizations")) {
			const orgId = String(row.id);
			const facts = stateOf(row, members.get(orgId) ?? []);
			const published = events.get(orgId) ?? [];
			organizations.set(orgId, facts);
			faults.push(...eventFaults(orgId, row, facts, published));
			if (published.length !== (entries.get(orgId) ?? []).length)
				faults.push(`${orgId}: events and audit entries do not pair`);
		}
		for (const orgId of events.keys())
			if (orgId !== "platform" && !organizations.has(orgId)) faults.push(`${orgId}: events of no organization`);
		return { faults, organizations, events: total(events), entries: total(entries) };
	} finally {
		db.close();
	}
}

const total = (groups: ReadonlyMap<string, readonly Row[]>) =>
	[...groups.values()].reduce((sum, { length }) => sum + length, 0);

const byOrganization = (rows: readonly Row[]): Map<string, Row[]> => Map.groupBy(rows, (row) => String(row.org_id));

function stateOf(row: Row, members: readonly Row[]): OrganizationState {
	const roles = members.map((member) => [String(member.user_id), String(member.role)]);
	return { name: String(row.name), state: String(row.state), members: Object.fromEntries(roles) };
}

/** Checks that sequences run 1, 2, 3 … up to the numbers in the ledger. */
function numberingFaults(
	orgId: string,
	{ ledger, events, entries }: { ledger: Row | undefined; events: readonly Row[]; entries: readonly Row[] },
): string[] {
	const faults: string[] = [];
	const runs = (rows: readonly Row[]) => rows.every((row, n) => row.sequence === n + 1);
	if (!runs(events)) faults.push(`${orgId}: a gap among its events`);
	if (!runs(entries)) faults.push(`${orgId}: a gap among its audit entries`);
	if (ledger?.event_sequence !== events.length) faults.push(`${orgId}: the ledger counts other events`);
	if (ledger?.audit_sequence !== entries.length) faults.push(`${orgId}: the ledger counts other audit entries`);
	if (ledger?.audit_head !== (entries.at(-1)?.hash ?? CHAIN_START)) faults.push(`${orgId}: another audit head`);
	return faults;
}

/** Checks that each entry's hash is that of its content and of the previous entry. */
function chainFaults(orgId: string, entries: readonly Row[]): string[] {
	let before = CHAIN_START;
	for (const entry of entries) {
		const json = (column: string): unknown => JSON.parse(String(entry[column]));
		const personalCommitment = sha256Hex(String(entry.salt) + canonicalJson(json("personal")));
		const content = {
			orgId,
			sequence: entry.sequence,
			id: entry.id,
			occurredAtMs: entry.occurred_at_ms,
			action: entry.action,
			category: entry.category,
			outcome: entry.outcome,
			actorType: entry.actor_type,
			actorId: entry.actor_id,
			actorRole: entry.actor_role,
			targets: json("targets"),
			changes: json("changes"),
			requestId: entry.request_id,
			authMethod: entry.auth_method,
			personalCommitment,
		};
		const hash = sha256Hex(before + canonicalJson(content));
		if (entry.prev_hash !== before || entry.hash !== hash)
			return [`${orgId}: entry ${entry.sequence} breaks the chain`];
		before = hash;
	}
	return [];
}

/**
 * Checks that the events match the organization: there are as many as it has versions, and the last one shows its
 * state.
 */
function eventFaults(orgId: string, row: Row, facts: OrganizationState, events: readonly Row[]): string[] {
	const faults: string[] = [];
	const changes = events.filter((event) => CHANGES_VERSION.test(String(event.type)));
	if (changes.length !== row.version) faults.push(`${orgId}: version ${row.version} after ${changes.length} events`);
	const last = JSON.parse(String(changes.at(-1)?.object ?? "{}")) as Row;
	if (last.name !== facts.name || last.state !== facts.state) faults.push(`${orgId}: not what its last event tells`);
	const members: Record<string, string> = {};
	for (const event of events) {
		if (!String(event.type).startsWith("org.member.")) continue;
		const { userId, role } = JSON.parse(String(event.object)) as { readonly userId: string; readonly role: string };
		if (event.type === "org.member.removed") delete members[userId];
		else members[userId] = role;
	}
	if (!Bun.deepEquals(members, facts.members)) faults.push(`${orgId}: its members are not those its events tell of`);
	return faults;
}
