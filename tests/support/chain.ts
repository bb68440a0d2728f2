import { createHash } from "node:crypto";
import type { AuditEntryRow } from "#db/schema/index";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns JSON with sorted members; deliberately independent of the product's implementation. */
function sorted(value: unknown): string {
	return JSON.stringify(value, (_name, member: unknown) =>
		typeof member === "object" && member !== null && !Array.isArray(member)
			? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
			: member,
	);
}

/**
 * Recomputes an organization's audit chain from the stored rows alone, as an auditor with the documentation would.
 * @param rows oldest first
 * @returns descriptions of all faults; `[]` for a valid chain
 */
export function findChainFaults(rows: readonly AuditEntryRow[]): string[] {
	const faults: string[] = [];
	let prevHash = "0".repeat(64);
	for (const [index, row] of rows.entries()) {
		const { hash, prevHash: claimed, personal, salt, ...hashed } = row;
		if (row.sequence !== index + 1) faults.push(`entry ${index + 1} has the number ${row.sequence}`);
		if (claimed !== prevHash) faults.push(`entry ${row.sequence} follows another`);
		if (sha256(prevHash + sorted(hashed)) !== hash) faults.push(`entry ${row.sequence} was altered`);
		if (salt !== null && sha256(salt + sorted(personal)) !== row.personalCommitment)
			faults.push(`personal values of entry ${row.sequence} were altered`);
		prevHash = hash;
	}
	return faults;
}
