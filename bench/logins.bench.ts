import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";
import { Connection, type Reply } from "./support/connection.ts";
import { withFolder } from "./support/folder.ts";
import { median, quantile } from "./support/load.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about = "GET /health/live while sign-ins come in a burst; CPU of verifying a token with live state";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];

/** Numbers of concurrent sign-ins: one that fits into the queue, and one that exceeds it. */
const BURSTS = [200, 400] as const;
const ROUNDS = 3;

interface Burst {
	readonly seconds: number;
	readonly accepted: number;
	/** Responses with 429 or 503 and `Retry-After`. */
	readonly refused: number;
	/** Any other response; none is acceptable. */
	readonly failed: number;
	/** Latencies of GET /health/live meanwhile, in ms. */
	readonly healthMs: readonly number[];
}

/**
 * Sends concurrent sign-ins, each on its own connection, and requests the health every 5 ms until all have a response.
 */
async function burst({ ready }: BenchmarkServer, size: number): Promise<Burst> {
	const { base = "", email, password } = ready;
	const connections = await Promise.all(Array.from({ length: size }, () => Connection.open(base)));
	const probe = await Connection.open(base);
	const body = JSON.stringify({ email, password });
	const healthMs: number[] = [];
	const startedAt = performance.now();
	let waiting = true;
	const replies = Promise.all(
		connections.map((each) => each.send({ method: "POST", path: "/auth/login", headers: "", body })),
	).finally(() => {
		waiting = false;
	});
	while (waiting) {
		const askedAt = performance.now();
		await probe.send({ method: "GET", path: "/health/live", headers: "" });
		healthMs.push(performance.now() - askedAt);
		await Bun.sleep(5);
	}
	const answered = await replies;
	const seconds = (performance.now() - startedAt) / 1000;
	for (const each of [...connections, probe]) each.close();
	const accepted = answered.filter(({ status }) => status === 200).length;
	const refused = answered.filter(isRefusal).length;
	return { seconds, accepted, refused, failed: size - accepted - refused, healthMs };
}

const isRefusal = ({ status, head }: Reply): boolean =>
	(status === 429 || status === 503) && /\r\nretry-after: \d+/i.test(head);

/** Measures the CPU µs of one verification, excluding the creation of the tokens. */
async function cpuMicrosOf(tokens: readonly string[], verify: (token: string) => unknown): Promise<number> {
	const before = process.cpuUsage();
	for (const token of tokens) await verify(token);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / tokens.length;
}

/**
 * Measures the work done on every request: known token and state, token that was just issued, nothing known.
 */
async function verification(dataDir: string): Promise<{ hit: number; newToken: number; miss: number }> {
	const admin = { email: "root@parley.example", password: "correct horse battery" };
	const variables: Record<string, string> = { DATA_DIR: dataDir, RATE_LIMITS: "off", LOG_LEVEL: "error" };
	const config = loadConfig((name) => variables[name], Object.keys(variables), false);
	const { deps } = await openDeps(config);
	const { services, fetch } = createParley(deps);
	await services.prepare();
	await services.administrators.ensure(admin);
	const request = new Request("http://localhost/auth/login", {
		method: "POST",
		headers: { host: "localhost", "content-type": "application/json" },
		body: JSON.stringify(admin),
	});
	const signedIn = (await (await fetch(request, () => "127.0.0.1")).json()) as { readonly access_token: string };
	const verified = await services.tokens.verify(signedIn.access_token);
	const subject = {
		userId: verified.subject,
		sessionId: verified.sessionId ?? "",
		orgId: null,
		role: "system_admin",
		scopes: verified.scopes,
		system: true,
		authMethods: ["pwd"],
	};
	const make = (count: number) =>
		Promise.all(Array.from({ length: count }, async () => (await services.tokens.issue(subject)).token));
	const { principals } = services;
	const from = { ip: "127.0.0.1" };
	const authenticate = (token: string) => {
		const known = principals.recall(token);
		if (known !== null) return principals.resolve(known, from);
		return principals.verify(token).then((verified) => principals.resolve(verified, from));
	};
	const samples: { hit: number; newToken: number; miss: number }[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const known = Array.from({ length: 200_000 }, () => signedIn.access_token);
		const [fresh, unknown] = [await make(2_000), await make(2_000)];
		samples.push({
			hit: await cpuMicrosOf(known, authenticate),
			newToken: await cpuMicrosOf(fresh, authenticate),
			miss: await cpuMicrosOf(unknown, (token) => {
				services.caches.clear();
				return authenticate(token);
			}),
		});
	}
	await deps.store.close();
	const of = (figure: "hit" | "newToken" | "miss") => median(samples.map((sample) => sample[figure]));
	return { hit: of("hit"), newToken: of("newToken"), miss: of("miss") };
}

/** Runs the benchmark: the server on one core, the sign-ins from any other. */
export async function run(): Promise<void> {
	const results = new Map<number, Burst[]>();
	await withFolder(async (DATA_DIR) => {
		const server = await startServer("parley", "parley", { DATA_DIR });
		await burst(server, 8); // compiled before anything counts
		for (const size of BURSTS) {
			const rounds: Burst[] = [];
			for (let round = 0; round < ROUNDS; round += 1) rounds.push(await burst(server, size));
			results.set(size, rounds);
		}
		await server.kill();
	});
	const cpu = await withFolder(verification);

	const rows = [...results].map(([size, rounds]) => {
		const healthMs = rounds.flatMap((round) => round.healthMs);
		const sum = (figure: "accepted" | "refused" | "failed") =>
			rounds.reduce((total, round) => total + round[figure], 0) / ROUNDS;
		const times = [quantile(healthMs, 0.5), quantile(healthMs, 0.99), Math.max(...healthMs)];
		const seconds = median(rounds.map((round) => round.seconds));
		return [size, sum("accepted"), sum("refused"), sum("failed"), seconds, ...times];
	});
	table(["sign-ins", "accepted", "refused", "failed", "seconds", "health p50 ms", "p99 ms", "max ms"], rows);
	table(
		["verification", "CPU µs"],
		[
			["token and state known", cpu.hit],
			["new token of a known session", cpu.newToken],
			["new token, nothing known", cpu.miss],
		],
	);
	const [[, , , , , , healthP99Ms = Number.NaN] = [], [, , refusedOf400 = Number.NaN] = []] = rows;
	const failed = rows.reduce((total, row) => total + (row[3] ?? 0), 0);
	figures("logins", {
		healthP99Ms,
		refusedOf400,
		failed,
		hitCpuMicros: cpu.hit,
		newTokenCpuMicros: cpu.newToken,
		missCpuMicros: cpu.miss,
	});
}
