import { ARTIFACT_CLASSES, type ArtifactRow } from "#db/schema";
import { shareOrganizationRow } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import { assignOrphan, type ExpiryPosition, FIRST_POSITION, listExpired, listPurging } from "#platform/artifacts";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { createPeoplePurge, type PeoplePurgeDeps } from "./people.ts";
import { SWEEP } from "./queues.ts";
import { listChangesInForce } from "./repository.ts";
import { periodMs, purgePolicy } from "./retention-policy.ts";
import { beginRun, type Purged, purgedBy, savePurged } from "./runs.ts";
import type { RetentionClass } from "./values.ts";

/** The classes in the order in which they are purged. */
const CLASSES: readonly RetentionClass[] = [...ARTIFACT_CLASSES, "userData"];

/** Entries that one transaction decides on. */
const DECIDED = 20;
/** Entries that one transaction looks at to delete them. */
const LISTED = 20;
/** Rows of one entry that one transaction deletes at most. */
const ROWS = 100;
/** Intended duration of a transaction, in ms: all other writes wait for it, and on SQLite the reads of this process. */
const PORTION_MS = 2;

/** How far a pass over the content of an organization has come. */
export interface Pass extends ExpiryPosition {
	/** Index of the class it is at; those before are done. */
	readonly at: number;
	/** Number of entries of each class that legal holds keep, so far. */
	readonly held: Readonly<Record<string, number>>;
}

/** The beginning of a pass. */
export const FIRST_PASS: Pass = { ...FIRST_POSITION, at: 0, held: {} };

/** An entry whose retention period is over. */
type Expired = Awaited<ReturnType<typeof listExpired>>[number];

/** What is decided in one transaction. */
interface Decision {
	readonly orgId: string;
	readonly dataClass: RetentionClass;
	readonly cutoffMs: number;
	readonly entries: readonly Expired[];
}

/** Where a pass has stopped. */
export interface Progress {
	readonly pass: Pass;
	/** Whether it is over, and everything that was decided is deleted. */
	readonly isOver: boolean;
}

export interface SweepDeps extends Pick<Core, "unitOfWork" | "settledClock" | "steadyMs" | "purge">, PeoplePurgeDeps {}

/** Creates the purge of what has expired: decisions, each followed by the deletion of what was decided. */
export function createSweep(deps: SweepDeps) {
	const { unitOfWork, settledClock, steadyMs, purge } = deps;
	const people = createPeoplePurge(deps);
	const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
		unitOfWork.run(systemContext(`job:${SWEEP}`), work);

	/** Begins the purge of entries that nothing holds, as many as there is time for; returns the last it has looked at. */
	async function startEach(
		change: Change,
		{ orgId, dataClass, cutoffMs, entries }: Decision,
	): Promise<Expired | undefined> {
		const startMs = steadyMs();
		for (const entry of entries) {
			if (!entry.isHeld && dataClass === "userData") await people.start(change, orgId, entry.id);
			else if (!entry.isHeld) await purge.start(change, orgId, entry.id, cutoffMs);
			if (steadyMs() - startMs >= PORTION_MS) return entry;
		}
		return entries.at(-1);
	}

	/**
	 * Decides which of the next expired entries are purged, and hides them for ever: by the policy, the delays and the legal
	 * holds of this transaction. Whoever changes one of them waits for it, or it sees the change. Returns the pass after
	 * them.
	 */
	const decideSome = (orgId: string, pass: Pass): Promise<Pass> =>
		change(async (change) => {
			const dataClass = CLASSES[pass.at];
			const organization = await shareOrganizationRow(change.tx, orgId);
			if (dataClass === undefined || organization === undefined || organization.state === "deleted")
				return { ...pass, at: CLASSES.length };
			const nowMs = settledClock.nowMs();
			const delays = await listChangesInForce(change.tx, orgId, nowMs);
			const policy = purgePolicy(organization, delays, nowMs);
			const cutoffMs = nowMs - periodMs(policy[dataClass]);
			const { atMs, id } = pass;
			const place = { orgId, cutoffMs, atMs, id, limit: DECIDED };
			const entries =
				dataClass === "userData"
					? await people.listDue(change.tx, place)
					: await listExpired(change.tx, { ...place, dataClass });
			if (entries.some(({ isHeld }) => !isHeld)) await beginRun(change, orgId, policy);
			const last = await startEach(change, { orgId, dataClass, cutoffMs, entries });
			const decided = last === undefined ? entries : entries.slice(0, entries.indexOf(last) + 1);
			const heldItems = (pass.held[dataClass] ?? 0) + decided.filter(({ isHeld }) => isHeld).length;
			const held = { ...pass.held, [dataClass]: heldItems };
			if (last === undefined || (last === entries.at(-1) && entries.length < DECIDED))
				return { ...FIRST_POSITION, at: pass.at + 1, held };
			return { at: pass.at, atMs: last.atMs ?? 0, id: last.id, held };
		});

	/** Deletes some of what was decided; returns whether there was any. */
	const deleteSome = (orgId: string): Promise<boolean> =>
		change(async (change) => {
			const entries = await listPurging(change.tx, orgId, LISTED);
			if (entries.length === 0) return false;
			const run = await beginRun(change, orgId, null);
			const startMs = steadyMs();
			let purged = purgedBy(run);
			for (const entry of entries) {
				const outcome = await purge.deletePortion(change, orgId, entry.id, ROWS);
				if (outcome === "purged") {
					const { blobId } = entry;
					const isLast = blobId !== null && (await assignOrphan(change.tx, { orgId, blobId, runId: run.id }));
					purged = withEntry(purged, entry, isLast);
				}
				if (outcome === "more" || steadyMs() - startMs >= PORTION_MS) break;
			}
			await savePurged(change.tx, run, purged);
			return true;
		});

	return {
		/**
		 * Goes on with a pass until a point in time, in transactions of about 10 ms with pauses between them.
		 * @param untilMs on the clock of `steadyMs`
		 */
		async continue(orgId: string, from: Pass, untilMs: number, signal: AbortSignal): Promise<Progress> {
			for (let pass = from; ; ) {
				signal.throwIfAborted();
				const startMs = performance.now();
				if (!(await deleteSome(orgId)) && !(await people.purgeSome(orgId, signal))) {
					if (pass.at >= CLASSES.length) return { pass, isOver: true };
					pass = await decideSome(orgId, pass);
				}
				if (steadyMs() >= untilMs) return { pass, isOver: false };
				await Bun.sleep(Math.min(PORTION_MS, performance.now() - startMs));
			}
		},
	};
}

function withEntry(purged: Purged, { class: dataClass, sizeBytes }: ArtifactRow, isLast: boolean): Purged {
	const { items, bytes, heldItems } = purged.classes[dataClass];
	const { objects } = purged;
	return {
		classes: { ...purged.classes, [dataClass]: { items: items + 1, bytes: bytes + sizeBytes, heldItems } },
		objects: isLast ? { count: objects.count + 1, bytes: objects.bytes + sizeBytes } : objects,
	};
}
