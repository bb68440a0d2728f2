import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A sentence and its speaker. */
export interface Line {
	readonly who: string;
	readonly text: string;
}

/** Bytes per millisecond of 16-bit samples at 16 kHz. */
const BYTES_PER_MS = 32;
/** Length of a WAV header, in bytes. */
const HEADER_BYTES = 44;
/** Silence after each sentence, in ms. */
const PAUSE_MS = 1_300;

/** flite's 16 kHz voices, assigned in the order in which people begin to speak. */
const VOICES = ["slt", "rms"];

/**
 * Synthesizes a conversation. Returns the audio of each speaker, all of the same length, with silence while others speak,
 * as from separate microphones.
 */
export function speakAloud(lines: readonly Line[]): ReadonlyMap<string, Uint8Array> {
	const folder = mkdtempSync(join(tmpdir(), "parley-voices-"));
	const people = [...new Set(lines.map(({ who }) => who))];
	const parts = new Map(people.map((who) => [who, [] as Uint8Array[]]));
	for (const { who, text } of lines) {
		const path = join(folder, "said.wav");
		const voice = VOICES[people.indexOf(who) % VOICES.length] ?? "slt";
		Bun.spawnSync(["flite", "-voice", voice, "-t", text, "-o", path]);
		const said = readFileSync(path).subarray(HEADER_BYTES);
		const part = Buffer.alloc(said.length + PAUSE_MS * BYTES_PER_MS);
		for (const [person, own] of parts) own.push(person === who ? Buffer.concat([said], part.length) : part);
	}
	rmSync(folder, { recursive: true });
	return new Map([...parts].map(([who, own]) => [who, Buffer.concat(own)]));
}

/** Sends audio in real time, a tenth of a second at a time. Resolves when all of it has been sent. */
export async function sayInto(socket: WebSocket, audio: Uint8Array): Promise<void> {
	const chunk = 100 * BYTES_PER_MS;
	const startMs = performance.now();
	for (let at = 0; at < audio.length; at += chunk) {
		const waitMs = startMs + at / BYTES_PER_MS - performance.now();
		if (waitMs > 0) await Bun.sleep(waitMs);
		socket.send(audio.slice(at, at + chunk));
	}
}
