/** How pictures are sent to each of the others. */
export interface VideoPlan {
	readonly width: number;
	readonly height: number;
	readonly framesPerSecond: number;
	readonly bitsPerSecond: number;
}

const row = (width: number, height: number, framesPerSecond: number, kilobits: number): VideoPlan => ({
	width,
	height,
	framesPerSecond,
	bitsPerSecond: kilobits * 1_000,
});

const LAST = row(320, 180, 10, 120);
/** Each of the others costs an encoder of its own. */
const ROWS = [
	row(1280, 720, 30, 1_500),
	row(960, 540, 25, 800),
	row(640, 360, 20, 450),
	row(480, 270, 15, 250),
	LAST,
] as const;
const SMALLEST = ROWS.length - 1;
/** Row for so many people. */
const ROW_OF = [0, 0, 0, 1, 2, 3, 3] as const;

/** A shared screen: few pictures, but sharp. */
export const SCREEN_LIMIT = { maxBitrate: 1_500_000, maxFramerate: 5 };
export const VOICE_LIMIT = { maxBitrate: 32_000 };

/** How much is given up for a machine that is too slow: rows, and at last the pictures of the others. Sound is never given up. */
export const MOST_GIVEN_UP = SMALLEST + 1;

/**
 * Returns how a person sends their picture.
 * @param people in the room, oneself included
 * @param isSharing whether they share their screen, for which the camera makes room
 */
export function planFor(people: number, isSharing: boolean, givenUp: number): VideoPlan {
	const usual = isSharing ? SMALLEST : (ROW_OF[people] ?? SMALLEST);
	return ROWS[Math.min(usual + givenUp, SMALLEST)] ?? LAST;
}

/** What connections have done so far. */
export interface Totals {
	readonly samples: number;
	/** Of those, how many were made up for what did not come in time. */
	readonly concealed: number;
	/** Whether pictures are small because the processor is too slow. */
	readonly isSlow: boolean;
}

const MOST_CONCEALED = 0.1;

/** Whether the machine did too much between two looks at it. */
export function isStruggling(before: Totals, now: Totals): boolean {
	const samples = now.samples - before.samples;
	return now.isSlow || (samples > 0 && (now.concealed - before.concealed) / samples > MOST_CONCEALED);
}

/** Sums up what connections report. */
export async function totalsOf(connections: readonly RTCPeerConnection[]): Promise<Totals> {
	const totals = { samples: 0, concealed: 0, isSlow: false };
	for (const connection of connections) {
		const report = (await connection.getStats()) as unknown as ReadonlyMap<string, Record<string, unknown>>;
		for (const entry of report.values()) {
			if (entry.type === "outbound-rtp") totals.isSlow ||= entry.qualityLimitationReason === "cpu";
			if (entry.type !== "inbound-rtp" || entry.kind !== "audio") continue;
			totals.samples += Number(entry.totalSamplesReceived ?? 0);
			// A line on which nobody is heard is made up of silence: that is no fault of the machine.
			totals.concealed += Number(entry.concealedSamples ?? 0) - Number(entry.silentConcealedSamples ?? 0);
		}
	}
	return totals;
}
