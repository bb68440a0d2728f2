import type { Page } from "playwright-core";

/** What a page notes while two people talk, in ms since 1970: one machine has one clock. */
export interface Notes {
	/** When the own microphone fell silent. */
	readonly ends: readonly number[];
	/** When a caption was written, and by whom it was said. */
	readonly lines: readonly { readonly atMs: number; readonly text: string }[];
}

/** Has a page note when its microphone falls silent, and when captions are written. */
export const takeNotes = (page: Page): Promise<void> =>
	page.evaluate(() => {
		const LOUD = 0.02;
		const SILENCE_MS = 700;
		const ends: number[] = [];
		const lines: { atMs: number; text: string }[] = [];
		const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
		const track = connections
			.flatMap((each) => each.getSenders())
			.map(({ track: own }) => own)
			.find((own) => own?.kind === "audio");
		if (!track) throw new Error("there is no microphone");
		const audio = new AudioContext();
		const analyser = audio.createAnalyser();
		audio.createMediaStreamSource(new MediaStream([track])).connect(analyser);
		const samples = new Float32Array(analyser.fftSize);
		let loudAtMs = 0;
		const timer = setInterval(() => {
			analyser.getFloatTimeDomainData(samples);
			if (samples.some((each) => Math.abs(each) > LOUD)) loudAtMs = Date.now();
			else if (loudAtMs > 0 && Date.now() - loudAtMs > SILENCE_MS) {
				ends.push(loudAtMs);
				loudAtMs = 0;
			}
		}, 20);
		const log = document.querySelector('[role="log"].captions-log');
		if (!log) throw new Error("there are no captions");
		const observer = new MutationObserver((changes) => {
			for (const { addedNodes } of changes)
				for (const node of addedNodes)
					if (node instanceof HTMLParagraphElement) lines.push({ atMs: Date.now(), text: node.textContent ?? "" });
		});
		observer.observe(log, { childList: true, subtree: true });
		Object.assign(globalThis, { notes: { ends, lines }, notesTaken: [timer, observer, analyser] });
	});

/** Returns what a page has noted so far. */
export const notesOf = (page: Page): Promise<Notes> =>
	page.evaluate(() => structuredClone((globalThis as unknown as { notes: Notes }).notes));

/** Returns how long after the end of each utterance its caption was on the screen of the other, in ms; null: it was not. */
export const delaysOf = (name: string, { ends }: Notes, { lines }: Notes): readonly (number | null)[] =>
	ends.map((endMs, index) => {
		const nextMs = ends[index + 1] ?? Number.POSITIVE_INFINITY;
		const line = lines.find(({ atMs, text }) => text.includes(name) && atMs > endMs - 300 && atMs < nextMs - 300);
		return line ? line.atMs - endMs : null;
	});
