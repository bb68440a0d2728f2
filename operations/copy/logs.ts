import type { PortableRow, PortableTable } from "#db/portable";
import { toProperties } from "#db/portable";
import { type ChainedEntry, type ChainVerifier, createChainVerifier } from "#platform/audit-trail";
import type { LogReport } from "./ports.ts";

/** Faults that are named; further ones are only counted by their absence. */
const MAX_FAULTS = 100;

/** Verifies the logs of all organizations while their rows pass, each organization's in the order of its log. */
export interface LogVerifier {
	/** Takes a row of any table. */
	add(table: PortableTable, row: PortableRow): void;
	/** Compares with the ledgers what has passed. */
	report(): LogReport;
}

interface EventLog {
	first: number;
	last: number;
	count: number;
}

type Ledger = {
	readonly orgId: string;
	readonly eventSequence: number;
	readonly auditSequence: number;
	readonly auditHead: string;
};

/** Creates a verifier: events without gaps up to their ledger, and audit chains that are whole up to theirs. */
export function createLogVerifier(): LogVerifier {
	const events = new Map<string, EventLog>();
	const chains = new Map<string, ChainVerifier>();
	const ledgers: Ledger[] = [];
	const faults: string[] = [];
	const counts = { events: 0, auditEntries: 0 };
	const note = (fault: string) => void (faults.length < MAX_FAULTS && faults.push(fault));

	function addEvent(orgId: string, sequence: number): void {
		counts.events++;
		const log = events.get(orgId);
		if (log === undefined) return void events.set(orgId, { first: sequence, last: sequence, count: 1 });
		if (sequence !== log.last + 1) note(`${orgId}: after event ${log.last} follows ${sequence}`);
		log.last = sequence;
		log.count++;
	}

	function addEntry(entry: ChainedEntry): void {
		counts.auditEntries++;
		const chain = chains.get(entry.orgId) ?? createChainVerifier();
		chains.set(entry.orgId, chain);
		const fault = chain.next(entry);
		if (fault !== null) note(`${entry.orgId}: entry ${entry.sequence} of the audit log: ${fault}`);
	}

	function compare({ orgId, eventSequence, auditSequence, auditHead }: Ledger): void {
		const log = events.get(orgId);
		// Old events are deleted; the newest is the one that the ledger names.
		if (log !== undefined && log.last !== eventSequence)
			note(`${orgId}: the last event is ${log.last}, and that of the ledger ${eventSequence}`);
		const chain = chains.get(orgId) ?? createChainVerifier();
		if (chain.sequence !== auditSequence || chain.head !== auditHead)
			note(`${orgId}: the audit log ends with entry ${chain.sequence}, and that of the ledger is ${auditSequence}`);
	}

	return {
		add(table, row) {
			if (table.name === "events") addEvent(String(row[0]), Number(row[1]));
			else if (table.name === "audit_entries") addEntry(toProperties(table, row) as ChainedEntry);
			else if (table.name === "organization_ledgers") ledgers.push(toProperties(table, row) as Ledger);
		},
		report() {
			ledgers.forEach(compare);
			return { organizations: ledgers.length, ...counts, faults };
		},
	};
}
