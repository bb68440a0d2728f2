/** A server that is killed while it delivers: everything that was acknowledged arrives, each event with one id, in order. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SOURCE_PROGRAM } from "#tests/support/command";
import { FIRST_ADMIN } from "#tests/support/installation";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { done, foundSchool, type Person } from "#tests/support/school";
import { startProgram } from "#tests/support/server-process";

const KILLS = 4;
const LIMIT_MS = 120_000;

test(
	"a server that is killed again and again delivers all events, each with one id, in order",
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-killed-"));
		const receiver = await startReceiver();
		const start = () =>
			startProgram([...SOURCE_PROGRAM, "serve"], {
				env: {
					...RECEIVER_ENV,
					PORT: "0",
					DATA_DIR: folder,
					RATE_LIMITS: "off",
					ARGON2_MEMORY_KIB: "1024",
					ARGON2_TIME_COST: "1",
					ADMIN_EMAIL: FIRST_ADMIN.email,
					ADMIN_PASSWORD: FIRST_ADMIN.password,
				},
			});
		let server = start();
		const acknowledged: string[] = [];
		const rename = async (base: string, { orgId, token }: Person) => {
			const name = `Name ${acknowledged.length + 1}`;
			await done(base, "PUT", `/orgs/${orgId}`, { token, body: { name } });
			acknowledged.push(name);
		};
		try {
			let base = await server.url();
			const owner = await foundSchool(base);
			const body = { url: receiver.url("/killed"), eventTypes: ["org.updated"] };
			await done(base, "POST", `/orgs/${owner.orgId}/webhooks`, { token: owner.token, body });

			for (let kill = 1; kill <= KILLS; kill++) {
				for (let n = 0; n < 5; n++) await rename(base, owner);
				server.kill("SIGKILL");
				await server.exited;
				server = start();
				base = await server.url();
			}
			const names = () => receiver.received.map(({ body: { data } }) => data.object.name as string);
			while (!acknowledged.every((name) => names().includes(name))) await Bun.sleep(20);

			const ids = new Map(
				receiver.received.map(({ headers, body: { sequence } }) => [headers["webhook-id"], sequence]),
			);
			expect([...new Set(names())]).toEqual(acknowledged);
			expect([...ids.values()]).toEqual([...ids.values()].toSorted((a, b) => a - b));
			expect(ids.size).toBe(acknowledged.length);
		} finally {
			await server.stop();
			await receiver.close();
			rmSync(folder, { recursive: true, force: true });
		}
	},
	LIMIT_MS,
);
