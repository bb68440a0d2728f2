/** The recorded lesson of `parley seed`, with a real engine. */
import { afterAll, describe, expect } from "bun:test";
import { clientAt } from "../support/client.ts";
import { parley, temporaryDirectory } from "../support/command.ts";
import { ENGINE_ENV, engineTest } from "../support/engines.ts";
import { startServerProcess } from "../support/server-process.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

/** It takes a minute of processor time, and longer on a machine that is busy otherwise. */
const TRANSCRIBING_MS = 20 * 60_000;

describe("seed, with a speech engine", () => {
	engineTest(
		"transcribes the lesson, which its pupils read with the words of each speaker",
		async () => {
			const seeded = await parley("seed --init --json", directory.path, { env: ENGINE_ENV });
			const { organizations, password } = JSON.parse(seeded.stdout);
			const [{ recording }] = organizations;
			const server = startServerProcess({ DATA_DIR: directory.path });
			const base = await server.url();
			const credentials = { email: "mei.tanaka@greenvalley.example", password };
			const { access_token } = (await clientAt(base).post("/auth/login", credentials)).body;

			const subtitles = await clientAt(base, access_token).get(`/transcripts/${recording.transcriptId}?format=vtt`);
			await server.stop();

			expect([seeded.exitCode, recording.transcript, subtitles.status]).toEqual([0, "ready", 200]);
			const said = subtitles.text.toLowerCase();
			for (const words of ["three quarters", "refraction", "work in pairs"]) expect(said).toContain(words);
			const voiceOf = (words: string) => new RegExp(`<v ([^>]+)>[^<]*${words}`).exec(said)?.[1];
			expect(voiceOf("refraction")).toBe(voiceOf("three quarters"));
			expect(voiceOf("work in pairs")).not.toBe(voiceOf("refraction"));
		},
		TRANSCRIBING_MS,
	);
});
