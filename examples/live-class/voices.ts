import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A sentence, and who says it. */
export interface Line {
	readonly who: string;
	readonly text: string;
}

/** Samples of 16 bits at 16 kHz: bytes of a millisecond. */
const BYTES_PER_MS = 32;
/** The header of a WAV file. */
const HEADER_BYTES = 44;
/** Silence after each sentence, in ms. */
const PAUSE_MS = 1_300;

/** Voices of flite with 16 kHz, in the order in which people begin to speak. */
const VOICES = ["slt", "rms"];

/**
 * Has a conversation said by synthesized voices. Returns the audio of everybody: all of the same length, with silence
 * while others speak, as microphones have it.
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

/** Sends audio as it is said, a tenth of a second at a time. Resolves when all of it was said. */
export async function sayInto(socket: WebSocket, audio: Uint8Array): Promise<void> {
	const chunk = 100 * BYTES_PER_MS;
	const startMs = performance.now();
	for (let at = 0; at < audio.length; at += chunk) {
		const waitMs = startMs + at / BYTES_PER_MS - performance.now();
		if (waitMs > 0) await Bun.sleep(waitMs);
		socket.send(audio.slice(at, at + chunk));
	}
}
