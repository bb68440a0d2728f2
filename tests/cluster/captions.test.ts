import { describe, expect, test } from "bun:test";
import { ENGINE_ENV, engineTest } from "../support/engines.ts";
import type { Frame } from "../support/live.ts";
import { follow, type LiveFollower } from "../support/live-follower.ts";
import { openRoom } from "../support/live-room.ts";
import { speakLive } from "../support/live-speaker.ts";
import { DIALOGUE } from "../support/spoken.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";
import { utterancesOf } from "../support/utterances.ts";

const TIMEOUT_MS = 120_000;

/** Sequence and text of the finals, in the order of arrival. */
const finalsOf = ({ events }: LiveFollower): [number, string][] =>
	events.filter(({ type }) => type === "final").map(({ seq, segment }) => [seq, segment.text]);

/** What must hold of the texts of any reader: each once, in their order, without a gap. */
function expectWhole(follower: LiveFollower, count: number): void {
	expect(finalsOf(follower).map(([seq]) => seq)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
}

if (canBeTwo) {
	const { redis, here, there, owner, untilHeard } = await openTwoServers({ ...ENGINE_ENV, STT_LIVE_PROVIDER: "vosk" });
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
		test("has one order of captions, wherever they come in and wherever they are read", async () => {
			const { room, readers } = await openClass();

			for (let n = 0; n < 25; n++) await Promise.all([room.caption(a, [`a${n}`]), room.caption(b, [`b${n}`])]);
			await Promise.all(readers.map((reader) => reader.has(50)));
			await Bun.sleep(200);

			for (const reader of readers) expectWhole(reader, 50);
			expect(new Set(readers.map((reader) => JSON.stringify(finalsOf(reader)))).size).toBe(1);
		});

		test("reaches a reader of the other server within the second", async () => {
			const { room, readers } = await openClass();
			const delays: number[] = [];

			for (let n = 1; n <= 20; n++) {
				const startMs = performance.now();
				await room.caption(a, [`${n}`]);
				await readers[1]?.has(n);
				delays.push(performance.now() - startMs);
			}

			expect(delays.toSorted((x, y) => x - y)[10]).toBeLessThan(300);
		});

		test(
			"goes on for its readers when one server is killed: they miss nothing, and get nothing twice",
			async () => {
				const { room, readers } = await openClass();
				const late = await follow({ urls: [a, b], meetingId: room.meetingId, token: owner.token });
				const said: string[] = [];
				const say = async (): Promise<void> => {
					const text = `t${said.length}`;
					said.push(text);
					await room.caption(b, [text]);
				};
				for (let n = 0; n < 20; n++) await say();

				const killed = here.kill();
				for (let n = 0; n < 40; n++) {
					await say();
					await Bun.sleep(10);
				}
				await killed;
				await here.restart();
				for (let n = 0; n < 20; n++) await say();

				const all = [...readers, late];
				await Promise.all(all.map((reader) => reader.has(80)));
				await Bun.sleep(200);
				for (const reader of all) expectWhole(reader, 80);
				expect(finalsOf(late).map(([, text]) => text)).toEqual(said);
				expect(all.map(({ reconnects }) => reconnects > 0)).toEqual([true, false, true]);
			},
			TIMEOUT_MS,
		);

		test(
			"loses nothing while Redis is away for three seconds",
			async () => {
				const { room, readers } = await openClass();
				for (let n = 0; n < 10; n++) await room.caption(a, [`before ${n}`]);

				await redis.kill();
				await untilHeard(false);
				for (let n = 0; n < 30; n++) {
					await Promise.all([room.caption(a, [`a${n}`]), room.caption(b, [`b${n}`])]);
					await Bun.sleep(100);
				}
				await Promise.all(readers.map((reader) => reader.has(70)));
				await redis.restart();
				await untilHeard(true);
				for (let n = 0; n < 10; n++) await room.caption(b, [`after ${n}`]);
				await Promise.all(readers.map((reader) => reader.has(80)));
				await Bun.sleep(1_200);

				for (const reader of readers) expectWhole(reader, 80);
				expect(new Set(readers.map((reader) => JSON.stringify(finalsOf(reader)))).size).toBe(1);
				expect(readers.map(({ reconnects }) => reconnects)).toEqual([0, 0]);
			},
			TIMEOUT_MS,
		);

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
