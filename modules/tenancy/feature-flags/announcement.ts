import type { OrganizationRow } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import { readConfiguration } from "#platform/configuration";
import type { Job, JobPayload, Jobs } from "#platform/jobs";
import type { Change, UnitOfWork } from "#platform/unit-of-work";
import { catalogueOf, type Flag } from "./catalogue.ts";
import type { FlagValue } from "./definition.ts";
import { evaluate, type FlagSource, subjectOf } from "./evaluate.ts";
import { facts } from "./facts.ts";
import { noteEffect } from "./note-change.ts";
import { shareOrganizationsAfter } from "./repository.ts";

/** Queue of the jobs that tell organizations of a kill switch that changed a flag of theirs. */
export const ANNOUNCE = "feature_flags.announce";

/** Organizations that are looked at in one transaction. */
const PORTION = 50;

/** A kill switch that was used. */
interface Switched extends JobPayload {
	readonly key: string;
	/** Variant that everybody had before; null: it was not killed. */
	readonly before: string | null;
	/** Variant that everybody has since; null: it was revived. */
	readonly after: string | null;
	/** Organization that was looked at last; empty: none. */
	readonly place: string;
}

/** Enqueues the announcement of a change of a kill switch, in the transaction of that. */
export async function announceSwitch(
	{ tx, afterCommit }: Change,
	jobs: Pick<Jobs, "enqueue" | "wake">,
	{ key }: Flag,
	[before, after]: readonly [Flag, Flag],
): Promise<void> {
	const payload: Switched = { key, before: killedVariant(before), after: killedVariant(after), place: "" };
	if (payload.before === payload.after) return;
	await jobs.enqueue(tx, { queue: ANNOUNCE, orgId: null, payload });
	afterCommit(() => jobs.wake(ANNOUNCE));
}

const killedVariant = ({ stored }: Flag): string | null => stored?.killed?.variant ?? null;

/**
 * Handles the announcements: organizations whose value changed learn of it, a portion in each transaction, whatever their
 * number. What was changed again meanwhile is not announced any further; that change has its own announcement.
 */
export function handleAnnouncements({ unitOfWork, jobs }: { unitOfWork: UnitOfWork; jobs: Jobs }): void {
	jobs.handle(ANNOUNCE, async (job) => {
		const switched = narrow(job);
		await unitOfWork.run(systemContext(`job:${ANNOUNCE}`), async (change) => {
			await job.done(change.tx);
			const configuration = await readConfiguration(change.tx);
			const flag = catalogueOf(configuration).get(switched.key);
			if (flag === undefined || killedVariant(flag) !== switched.after) return;
			const stored = await shareOrganizationsAfter(change.tx, { place: switched.place, limit: PORTION });
			for (const row of stored)
				if (row.state !== "deleted") announceTo(change, { ...row, configuration }, flag, switched);
			const last = stored.at(-1);
			if (last === undefined || stored.length < PORTION) return;
			await jobs.enqueue(change.tx, { queue: ANNOUNCE, orgId: null, payload: { ...switched, place: last.id } });
			change.afterCommit(() => jobs.wake(ANNOUNCE));
		});
	});
}

function announceTo(change: Change, row: OrganizationRow, flag: Flag, { before, after }: Switched): void {
	const [from, to] = [before, after].map((variant) => valueWith(flag, row, variant));
	if (from === undefined || to === undefined || Bun.deepEquals(from, to)) return;
	const { key, stored } = flag;
	const object = { key, value: to, reason: stored?.killed?.reason ?? null };
	if (after === null) noteEffect(change, row, { key, from, to });
	else change.record(row.id, facts["feature_flag.kill"], { id: key, object });
}

/** Returns the value for an organization while a flag is killed, or not. */
function valueWith(flag: Flag, row: FlagSource, killed: string | null): FlagValue | undefined {
	if (killed !== null) return flag.definition.variants[killed];
	return evaluate({ ...flag, killed: null }, subjectOf(row)).value;
}

const narrow = ({ payload: { key, before, after, place } }: Job): Switched => ({
	key: String(key),
	before: typeof before === "string" ? before : null,
	after: typeof after === "string" ? after : null,
	place: typeof place === "string" ? place : "",
});
