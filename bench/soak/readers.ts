import { follow, type LiveFollower } from "#tests/support/live-follower";
import type { Soak } from "./installation.ts";

/** What the readers got, held against what was stored. */
export interface Outcome {
	readonly readers: number;
	/** Finals and revisions of all meetings. */
	readonly finals: number;
	/** The same, times their readers. */
	readonly deliveries: number;
	readonly lost: number;
	readonly repeated: number;
	readonly outOfOrder: number;
	/** How often a reader had to connect again. */
	readonly reconnects: number;
	/** One row for each meeting. */
	readonly rows: readonly (readonly (string | number)[])[];
}

/** Readers of all meetings. */
export interface SoakReaders {
	/** Ends the meetings, waits until every reader has been told, and compares. */
	finish(): Promise<Outcome>;
}

/** Readers that connect at once. */
const AT_ONCE = 20;
/** Longest wait for the last message, in ms. */
const CLOSING_MS = 60_000;

/** What was wrong at one reader of a meeting with so many events. */
function faultsOf({ events }: LiveFollower, count: number) {
	const sequence = events.map(({ seq }) => Number(seq));
	const different = new Set(sequence);
	return {
		lost: count - different.size,
		repeated: sequence.length - different.size,
		outOfOrder: sequence.filter((seq, index) => index > 0 && seq < (sequence[index - 1] ?? 0)).length,
	};
}

/** Lets readers into the meetings in turn. */
export async function readersOf(
	{ rooms, urlsFor, instances: [, survivor] }: Soak,
	count: number,
): Promise<SoakReaders> {
	const readers: { readonly room: number; readonly follower: LiveFollower }[] = [];
	const open = async (index: number): Promise<void> => {
		const room = index % rooms.length;
		const { meetingId = "", host } = rooms[room] ?? {};
		const urls = urlsFor(Math.floor(index / rooms.length));
		const follower = await follow({ urls, meetingId, token: host?.token ?? "", ignores: ["partial"] });
		readers.push({ room, follower });
	};
	for (let index = 0; index < count; index += AT_ONCE)
		await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - index) }, (_, at) => open(index + at)));

	return {
		async finish() {
			await Promise.all(rooms.map((room) => room.end(survivor.url)));
			await Promise.race([Promise.all(readers.map(({ follower }) => follower.closed)), Bun.sleep(CLOSING_MS)]);
			const rows: (string | number)[][] = [];
			const sums = { finals: 0, deliveries: 0, lost: 0, repeated: 0, outOfOrder: 0, reconnects: 0 };
			for (const room of rooms.keys()) {
				const own = readers.filter((reader) => reader.room === room).map(({ follower }) => follower);
				// Sequences have no gaps, and a reader who was there to the end knows the last one.
				const events = Math.max(
					...own.map((follower) => Math.max(0, ...follower.events.map(({ seq }) => Number(seq)))),
				);
				const segments = (await own[0]?.closed)?.segments ?? 0;
				const faults = own.map((follower) => faultsOf(follower, events));
				const sum = (fault: keyof ReturnType<typeof faultsOf>) =>
					faults.reduce((total, each) => total + each[fault], 0);
				const [lost, repeated, outOfOrder] = [sum("lost"), sum("repeated"), sum("outOfOrder")];
				rows.push([room + 1, events, segments, own.length, lost, repeated, outOfOrder]);
				sums.finals += events;
				sums.deliveries += own.reduce((total, follower) => total + follower.events.length, 0);
				sums.lost += lost;
				sums.repeated += repeated;
				sums.outOfOrder += outOfOrder;
				sums.reconnects += own.reduce((total, follower) => total + follower.reconnects, 0);
			}
			return { readers: readers.length, rows, ...sums };
		},
	};
}
