import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import type { RunPortions } from "#db/portions";
import { type AuditTargetRow, auditEntries, auditTargets } from "#db/schema";
import { type Bound, type Each, each, readRows, write } from "#db/statement";
import type { Db, Store } from "#db/store";
import type { Slice } from "#kernel/list";
import type { SealedEntry } from "./entries.ts";

const insertEntry = write((tx, entry: Bound<SealedEntry>) => tx.insert(auditEntries).values(entry));
const insertTarget = write((tx, row: Bound<AuditTargetRow>) => tx.insert(auditTargets).values(row));

/** Returns the rows by which an entry is found from its targets. */
export const targetRows = ({
	orgId,
	occurredAtMs,
	sequence,
	targets,
}: Pick<SealedEntry, "orgId" | "occurredAtMs" | "sequence" | "targets">): AuditTargetRow[] =>
	[...new Set(targets.map(({ id }) => id))].map((targetId) => ({ orgId, targetId, occurredAtMs, sequence }));

/**
 * Appends entries of one organization in the order of their chain.
 * @returns a promise for each, since none has to wait for another
 */
export const insertEntries = (tx: Db, entries: readonly SealedEntry[]): Promise<unknown>[] =>
	entries.flatMap((entry) => [insertEntry(tx, entry), ...targetRows(entry).map((row) => insertTarget(tx, row))]);

type About = { readonly orgId: string; readonly targetId: string };
const timesOf = readRows((db, { orgId, targetId, actions }: Bound<About & { actions: Each<string> }>) =>
	db
		.select({ occurredAtMs: auditTargets.occurredAtMs })
		.from(auditTargets)
		.crossJoin(auditEntries)
		.where(
			and(
				eq(auditTargets.orgId, orgId),
				eq(auditTargets.targetId, targetId),
				eq(auditEntries.orgId, orgId),
				eq(auditEntries.sequence, auditTargets.sequence),
				inArray(auditEntries.action, actions),
			),
		)
		.orderBy(asc(auditTargets.occurredAtMs), asc(auditTargets.sequence)),
);

/** Returns when something happened to a resource, in Unix ms, earliest first. @param actions what counts */
export async function timesAbout(
	tx: Db,
	about: About & { readonly actions: readonly string[] },
): Promise<readonly number[]> {
	const rows = await timesOf(tx, { ...about, actions: each(about.actions) });
	return [...new Set(rows.map(({ occurredAtMs }) => occurredAtMs))];
}

type EntryKey = { readonly orgId: string; readonly sequence: number };
const { orgId, occurredAtMs, sequence } = auditEntries;
const byOrganization = keyset("asc", { orgId, occurredAtMs, sequence });

type ByActor = { readonly actorId: string; readonly ofOrg: string | undefined };
const listByActor = readRows((db, { actorId, ofOrg, after, take }: Bound<SliceValues & ByActor>) =>
	db
		.select({ orgId: auditEntries.orgId, occurredAtMs: auditEntries.occurredAtMs, sequence: auditEntries.sequence })
		.from(auditEntries)
		.where(and(eq(auditEntries.actorId, actorId), ofOrg && eq(auditEntries.orgId, ofOrg), byOrganization.after(after)))
		.orderBy(...byOrganization.by)
		.limit(take),
);

const eraseEntry = write((tx, { orgId, sequence }: Bound<EntryKey>) =>
	tx
		.update(auditEntries)
		.set({ personal: null, salt: null })
		.where(and(eq(auditEntries.orgId, orgId), eq(auditEntries.sequence, sequence), isNotNull(auditEntries.personal))),
);

/** Maximum number of entries erased in one transaction. */
const PORTION = 200;

/** Whose entries lose what identifies them. */
interface ErasedActor {
	readonly userId: string;
	/** The organization in which they do; null: all of them. */
	readonly orgId: string | null;
}

/**
 * Erases the personal values of a person's entries; the entries keep the salted commitment, so the chains can still be
 * verified.
 */
export async function eraseActor(
	store: Store,
	inPortions: RunPortions,
	{ userId: actorId, orgId }: ErasedActor,
): Promise<void> {
	for (let after: Slice["after"] = null; ; ) {
		const keys = await listByActor(store.acrossTenants, {
			actorId,
			ofOrg: orgId ?? undefined,
			...sliceValues({ after, take: PORTION }),
		});
		await inPortions(async (tx) => {
			const erased = await Promise.all(keys.map(({ orgId, sequence }) => eraseEntry(tx, { orgId, sequence })));
			return erased.reduce((sum, count) => sum + count, 0);
		});
		const last = keys.at(-1);
		if (last === undefined || keys.length < PORTION) return;
		after = byOrganization.positionOf(last);
	}
}
