import { describe, expect } from "bun:test";
import { render } from "#kernel/texts";
import type { LiveSpeech } from "#modules/engines/speech";
import { engineTest, openEngines } from "../support/engines.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { listenTo, pcmOf, sayTo } from "../support/live-speech.ts";
import { MEETING } from "../support/meeting.ts";
import { speak } from "../support/spoken.ts";

const opened = await forThisFile(openEngines());

/** More than are heard at once. */
const TRACKS = 12;
/** What the flood may have been heard of, as a multiple of what the other has said: as much again, and what had begun. */
const MOST_TIMES = 4;

/** Returns the engine as an organization hears with it. */
function vosk(party: string): LiveSpeech {
	const engine = opened.adapters.findLive("vosk");
	if ("unavailable" in engine) throw new Error(render(engine.unavailable.detail, "en"));
	return { info: engine.info, open: (options) => engine.open({ ...options, party }) };
}

describe("one track of an organization, beside many of another that speaks faster than it can be heard", () => {
	engineTest(
		"is heard as if the other had one",
		async () => {
			const pcm = await pcmOf(await speak(MEETING.slice(0, 1)));
			const flooding = vosk("org_flood");
			const flood = await Promise.all(Array.from({ length: TRACKS }, () => listenTo(flooding)));
			const other = await listenTo(vosk("org_other"));
			const said = flood.map(({ stream }) => sayTo(stream, pcm));
			const heardMs = () =>
				flood.reduce((sum, { of }) => sum + Math.max(0, ...of("final").map((final) => final.heardMs)), 0);

			await sayTo(other.stream, pcm);
			await other.stream.finish();
			const before = heardMs();
			for (const { aborting } of flood) aborting.abort();
			await Promise.all(said);

			expect(other.said()).toMatch(/^Good morning/);
			expect(before).toBeLessThan((MOST_TIMES * pcm.length) / 32);
		},
		180_000,
	);
});
