/** A server that is killed in the middle of a lesson: nobody loses more of it than what passed since its last beat. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttendanceRow } from "#tests/support/attendance";
import { PARLEY } from "#tests/support/command";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openSocket } from "#tests/support/live";
import { openRoom } from "#tests/support/live-room";
import { done, foundSchool } from "#tests/support/school";
import { startProgram } from "#tests/support/server-process";
import { until } from "#tests/support/until";

const LIMIT_MS = 240_000;
/** How often a server says that it is alive, and what its writing and our reading take. */
const BEAT_MS = 12_000;

test(
	"who stays away was there until the last beat, who comes back all the time, and attendance is ready once",
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-attendance-"));
		const start = () =>
			startProgram([...PARLEY, "serve"], {
				env: {
					PORT: "0",
					PUBLIC_URL: "http://localhost", // Tokens stay valid whatever the port is.
					ALLOWED_HOSTS: "127.0.0.1,localhost",
					DATA_DIR: folder,
					RATE_LIMITS: "off",
					ARGON2_MEMORY_KIB: "1024",
					ARGON2_TIME_COST: "1",
					ADMIN_EMAIL: FIRST_ADMIN.email,
					ADMIN_PASSWORD: FIRST_ADMIN.password,
				},
			});
		let server = start();
		try {
			const first = await server.url();
			const owner = await foundSchool(first);
			const room = await openRoom(first, owner);
			const path = `/meetings/${room.meetingId}/attendance`;
			const read = (base: string): Promise<AttendanceRow[]> => done(base, "GET", path, { token: owner.token });
			const named = (rows: AttendanceRow[], name: string) => rows.find((row) => row.name === name);
			const connect = async (base: string, token: string) => {
				const socket = await openSocket(base, { meetingId: room.meetingId, token });
				await socket.next("room");
				return socket;
			};
			const [away, back] = [await room.guest(first, "Away"), await room.guest(first, "Back")];
			for (const { token } of [away, back]) await connect(first, token);
			await until(async () => named(await read(first), "Away")?.intervals.length === 1);

			const killedMs = Date.now();
			server.kill("SIGKILL");
			await server.exited;
			server = start();
			const second = await server.url();
			await connect(second, back.token);
			await room.end(second);
			const endedMs = Date.now();
			const ready = async () => {
				const query = `/orgs/${owner.orgId}/events?types=attendance.ready`;
				return (await done(second, "GET", query, { token: owner.token })) as AttendanceRow[];
			};
			await until(async () => (await ready()).length > 0, LIMIT_MS / 2);
			const rows = await read(second);

			const [leftMs] = (named(rows, "Away")?.intervals ?? []).map(({ leftAt }: AttendanceRow) => Date.parse(leftAt));
			expect(leftMs).toBeGreaterThan(killedMs - BEAT_MS);
			expect(leftMs).toBeLessThanOrEqual(killedMs);
			expect(named(rows, "Back")?.intervals).toHaveLength(1);
			expect(Date.parse(named(rows, "Back")?.intervals[0].leftAt)).toBeGreaterThan(endedMs - BEAT_MS);
			expect(await ready()).toHaveLength(1);
		} finally {
			server.kill("SIGKILL");
			await server.exited;
			rmSync(folder, { recursive: true, force: true });
		}
	},
	LIMIT_MS,
);
