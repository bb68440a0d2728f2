import { describe, expect, test } from "bun:test";
import { createTestDatabase } from "../support/database.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { openInstances } from "../support/instances.ts";
import { openSocket } from "../support/live.ts";
import { openRoom } from "../support/live-room.ts";
import { ask, done, foundSchool, type Person } from "../support/school.ts";
import { openTcpProxy } from "../support/tcp-proxy.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";
import { until } from "../support/until.ts";

const TIMEOUT_MS = 300_000;
/** After the last sign of life, and on machines that have other things to do. */
const NOTICED_MS = 5_000;
const SPARE_MS = 2_000;

const joined = async (url: string, meetingId: string, { token }: Pick<Person, "token">) => {
	const socket = await openSocket(url, { meetingId, token });
	return { socket, room: await socket.next("room") };
};

const hold = (graceSeconds: number) => ({ action: "hold", graceSeconds });

/** Starts a meeting that is held without its host, who is in the room. */
async function startHeldBack(url: string, owner: Person) {
	const room = await openRoom(url, owner, { whenUnattended: hold(300) });
	const { meetingId } = room;
	await done(url, "POST", `/meetings/${meetingId}/join`, { token: owner.token, body: {} });
	const say = async (at: string, text: string) =>
		(await ask(at, "POST", `/meetings/${meetingId}/chat`, { token: owner.token, body: { text } })).status;
	const heldAt = async (at: string) => (await done(at, "GET", `/meetings/${meetingId}`, { token: owner.token })).held;
	/** Once all are there, the host is waited for no longer. */
	const hurry = () =>
		done(url, "PATCH", `/meetings/${meetingId}`, { token: owner.token, body: { whenUnattended: hold(0) } });
	return { ...room, say, heldAt, hurry };
}

describe("a room without a host", () => {
	test(
		"is held when the packets of its host no longer arrive, and still after its server was killed",
		async () => {
			const database = await createTestDatabase("empty");
			await forThisFile({ close: database.drop });
			const databaseUrl = database.url.replace(/^file:/, "sqlite:");
			const { all } = await forThisFile(openInstances({ count: 1, databaseUrl }));
			const [server] = all;
			if (!server) throw new Error("a server was asked for");
			const owner = await foundSchool(server.url);
			const proxy = await openTcpProxy(server.url);
			await forThisFile(proxy);
			const { meetingId, guest, say, heldAt, hurry } = await startHeldBack(server.url, owner);
			const pupil = await guest(server.url, "Ada");
			await joined(proxy.url.replace(/\/$/, ""), meetingId, owner);
			const ada = await joined(server.url, meetingId, pupil);
			await hurry();
			const before = await say(server.url, "Hello.");

			const lostAtMs = performance.now();
			proxy.lose();
			await ada.socket.next("hold", ({ state }) => state === "held");
			const noticedMs = performance.now() - lostAtMs;
			const during = await say(server.url, "Hello.");
			await server.kill();
			await server.restart();
			const after = await say(server.url, "Hello.");
			const again = await joined(server.url, meetingId, pupil);
			await joined(server.url, meetingId, owner);
			await again.socket.next("hold", ({ state }) => state === "resumed");

			expect([before, during, after]).toEqual([201, 409, 409]);
			expect(noticedMs).toBeLessThan(NOTICED_MS + SPARE_MS);
			expect(again.room.hold).toMatchObject({ state: "held" });
			expect(await heldAt(server.url)).toBeNull();
			expect(await say(server.url, "There you are.")).toBe(201);
		},
		TIMEOUT_MS,
	);
});

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const { here, there, owner } = await openTwoServers();
	const [a, b] = [here.url, there.url];
	const eventsOf = async (at: string): Promise<string[]> =>
		(
			await done(at, "GET", `/orgs/${owner.orgId}/events?limit=200&types=meeting.held,meeting.resumed`, {
				token: owner.token,
			})
		).map(({ type }: { type: string }) => type);

	describe("a room without a host over two servers", () => {
		test(
			"is held once on both, goes on at once on both, and is held when the server of its host is killed",
			async () => {
				const { meetingId, guest, say, hurry } = await startHeldBack(a, owner);
				const host = await joined(a, meetingId, owner);
				const [ada, ben] = [
					await joined(a, meetingId, await guest(a, "Ada")),
					await joined(b, meetingId, await guest(b, "Ben")),
				];
				await hurry();
				host.socket.close();
				await Promise.all([ada, ben].map(({ socket }) => socket.next("hold", ({ state }) => state === "held")));
				const refused = [await say(a, "Hello."), await say(b, "Hello.")];

				const backAtMs = performance.now();
				await joined(b, meetingId, owner);
				const resumed = [ada, ben].map(async ({ socket }) => {
					await socket.next("hold", ({ state }) => state === "resumed");
					return performance.now() - backAtMs;
				});
				const tookMs = await Promise.all(resumed);
				const events = await eventsOf(a);
				const accepted = [await say(a, "Hello."), await say(b, "Hello.")];
				await there.kill();
				await ada.socket.next("hold", ({ state }) => state === "held");
				await there.restart();
				await until(async () => (await eventsOf(b)).length >= 3);

				expect(refused).toEqual([409, 409]);
				expect(accepted).toEqual([201, 201]);
				expect(Math.max(...tookMs)).toBeLessThan(1_000 + SPARE_MS);
				expect(events).toEqual(["meeting.held", "meeting.resumed"]);
				expect(await eventsOf(b)).toEqual(["meeting.held", "meeting.resumed", "meeting.held"]);
			},
			TIMEOUT_MS,
		);
	});
}
