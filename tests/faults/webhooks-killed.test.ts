/** A receiver that is down for a day, and a server that is killed meanwhile: each event arrives, with one id, in order. */
import { expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { PARLEY } from "#tests/support/command";
import { FIRST_ADMIN } from "#tests/support/installation";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { done, foundSchool, PASSWORD, type Person } from "#tests/support/school";
import { startProgram } from "#tests/support/server-process";
import { createWrongClock } from "#tests/support/wrong-clock";
import { preloadingTest as test } from "../support/preloaded-library.ts";

const KILLS = 10;
const LIMIT_MS = 240_000;

test(
	"a receiver that is down for a day, and a server that is killed ten times, lose no event, repeat no id and keep the order",
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "parley-killed-"));
		const [receiver, clock] = [await startReceiver(), createWrongClock()];
		const start = () =>
			startProgram([...PARLEY, "serve"], {
				env: {
					...RECEIVER_ENV,
					...clock.env,
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
		/** Renames the organization; whoever does it signs in again, for no session lasts that long. */
		const rename = async (base: string, { orgId, email }: Person) => {
			const login = { email, password: PASSWORD, orgId };
			const { access_token: token } = await done(base, "POST", "/auth/login", { body: login });
			for (let n = 0; n < 3; n++) {
				const name = `Name ${acknowledged.length + 1}`;
				await done(base, "PUT", `/orgs/${orgId}`, { token, body: { name } });
				acknowledged.push(name);
			}
		};
		const nameOf = ({ body: { data } }: (typeof receiver.received)[number]): string => data.object.name;
		try {
			let base = await server.url();
			const owner = await foundSchool(base);
			const body = { url: receiver.url("/killed"), eventTypes: ["org.updated"] };
			await done(base, "POST", `/orgs/${owner.orgId}/webhooks`, { token: owner.token, body });
			receiver.answer = (_request, response) => void response.writeHead(503).end();

			for (let kill = 1; kill <= KILLS; kill++) {
				await rename(base, owner);
				clock.setAheadMs((DAY_MS / KILLS) * kill);
				// Later attempts are hours apart: a kill interrupts whatever there is.
				await receiver.got(1);
				server.kill("SIGKILL");
				await server.exited;
				server = start();
				base = await server.url();
			}
			const tried = new Set(receiver.received.map(nameOf));
			receiver.answer = (_request, response) => void response.writeHead(204).end();
			const up = receiver.received.length;
			await rename(base, owner);
			clock.setAheadMs(3 * DAY_MS);
			const taken = () => receiver.received.slice(up);
			while (!acknowledged.every((name) => taken().some((request) => nameOf(request) === name))) await Bun.sleep(20);

			const ids = new Map(receiver.received.map((request) => [request.headers["webhook-id"], nameOf(request)]));
			const isNew = (name: string) => !tried.has(name);
			const inOrder = [...new Set(taken().map(nameOf))].filter(isNew);
			expect([...ids.values()].toSorted()).toEqual(acknowledged.toSorted());
			expect(inOrder).toEqual(acknowledged.filter(isNew));
			expect(inOrder.length).toBeGreaterThan(acknowledged.length / 2);
		} finally {
			await server.stop();
			await receiver.close();
			clock.close();
			rmSync(folder, { recursive: true, force: true });
		}
	},
	LIMIT_MS,
);
