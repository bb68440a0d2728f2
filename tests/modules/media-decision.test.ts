import { describe, expect, test } from "bun:test";
import type { ForwarderFigures, MediaForwarder } from "#modules/meetings/forwarding";
import { createMediaRooms, type RoomState } from "../../modules/transcripts/live/media.ts";

const figures: ForwarderFigures = {
	connected: 0,
	packetsIn: 0,
	packetsOut: 0,
	dropped: { late: 0, limit: 0, refused: 0 },
	lagMs: 0,
	failures: 0,
};
const LARGE: RoomState = {
	people: 9,
	isWhole: true,
	isAllowed: true,
	rules: { isHeld: false, camerasForHosts: false },
};

/** Opens a room of which a worker would know, and notes what the worker is asked for. */
function openRoom(isAlive = true) {
	const calls: string[] = [];
	let nowMs = 0;
	const forwarder: MediaForwarder = {
		...{ figures, isPossible: true, isAlive, port: 3_480 },
		start: () => undefined,
		setRoom: () => void calls.push("set"),
		closeRoom: () => void calls.push("close"),
		isReachedAt: () => false,
		open: () => undefined,
		answer: () => undefined,
		note: () => undefined,
		close: () => undefined,
		end: async () => undefined,
	};
	const media = createMediaRooms({
		forwarder,
		steadyMs: () => nowMs,
		connections: { take: () => () => undefined },
	});
	const room = media.open(
		"mtg",
		() => undefined,
		() => undefined,
	);
	return {
		calls,
		/** Returns how it goes in a state, so much later. */
		viaIn(state: Partial<RoomState>, afterMs = 0): string {
			nowMs += afterMs;
			room.refresh({ ...LARGE, ...state });
			return room.way?.via ?? "none";
		},
	};
}

describe("a room goes through the worker", () => {
	test("from the ninth person on, and until it has had six for half a minute", () => {
		const { viaIn } = openRoom();

		expect([viaIn({ people: 8 }), viaIn({ people: 9 }), viaIn({ people: 7 }, 60_000)]).toEqual([
			"mesh",
			"worker",
			"worker",
		]);
		expect([viaIn({ people: 6 }, 29_000), viaIn({ people: 7 }, 2_000)]).toEqual(["worker", "worker"]);
		expect([viaIn({ people: 6 }, 29_000), viaIn({ people: 6 }, 1_000)]).toEqual(["worker", "mesh"]);
	});

	test("while all its connections are on this instance, the organization allows it, and there is a worker", () => {
		const { viaIn, calls } = openRoom();

		expect([viaIn({ isWhole: false }), viaIn({ isAllowed: false }), viaIn({})]).toEqual(["mesh", "mesh", "worker"]);
		expect([viaIn({ isWhole: false }), calls.at(-1)]).toEqual(["mesh", "close"]);
		expect([viaIn({}), viaIn({ isAllowed: false }), calls.at(-1)]).toEqual(["worker", "mesh", "close"]);
		expect(openRoom(false).viaIn({})).toBe("mesh");
	});

	test("which forwards on for eight seconds while browsers call each other", () => {
		const { viaIn, calls } = openRoom();
		viaIn({});
		viaIn({ people: 6 });
		viaIn({ people: 6 }, 30_000);

		expect(calls).toEqual(["set"]);
		viaIn({ people: 6 }, 7_999);
		expect(calls).toEqual(["set"]);
		viaIn({ people: 6 }, 1);
		expect(calls).toEqual(["set", "close"]);
	});
});
