import { FairLimiter } from "#kernel/fair-queue";
import { lowerPriority } from "#kernel/priority";
import { encodeFrame, type Frame, readFrames } from "../frames.ts";
import { createDetectors, type FrameDetector } from "./detector.ts";
import { Recognizers } from "./recognizers.ts";
import { Track } from "./track.ts";
import { loadVosk } from "./vosk-library.ts";

/** Requests of users come before live captions, and these before recordings. */
const NICE = 2;

/** A track, and its messages, which are worked on one after the other. */
interface OpenTrack {
	readonly queue: Frame[];
	wake: () => void;
	isOpen: boolean;
}

/** Writes to the process that started this one. */
function createOutput() {
	const output = Bun.stdout.writer();
	return (header: Frame["header"]) => {
		void output.write(encodeFrame(header));
		void output.flush();
	};
}

/** Returns what a function returned for the same key before. */
function once<T>(make: (key: string) => T): (key: string) => T {
	const made = new Map<string, T>();
	return (key) => {
		const value = made.get(key) ?? make(key);
		made.set(key, value);
		return value;
	};
}

/**
 * Hears live tracks for the process that started this one, until standard input ends: many at once. Parties take turns, a
 * message each: one that speaks in a hundred tracks does not delay another.
 */
export async function runLiveSpeech(): Promise<void> {
	lowerPriority(NICE);
	const send = createOutput();
	const tracks = new Map<number, OpenTrack>();
	const limiter = new FairLimiter(1);
	const detectorsOf = once((path: string) => createDetectors(path));
	const recognizersOf = once((key: string) => {
		const [library = "", folder = ""] = key.split("\0");
		return new Recognizers(loadVosk(library, folder));
	});

	async function listen(id: number, { header }: Frame, open: OpenTrack): Promise<void> {
		let track: Track | undefined;
		const party = String(header.party);
		try {
			const detector: FrameDetector = (await detectorsOf(String(header.silero ?? "")))(party);
			const { library, folder } = header;
			const recognizers = library === null ? null : recognizersOf(`${library}\0${folder}`);
			const emit = (event: object) => {
				if (open.isOpen) send({ track: id, ...event });
			};
			track = new Track(detector, recognizers?.for(party) ?? null, emit);
			emit({ type: "opened" });
			while (open.isOpen) {
				const message = open.queue.shift();
				if (!message) await new Promise<void>((resolve) => (open.wake = resolve));
				else await follow(message, track, emit);
				// Other parties come first.
				await limiter.run(party, null, () => new Promise((resolve) => setImmediate(resolve)));
			}
		} catch (error) {
			send({ track: id, type: "failed", reason: error instanceof Error ? error.message : String(error) });
		} finally {
			tracks.delete(id);
			track?.close();
		}
	}

	for await (const frame of readFrames(Bun.stdin.stream())) {
		const id = Number(frame.header.track);
		const open = tracks.get(id);
		if (frame.header.do === "open") {
			const opened: OpenTrack = { queue: [], wake: () => {}, isOpen: true };
			tracks.set(id, opened);
			void listen(id, frame, opened);
		} else if (frame.header.do === "close") {
			tracks.delete(id);
			if (open) open.isOpen = false;
		} else open?.queue.push(frame);
		open?.wake();
	}
}

async function follow({ header, payload }: Frame, track: Track, emit: (event: object) => void): Promise<void> {
	if (header.do === "hear") {
		await track.hear(new Int16Array(payload.buffer, 0, payload.byteLength / 2));
		emit({ type: "taken", bytes: payload.byteLength });
	} else if (header.do === "finalize") {
		track.finalize();
		emit({ type: "finalized" });
	}
}
