import { type LiveSocket, openSocket } from "#tests/support/live";
import { openRoom } from "#tests/support/live-room";
import { done, foundSchool, type Person } from "#tests/support/school";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { quantile } from "../support/load.ts";
import { figures, table } from "../support/report.ts";
import { openTwo, type TwoInstances } from "./instances.ts";

/** Rooms that lose their hosts at the same time. */
const AT_ONCE = 4;
/** Longest time from the last sign of life of a host, in ms. */
const HELD_GOAL_MS = 5_000;
/** Longest time from the first packet of a host who is back, in ms. */
const RESUMED_GOAL_MS = 1_000;

/** Times of one sample, in ms: what both instances have told. */
interface Sample {
	/** From the last byte that the host sent. */
	readonly heldMs: readonly number[];
	/** From the beginning of the host's next connection. */
	readonly resumedMs: readonly number[];
}

/** Measures when rooms are held and go on, whose hosts have lost their network. @returns whether both goals are met */
export async function measureHold(samples: number): Promise<boolean> {
	const servers = await openTwo();
	try {
		const owner = await foundSchool(servers.here.url);
		const each = Array.from({ length: AT_ONCE }, (_, n) =>
			sampleRoom(servers, owner, Math.floor((samples + n) / AT_ONCE)),
		);
		const all = (await Promise.all(each)).flat();
		const rows = (["heldMs", "resumedMs"] as const).map((key) => {
			const slower = all.map((sample) => Math.max(...sample[key]));
			return [key === "heldMs" ? "held" : "resumed", slower.length, ...spread(slower)] as const;
		});
		table(["", "samples", "least ms", "median ms", "p95 ms", "most ms"], rows);
		const [held = 0, resumed = 0] = rows.map((row) => row[5]);
		figures("room hold", { samples: all.length, held_max_ms: held, resumed_max_ms: resumed });
		return held <= HELD_GOAL_MS && resumed <= RESUMED_GOAL_MS;
	} finally {
		await servers.close();
	}
}

const spread = (values: readonly number[]) =>
	[Math.min(...values), quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)].map(Math.round) as [
		number,
		number,
		number,
		number,
	];

/** Loses the host of a room again and again: their packets are dropped, nothing is closed. */
async function sampleRoom({ here, there }: TwoInstances, owner: Person, count: number): Promise<Sample[]> {
	const { token } = owner;
	const whenUnattended = { action: "hold", graceSeconds: 0 };
	const { meetingId, guest } = await openRoom(here.url, owner, {
		whenUnattended: { ...whenUnattended, graceSeconds: 300 },
	});
	await done(here.url, "POST", `/meetings/${meetingId}/join`, { token, body: {} });
	const proxy = await openTcpProxy(here.url);
	let sentAtMs = 0;
	proxy.onSent = () => {
		sentAtMs = performance.now();
	};
	const comeIn = async (at: string, by: string): Promise<LiveSocket> => {
		const socket = await openSocket(at, { meetingId, token: by });
		await socket.next("room");
		return socket;
	};
	const host = () => comeIn(proxy.url.replace(/\/$/, ""), token);
	const others = [
		await comeIn(here.url, (await guest(here.url, "Ada")).token),
		await comeIn(there.url, (await guest(here.url, "Ben")).token),
	];
	const sockets = [await host()];
	await done(here.url, "PATCH", `/meetings/${meetingId}`, { token, body: { whenUnattended } });
	/** Waits until both are told of a state once more. */
	const told = (state: string) =>
		Promise.all(
			others.map(async (socket) => {
				const before = new Set(socket.frames);
				await socket.next("hold", (frame) => frame.state === state && !before.has(frame));
				return performance.now();
			}),
		);
	const holds = () => others[0]?.frames.filter(({ type, state }) => type === "hold" && state === "held").length ?? 0;
	const found: Sample[] = [];
	try {
		for (let n = 0; n < count; n++) {
			// At any moment between two signs of life.
			await Bun.sleep(2_000 + Math.random() * 1_000);
			proxy.lose();
			const lostAtMs = sentAtMs;
			const heldMs = (await told("held")).map((atMs) => atMs - lostAtMs);
			const backAtMs = performance.now();
			const [resumed] = await Promise.all([told("resumed"), host().then((socket) => sockets.push(socket))]);
			found.push({ heldMs, resumedMs: resumed.map((atMs) => atMs - backAtMs) });
		}
		// Held although their host was there: an instance was away for longer than its leases last.
		if (holds() > count) process.stdout.write(`a room was held ${holds() - count} times too often\n`);
	} finally {
		for (const socket of [...others, ...sockets]) socket.close();
		await proxy.close();
	}
	return found;
}
