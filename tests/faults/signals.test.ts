/** A server that is told to stop while it is written to: it answers what it was asked, and has kept what it acknowledged. */
import { expect, test } from "bun:test";
import { FIRST_ADMIN } from "#tests/support/installation";
import { loadServer } from "#tests/support/loaded-server";
import { ask, done } from "#tests/support/school";
import { connectRaw } from "#tests/support/server-process";

const HALF_SENT = 8;
const LIMIT_MS = 120_000;

/** Sends the first half of a creation, and returns how to send the rest and what is answered. */
async function sendHalf(url: string, token: string) {
	const body = JSON.stringify({ name: `Half ${crypto.randomUUID()}`, orgType: "education" });
	const connection = await connectRaw(url);
	connection.write(
		`POST /orgs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
			`Idempotency-Key: ${crypto.randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
	);
	return async () => {
		connection.write(body.slice(10));
		return (await connection.until(/"status":"\w+"/)).slice(0, "HTTP/1.1 201".length);
	};
}

test.each(["sqlite", "postgres"] as const)(
	"SIGTERM under load on %s: what has begun is answered, nothing is done without an answer, nothing acknowledged is lost",
	async (engine) => {
		await using server = await loadServer({ engine });
		const { instance, writes } = server;
		const { access_token: token } = await done(instance.url, "POST", "/auth/login", { body: FIRST_ADMIN });
		const halves = await Promise.all(Array.from({ length: HALF_SENT }, () => sendHalf(instance.url, token)));
		await server.untilAcknowledged(20);

		const exitCode = instance.stop();
		while ((await ask(instance.url, "GET", "/health/ready").catch(() => null)) !== null) await Bun.sleep(5);
		const answers = await Promise.all(halves.map((finish) => finish()));
		const code = await exitCode;
		await server.rest();
		await instance.restart();
		const settled = await writes.settle(server.databaseUrl);

		expect(writes.faults).toEqual([]);
		expect(answers).toEqual(Array(HALF_SENT).fill("HTTP/1.1 201"));
		expect({ code, doneWithoutAnswer: settled.done }).toEqual({ code: 0, doneWithoutAnswer: 0 });
	},
	LIMIT_MS,
);
