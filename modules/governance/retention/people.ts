import { inPortions, type RunPortions } from "#db/portions";
import type { Db, ReadDb } from "#db/store";
import { systemContext } from "#modules/tenancy/permissions";
import {
	isAddressTaken,
	listDueDepartures,
	listPurgingDepartures,
	shareDepartures,
	startDeparturePurge,
} from "#platform/departures";
import type { Core, ErasedPerson } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { SWEEP } from "./queues.ts";
import { beginRun, type Purged, purgedBy, savePurged } from "./runs.ts";

/** People whose data is erased together: what has no index by person is read once for all of them. */
const TOGETHER = 200;
/** Rows of theirs that one transaction deletes at most. */
const ROWS = 200;
/** What is erased last of a person, and counts them. */
const LAST = "departures";

export interface PeoplePurgeDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly contributions: Pick<Core["contributions"], "eraseUserData">;
}

/** Who is looked at for a decision. */
interface Due {
	readonly orgId: string;
	readonly cutoffMs: number;
	readonly atMs: number;
	readonly id: string;
	readonly limit: number;
}

/** Creates the purge of the class `userData`: what organizations hold of people who have left them. */
export function createPeoplePurge({ store, unitOfWork, contributions }: PeoplePurgeDeps) {
	const change = <T>(work: (change: Change) => Promise<T>): Promise<T> =>
		unitOfWork.run(systemContext(`job:${SWEEP}`), work);

	/** Adds people to the receipt of the run, in the transaction that has erased the last of them. */
	async function count(change: Change, orgId: string, people: number): Promise<void> {
		const run = await beginRun(change, orgId, null);
		await savePurged(change.tx, run, withPeople(purgedBy(run), people));
	}

	/** Runs portions while the people are gone: the data of whoever joins again meanwhile stays. */
	const portionsOf =
		(orgId: string, people: readonly ErasedPerson[], signal: AbortSignal) =>
		(what: string): RunPortions =>
		async (portion) => {
			const userIds = people.map(({ userId }) => userId);
			await inPortions<Change>(
				change,
				async (change, limit) => {
					// What comes last deletes what is shared here.
					const gone = what === LAST ? userIds : await shareDepartures(change.tx, orgId, userIds);
					if (gone.length < userIds.length) throw new RejoinedError();
					const erased = await portion(change.tx, limit);
					if (what === LAST && erased > 0) await count(change, orgId, erased);
					return erased;
				},
				{ signal, maxRows: ROWS },
			);
		};

	async function listPeople(db: ReadDb, orgId: string): Promise<ErasedPerson[]> {
		const people: ErasedPerson[] = [];
		for (const { userId, emailKey } of await listPurgingDepartures(db, orgId, TOGETHER)) {
			const isTaken = await isAddressTaken(db, emailKey, userId);
			people.push({ userId, emailKey: isTaken ? "" : emailKey, orgId });
		}
		return people;
	}

	return {
		/** Returns who is next to be decided on. */
		listDue: (tx: Db, due: Due) => listDueDepartures(tx, due),

		/** Begins the purge of what is held of somebody. */
		start: ({ tx, nowMs }: Change, orgId: string, userId: string): Promise<void> =>
			startDeparturePurge(tx, orgId, userId, nowMs),

		/** Purges some of those whose purge has begun; returns whether there were any. */
		async purgeSome(orgId: string, signal: AbortSignal): Promise<boolean> {
			const people = await listPeople(store.db, orgId);
			if (people.length === 0) return false;
			try {
				await contributions.eraseUserData(portionsOf(orgId, people, signal), people);
			} catch (error) {
				if (!(error instanceof RejoinedError)) throw error;
			}
			return true;
		},
	};
}

/** Thrown when somebody whose data is being erased has joined again: the others are looked up anew. */
class RejoinedError extends Error {
	override readonly name = "RejoinedError";
}

function withPeople({ classes, objects }: Purged, people: number): Purged {
	const { items, ...rest } = classes.userData;
	return { objects, classes: { ...classes, userData: { ...rest, items: items + people } } };
}
