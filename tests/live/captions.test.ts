import { describe, expect } from "bun:test";
import { ENGINE_ENV, engineTest } from "../support/engines.ts";
import type { Frame } from "../support/live.ts";
import { follow, type LiveFollower } from "../support/live-follower.ts";
import { openRoom } from "../support/live-room.ts";
import { speakLive } from "../support/live-speaker.ts";
import { DIALOGUE } from "../support/spoken.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";
import { utterancesOf } from "../support/utterances.ts";

const TIMEOUT_MS = 60_000;

/** Sequence and text of the finals, in the order of arrival. */
const finalsOf = ({ events }: LiveFollower): [number, string][] =>
	events.filter(({ type }) => type === "final").map(({ seq, segment }) => [seq, segment.text]);

if (canBeTwo) {
	const { here, there, owner } = await openTwoServers({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" });
	const [a, b] = [here.url, there.url];

	/** Starts a meeting, with a reader at each server who goes to the other one when it fails. */
	async function openClass() {
		const room = await openRoom(a, owner);
		const { meetingId } = room;
		const { token } = owner;
		const readers = await Promise.all(
			[
				[a, b],
				[b, a],
			].map((urls) => follow({ urls, meetingId, token })),
		);
		return { room, readers };
	}

	describe("a meeting over two servers", () => {
		engineTest(
			"is heard to the end when its server is killed in the middle of a sentence",
			async () => {
				const speech = await utterancesOf(DIALOGUE, 1_200);
				const { room, readers } = await openClass();
				const speaker = await room.guest(a, "Ada");
				const heard: Frame[] = [];
				const half = speech.utterances[2];
				if (!half) throw new Error("there is no third sentence");

				const speaking = speakLive({
					urls: [a, b],
					meetingId: room.meetingId,
					token: speaker.token,
					pcm: speech.pcm,
					onFrame: (frame) => void heard.push(frame),
					onStart: () => setTimeout(() => void here.kill(), (half.startMs + half.endMs) / 2),
				});
				const { reconnects, ackMs } = await speaking;
				await here.restart();
				await room.end(b);
				const closings = await Promise.all(readers.map(({ closed }) => closed));

				const [first = [], second = []] = readers.map(finalsOf);
				const texts = new Map(readers.flatMap(({ events }) => events.map(({ segment }) => [segment.id, segment.text])));
				expect(reconnects).toBe(1);
				expect(ackMs).toBeGreaterThan(speech.durationMs - 1_500);
				expect(first).toEqual(second);
				expect(first.map(([seq]) => seq)).toEqual(first.map((_, at) => at + 1));
				expect(closings.map(({ segments }) => segments)).toEqual([texts.size, texts.size]);
				const words = [...texts.values()].join(" ").toLowerCase();
				const expected = ["budget", "supplier", "second offer", "report", "launch", "marketing"];
				expect(expected.filter((word) => words.split(word).length !== 2)).toEqual([]);
				expect(heard.some(({ type }) => type === "partial")).toBe(true);
			},
			TIMEOUT_MS,
		);
	});
}
