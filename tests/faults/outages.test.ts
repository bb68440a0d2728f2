/** What the log says while a service that Parley needs is away: a line that says why, a count, and a line when it is back. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newAddress } from "../support/addresses.ts";
import { PARLEY } from "../support/command.ts";
import { forThisFile } from "../support/for-this-file.ts";
import { freePort } from "../support/free-port.ts";
import { FIRST_ADMIN } from "../support/installation.ts";
import { openMailbox } from "../support/mailbox.ts";
import { DURABLE_POSTGRES, startPostgres } from "../support/postgres.ts";
import { hasRedis, startRedis } from "../support/redis.ts";
import { openS3Server } from "../support/s3-server.ts";
import { ask, done, PASSWORD } from "../support/school.ts";
import { startProgram } from "../support/server-process.ts";
import { openTcpProxy } from "../support/tcp-proxy.ts";

const LIMIT_MS = 60_000;

const postgres = await startPostgres(DURABLE_POSTGRES);
const redis = hasRedis ? await forThisFile(startRedis()) : null;
const { bucket } = await forThisFile(openS3Server());
const wayToS3 = await forThisFile(openTcpProxy(bucket.endpoint));
// It is there until its own outage: the first mail may be of any test.
const mailbox = await openMailbox({ port: freePort() });
const folder = mkdtempSync(join(tmpdir(), "parley-outages-"));
const server = startProgram([...PARLEY, "serve"], {
	cwd: folder,
	env: {
		DATA_DIR: join(folder, "data"),
		PORT: "0",
		PUBLIC_URL: "http://localhost:3000",
		DATABASE_URL: postgres.url,
		...(redis && { REDIS_URL: redis.url }),
		S3_ENDPOINT: new URL(wayToS3.url).origin,
		S3_BUCKET: bucket.bucket,
		S3_ACCESS_KEY_ID: bucket.accessKeyId,
		S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
		SMTP_URL: mailbox.url,
		MAIL_FROM: "parley@school.example",
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		RATE_LIMITS: "off",
		LOG_FORMAT: "json",
	},
});
const url = await server.url();
const token: string = (await done(url, "POST", "/auth/login", { body: FIRST_ADMIN })).access_token;
const { id: orgId } = await done(url, "POST", "/orgs", { token, body: { name: "Green Valley", orgType: "business" } });
afterAll(async () => {
	await server.stop();
	await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** Returns the lines that were written from here on, other than those of requests that were answered as they should be. */
function watchLog() {
	const from = server.output().length;
	return () =>
		server
			.output()
			.slice(from)
			.split("\n")
			.filter(
				(line) =>
					line.includes('"level":"warn"') || line.includes('"level":"error"') || line.includes("is available again"),
			)
			.map((line): { message: string; count?: number; durationMs?: number } => JSON.parse(line));
}

/** Has all at once fail, and returns how they were answered. */
const statuses = async (count: number, send: () => Promise<{ status: number }>) => [
	...new Set((await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status)),
];

describe("an outage", () => {
	test(
		"of Postgres is a line, a count of what has failed, and no stacks",
		async () => {
			const lines = watchLog();
			await postgres.kill();

			const answers = await statuses(300, () => ask(url, "GET", `/orgs/${orgId}/members`, { token }));
			await postgres.restart();
			await server.until(/postgres is available again/);

			const [begin, end] = lines();
			expect(answers).toEqual([503]);
			expect(lines().map(({ message }) => message.replace(/: .*/, ""))).toEqual([
				"postgres is unavailable",
				expect.stringMatching(/^postgres is available again after \d+ s; failed operations$/),
			]);
			expect(begin?.message).toMatch(/\((ERR_POSTGRES_CONNECTION_\w+|57P\d\d)\)$/);
			expect(end?.count).toBeGreaterThanOrEqual(300);
			expect(server.output()).not.toContain('"stack"');
		},
		LIMIT_MS,
	);

	test.skipIf(redis === null)(
		"of Redis is a line, and one when it is back",
		async () => {
			const lines = watchLog();
			await redis?.kill();
			await server.until(/redis is unavailable/);

			const answers = await statuses(50, () => ask(url, "GET", `/orgs/${orgId}`, { token }));
			await redis?.restart();
			await server.until(/redis is available again/);

			expect(answers).toEqual([200]);
			expect(lines()).toHaveLength(2);
		},
		LIMIT_MS,
	);

	test(
		"of the bucket is a line, a count of what has failed, and no stacks",
		async () => {
			const workspace = await done(url, "POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Biology" } });
			const body = { workspaceId: workspace.id, filename: "lesson.wav", contentType: "audio/wav", size: 1_000 };
			const { uploadId } = await done(url, "POST", "/meetings/upload/init", { token, body });
			const headers = {
				authorization: `Bearer ${token}`,
				"tus-resumable": "1.0.0",
				"upload-offset": "0",
				"content-type": "application/offset+octet-stream",
			};
			const send = () => fetch(`${url}/uploads/${uploadId}`, { method: "PATCH", headers, body: "RIFF" });
			const lines = watchLog();
			wayToS3.cut();
			await wayToS3.listens(false);

			const answers = [(await send()).status, (await send()).status, (await send()).status];
			await wayToS3.listens(true);
			await server.until(/s3 is available again/);

			expect(answers).toEqual([503, 503, 503]);
			expect(lines()).toHaveLength(2);
			expect(lines()[0]?.message).toBe("s3 is unavailable: ConnectionRefused");
			expect(lines()[1]?.count).toBe(3);
		},
		LIMIT_MS,
	);

	test(
		"of the mail server is a line, a count of what has failed, and no stacks",
		async () => {
			const lines = watchLog();
			const register = () =>
				ask(url, "POST", "/auth/register", { body: { email: newAddress(), password: PASSWORD, name: "Ada" } });

			await mailbox.close();
			await statuses(10, register);
			await server.until(/smtp is unavailable/);
			const mended = await openMailbox({ port: Number(new URL(mailbox.url).port) });
			await server.until(/smtp is available again/);

			expect(lines()).toHaveLength(2);
			// A mail of an earlier test may be under way when the server goes: it is told to leave (RFC 5321, 421).
			expect(lines()[0]?.message).toMatch(/nothing is listening there|the connection failed \(ECONNECTION 421/);
			expect(lines()[1]?.count).toBeGreaterThanOrEqual(1);
			await mended.close();
		},
		LIMIT_MS,
	);
});
