import { describe, expect, test } from "bun:test";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import { inEnglish } from "#kernel/texts";
import { type AccessFields, createLog, type LogFields, type LogOptions } from "#src/log";

const START_MS = 1_893_456_000_007;

/** A log whose lines are kept. `lines()` flushes and parses them. */
function openLog(options: Partial<LogOptions> = {}) {
	const chunks: string[] = [];
	const log = createLog({
		level: "debug",
		format: "json",
		clock: { nowMs: () => START_MS },
		write: (lines) => chunks.push(lines),
		...options,
	});
	const text = () => {
		log.flush();
		return chunks.join("");
	};
	const lines = (): unknown[] =>
		text()
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	return { log, chunks, text, lines };
}

const REQUEST: AccessFields = {
	requestId: "0193a5d2-1111-7abc-8def-0123456789ab",
	method: "GET",
	route: "/orgs/:orgId",
	unroutedUrl: null,
	status: 200,
	durationMs: 1.23456,
	orgId: "org_01jd4x0000e00000000000000a",
	userId: null,
	code: null,
};

describe("a log", () => {
	test("writes one JSON object per line, with the instant in RFC 3339", () => {
		const { log, lines } = openLog();

		log.info("listening", { host: "127.0.0.1", port: 3000 });
		log.warn("slow", { durationMs: 1200, orgId: null });

		expect(lines()).toEqual([
			{ at: "2030-01-01T00:00:00.007Z", level: "info", message: "listening", host: "127.0.0.1", port: 3000 },
			{ at: "2030-01-01T00:00:00.007Z", level: "warn", message: "slow", durationMs: 1200 },
		]);
	});

	test("compiles no call with a field that is not on the allow-list, of any module", () => {
		const { log, lines } = openLog();
		const ofModules: Logger = log;

		// @ts-expect-error: the line would lose it
		ofModules.info("made", { colour: "red" });
		ofModules.error("failed", { detail: "the disk is full", exitCode: 1 });

		expect(lines()).toMatchObject([{ message: "made" }, { detail: "the disk is full", exitCode: 1 }]);
	});

	test("drops every field that is not on the allow-list", () => {
		const { log, text } = openLog();
		const spread: object = { password: "hunter2", headers: { authorization: "Bearer x" }, body: "…" };

		log.info("login", { requestId: "r", ...spread } as LogFields);

		expect(text()).not.toMatch(/hunter2|authorization|body/);
	});

	test("leaves out what lies below its level", () => {
		const { log, lines } = openLog({ level: "warn" });

		log.debug("no");
		log.info("no");
		log.access(REQUEST);
		log.warn("yes");

		expect(lines()).toMatchObject([{ message: "yes" }]);
	});

	test("gives a child's fields to each of its lines", () => {
		const { log, lines } = openLog();

		log.child({ job: "job_1" }).child({ attempt: 2 }).info("retried", { attempt: 3 });

		expect(lines()).toMatchObject([{ job: "job_1", attempt: 3, message: "retried" }]);
	});

	test("shows an error with its code and its causes", () => {
		const { log, lines } = openLog();
		const cause = Object.assign(new Error("disk full"), { code: "ENOSPC" });

		log.error("failed", { error: new AppError("unavailable", inEnglish("The database cannot write."), { cause }) });

		expect(lines()).toMatchObject([
			{
				error: {
					name: "AppError",
					code: "unavailable",
					message: "The database cannot write.",
					stack: expect.stringContaining("log.test.ts"),
					cause: { code: "ENOSPC", message: "disk full" },
				},
			},
		]);
	});

	const secrets: readonly (readonly [what: string, text: string])[] = [
		["a bearer token", "Authorization: Bearer CANARYabc.def-ghi"],
		["a JWT", "token eyJhbGciOiJFZERTQSJ9.CANARY.sig rejected"],
		["an API key", "key mpk_CANARY9f8e7d"],
		["a webhook secret", "whsec_CANARY+/="],
		["a password in a form", "body was email=a&password=CANARY&x=1"],
		["a password in JSON", '{"password":"CANARY CANARY"}'],
		["the user of a URL", "cannot reach postgres://parley:CANARY@db/parley"],
		...[`CAN'ARY`, `CAN"ARY`, "CAN@ARY", "CAN/ARY", "CAN?ARY", "CAN#ARY", "1#CANARY", "1/CANARY"].flatMap((password) =>
			["postgres", "rediss", "smtp", "amqp"].map((scheme) => {
				const url = `${scheme}://parley:${password}@db.example.edu/x`;
				return [`the password ${password} in a URL of ${scheme}`, `cannot reach "${url}", tried twice`] as const;
			}),
		),
		["a password among the parameters of a database", "cannot reach postgres://db/parley?password=CAN@ARY now"],
		["the values of a failed statement", "Failed query: insert into users values (?)\nparams: CANARY,\nCANARY"],
	];
	for (const [what, secret] of secrets) {
		test(`masks ${what} in messages, errors and causes`, () => {
			const { log, text } = openLog();

			log.error(secret, {
				error: new Error(secret, { cause: new AggregateError([new Error(secret)], secret) }),
				reason: secret,
			});

			expect(text()).toContain("***");
			expect(text()).not.toMatch(/CAN|ARY/);
		});
	}

	test("logs a URL without user, query and fragment", () => {
		const { log, lines } = openLog();

		log.info("delivered", { url: "https://u:p@hooks.example.edu/in?token=CANARY#x" });

		expect(lines()).toMatchObject([{ url: "https://***@hooks.example.edu/in" }]);
	});

	test.each([
		["postgres://u:CAN@ARY@db.example.edu:5432/x?a=b", "postgres://***@db.example.edu:5432/x"],
		["redis://u:CAN/ARY@db.example.edu", "redis://***"],
		["smtp://u:1#CANARY@db.example.edu", "smtp://***"],
		["postgres://db/x?password=CAN@ARY", "postgres://***"],
		["postgres://db.example.edu/x?password=CANARY", "postgres://db.example.edu/x"],
		["https://user@hooks.example.edu/@parley/in", "https://***@hooks.example.edu/@parley/in"],
	])("shows %s as %s", (url, shown) => {
		const { log, lines } = openLog();

		log.info("connected", { url });

		expect(lines()).toMatchObject([{ url: shown }]);
	});

	test("never throws, whatever it is given", () => {
		const { log, lines } = openLog();
		const hostile = Object.defineProperty(new Error("x"), "message", {
			get: () => {
				throw new Error("gotcha");
			},
		});
		const circular: Record<string, unknown> = {};
		circular.self = circular;
		const endless = new Error("endless");
		endless.cause = endless;

		for (const error of [hostile, circular, endless, undefined, null, 1n, Symbol("s"), () => {}])
			log.error("e", { error });

		expect(lines()).toHaveLength(8);
	});

	test("survives a destination that fails", () => {
		const { log } = openLog({
			write: () => {
				throw new Error("EPIPE");
			},
		});

		expect(() => log.error("x")).not.toThrow();
	});

	test("writes an error at once, after the lines before it", () => {
		const { log, chunks } = openLog();

		log.info("first");
		expect(chunks).toEqual([]);
		log.error("second");

		expect(chunks.join("").match(/first|second/g)).toEqual(["first", "second"]);
	});

	test("writes in pieces when many lines come", () => {
		const { log, chunks } = openLog();

		for (let count = 0; count < 200; count++) log.access(REQUEST);

		expect(chunks.length).toBeGreaterThan(1);
		expect(chunks[0]?.endsWith("\n")).toBe(true);
	});

	test("is readable on a terminal", () => {
		const { log, text } = openLog({ format: "pretty" });

		log.info("listening", { port: 3000 });
		log.access(REQUEST);

		expect(Bun.stripANSI(text())).toBe(
			`00:00:00.007 INFO  listening port=3000\n00:00:00.007 200 GET /orgs/:orgId 1.2 ms ${REQUEST.orgId} ${REQUEST.requestId}\n`,
		);
	});
});

describe("the access line", () => {
	test("tells of one request", () => {
		const { log, lines } = openLog();
		const { unroutedUrl, ...shown } = REQUEST;

		log.access(REQUEST);

		expect(unroutedUrl).toBeNull();
		expect(lines()).toEqual([
			{ at: "2030-01-01T00:00:00.007Z", level: "info", message: "request", ...shown, durationMs: 1.235 },
		]);
	});

	test.each([
		["/orgz/org_1", "http://localhost/orgz/org_1"],
		["/auth/verify", "http://localhost/auth/verify?token=s3cret#s3cret"],
		["/", "http://localhost/"],
		["/invite/***/x", `http://localhost/invite/${"s3cret".repeat(7)}/x`],
		["/a;token=***", "http://localhost/a;token=s3cret"],
		["/a??[31mb", "http://localhost/a\x1b\n[31mb"],
		[`${"/0123456".repeat(25)}...`, `http://localhost${"/0123456".repeat(4_000)}`],
	])("shows the path of a request that no operation takes as %s", (path, unroutedUrl) => {
		const [json, pretty] = [openLog(), openLog({ format: "pretty" })];

		for (const { log } of [json, pretty]) log.access({ ...REQUEST, route: "", status: 404, unroutedUrl });

		expect(json.lines()).toMatchObject([{ route: "", status: 404, path }]);
		expect(Bun.stripANSI(pretty.text())).toContain(` 404 GET ${path} 1.2 ms`);
		expect(json.text()).not.toContain("s3cret");
	});

	test("cannot be forged by what a client sent", () => {
		const { log, lines } = openLog();

		log.access({ ...REQUEST, method: 'X"}\n{"level":"error' });

		expect(lines()).toMatchObject([{ level: "info", method: 'X"}\n{"level":"error' }]);
	});
});
