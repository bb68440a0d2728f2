import type { AuditEntryRow } from "#db/schema";
import type { RatePolicy } from "#kernel/rate-limit";
import { rateLimited } from "#kernel/rate-limit";
import { type RequestContext, ungatedContext } from "#kernel/request-context";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import { CHAIN_START } from "#platform/audit-trail";
import type { Core } from "#platform/module";
import { toSigned } from "./checkpoints.ts";
import { csv as lines } from "./csv.ts";
import { facts } from "./facts.ts";
import { type AuditFilters, matches, parseFilters } from "./filters.ts";
import type { AuditKeys } from "./keys.ts";
import { toLine } from "./lines.ts";
import { isLed, readEntries } from "./reader.ts";
import { listCheckpoints } from "./repository/checkpoints.ts";
import { findBounds, findHead, listChain } from "./repository/entries.ts";
import { findNames } from "./repository/names.ts";
import type { ListAuditLogsQuery } from "./schemas.ts";
import { toAuditLog, unnamedIn } from "./view.ts";

/** Entries that are read at once, and sent before the next are. */
const PORTION = 500;

/** Formats of an export, which are the extensions of its name. */
export type ExportFormat = "csv" | "ndjson";

export interface ExportDeps extends Pick<Core, "store" | "unitOfWork" | "limiter"> {
	readonly keys: AuditKeys;
	readonly policies: { readonly export: RatePolicy } | null;
	readonly contributions: Pick<Core["contributions"], "actions">;
}

/** Entries to be exported. */
interface Selection {
	readonly orgId: string;
	readonly filters: AuditFilters;
	readonly direction: "asc" | "desc";
}

/** Whether an export has every entry from its first to its last one, oldest first. */
function isComplete({ filters, direction }: Selection): boolean {
	const { fromMs: _from, toMs: _to, ...others } = filters;
	return direction === "asc" && Object.values(others).every((value) => value === null);
}

/** Creates the function that exports the log of an organization. */
export function createExport({ store, keys, unitOfWork, limiter, policies, contributions }: ExportDeps) {
	/** Reads the entries up to the head in the order of the chain. */
	async function* inChain({ orgId, filters, direction }: Selection, head: number): AsyncGenerator<AuditEntryRow[]> {
		const { first, last } = await findBounds(store.db, orgId, filters, head);
		for (let [after, before] = [first - 1, last + 1]; ; ) {
			const rows = await listChain(store, { orgId, after, before, take: PORTION, direction });
			yield rows.filter((row) => matches(row, filters));
			const end = rows.at(-1);
			if (end === undefined || rows.length < PORTION) return;
			if (direction === "asc") after = end.sequence;
			else before = end.sequence;
		}
	}

	/** Reads the entries that an index leads to. */
	async function* inTime(selection: Selection, head: number): AsyncGenerator<AuditEntryRow[]> {
		const list = { ...selection, actions: contributions.actions };
		for (let after: Awaited<ReturnType<typeof readEntries>>["next"] = null; ; ) {
			const { rows, next } = await readEntries(store.db, list, { after, take: PORTION });
			yield rows.filter(({ sequence }) => sequence <= head);
			if (next === null) return;
			after = next;
		}
	}

	const read = (selection: Selection, head: number) =>
		isLed({ ...selection, actions: contributions.actions }) ? inTime(selection, head) : inChain(selection, head);

	const namesOf = (rows: readonly AuditEntryRow[]) => {
		const orgId = rows[0]?.orgId;
		return orgId === undefined ? null : findNames(store.db, orgId, unnamedIn(rows));
	};

	async function* csv(selection: Selection, head: number): AsyncGenerator<string> {
		yield lines.header;
		for await (const rows of read(selection, head)) {
			const names = await namesOf(rows);
			if (names !== null) yield rows.map((row) => lines.line(toAuditLog(row, names))).join("");
		}
	}

	/** Returns the checkpoints of entries that follow each other. */
	async function checkpointsOf(rows: readonly AuditEntryRow[]) {
		const [first, last] = [rows[0], rows.at(-1)];
		if (first === undefined || last === undefined) return new Map();
		const { orgId, sequence } = first;
		const found = await listCheckpoints(store.db, { orgId, after: sequence - 1, take: rows.length });
		return new Map(found.map((row) => [row.sequence, toSigned(row)]));
	}

	async function* ndjson(selection: Selection, head: number): AsyncGenerator<string> {
		const complete = isComplete(selection);
		const hasher = new Bun.CryptoHasher("sha256");
		let [entries, last, hash] = [0, "", CHAIN_START];
		for await (const rows of read(selection, head)) {
			const names = await namesOf(rows);
			if (names === null) continue;
			const checkpoints = complete ? await checkpointsOf(rows) : new Map();
			const lines = rows.map((row) => JSON.stringify(toLine(row, names, checkpoints.get(row.sequence))));
			const before = entries === 0 ? "" : `${last}\n`;
			[entries, last, hash] = [entries + rows.length, lines.pop() ?? "", rows.at(-1)?.hash ?? hash];
			const text = before + lines.map((line) => `${line}\n`).join("");
			hasher.update(text);
			if (text !== "") yield text;
		}
		if (entries === 0) return;
		hasher.update(last);
		const shown = [...(await keys.all()).values()].map(({ kid, publicKey }) => ({ kid, publicKey }));
		const end = { complete, entries, head: hash, sha256: hasher.digest("hex"), keys: shown };
		yield `${last.slice(0, -1)},"end":${JSON.stringify(await keys.sign("parley-audit-export", end))}}\n`;
	}

	/**
	 * Exports the entries of an organization that a query selects, and records that it does.
	 * @throws `not_found` `purged` `invalid_request` `rate_limited`
	 */
	return async function exportLog(
		context: RequestContext,
		orgId: string,
		query: ListAuditLogsQuery,
		format: ExportFormat,
	): Promise<{ readonly chunks: AsyncIterable<string> }> {
		const { principal } = context;
		const selection = { orgId, filters: parseFilters(query), direction: query.order ?? "asc" };
		await assertOrganizationExists(store.db, principal, orgId);
		const verdict = policies && (await limiter.take(policies.export, orgId));
		if (verdict && !verdict.allowed) throw rateLimited("Too many exports", verdict);
		await keys.current();
		// The caller may read it now; nothing is decided in the change.
		await unitOfWork.run(ungatedContext(principal, context), async (change) =>
			change.record(orgId, facts["audit_log.export"], {
				id: orgId,
				changes: [{ path: "/format", from: null, to: format }],
			}),
		);
		const head = (await findHead(store.db, orgId))?.sequence ?? 0;
		return { chunks: format === "csv" ? csv(selection, head) : ndjson(selection, head) };
	};
}
