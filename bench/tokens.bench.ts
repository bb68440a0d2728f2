import { heapStats } from "bun:jsc";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { createMetrics } from "#src/metrics";
import { openDeps } from "#src/open";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about =
	"callers in use at the same time: CPU per request, memory, and how long the caches stop the program";
/** Everything runs in this process. */
export const needs = [] as const;

/** Numbers of callers with a token each. */
const CALLERS = [1_000, 10_000, 20_000, 50_000] as const;
const MOST = 50_000;
/** Requests per sample, and samples per number of callers. */
const REQUESTS = 20_000;
const SAMPLES = 5;

type Services = ReturnType<typeof createParley>["services"];

/** A session, and the organization its person belongs to. */
interface Caller {
	readonly sessionId: string;
	readonly userId: string;
	readonly orgId: string;
}

/** Fills a database: one large organization with most of the callers, and a thousand small ones. */
async function grow(path: string): Promise<void> {
	const options = ["--organizations", "1000", "--members", String(MOST), "--sessions", String(2 * MOST)];
	const rest = ["--sessions-of-one", "100", "--events", "1000", "--audit-entries", "1000"];
	const child = Bun.spawn(["bun", "scripts/grow.ts", path, ...options, ...rest], { stdout: "ignore" });
	if ((await child.exited) !== 0) throw new Error("the database cannot be filled");
}

function readCallers(path: string): Caller[] {
	const database = new Database(path, { readonly: true, strict: true });
	const callers = database
		.query<Caller, [number, number]>(
			`SELECT s.id AS sessionId, s.user_id AS userId, m.org_id AS orgId
			FROM sessions s JOIN users u ON u.id = s.user_id
			JOIN memberships m ON m.user_id = s.user_id
			WHERE s.revoked_at_ms IS NULL AND s.expires_at_ms > ? AND u.state = 'active' AND m.role != 'guest'
			GROUP BY s.id LIMIT ?`,
		)
		.all(Date.now() + 3_600_000, MOST);
	database.close();
	return callers;
}

async function issueTokens(
	{ tokens }: Services,
	callers: readonly Caller[],
): Promise<readonly (Caller & { readonly token: string })[]> {
	const scopes = ["org:read"] as const;
	const made: (Caller & { token: string })[] = [];
	for (let n = 0; n < MOST; n++) {
		const caller = callers[n % callers.length];
		if (!caller) throw new Error("nobody has a session");
		const { token } = await tokens.issue({ ...caller, role: "member", scopes, system: false, authMethods: ["pwd"] });
		made.push({ ...caller, token });
	}
	return made;
}

/** Returns the size of everything that is in use. */
async function heapBytes(): Promise<number> {
	Bun.gc(true);
	await Bun.sleep(50);
	Bun.gc(true);
	return heapStats().heapSize;
}

const cpuMicros = (): number => {
	const { user, system } = process.cpuUsage();
	return user + system;
};

/** Runs the benchmark. */
export async function run(): Promise<void> {
	await withFolder(async (DATA_DIR) => {
		const file = join(DATA_DIR, "parley.db");
		await grow(file);
		const variables: Record<string, string> = { DATA_DIR, RATE_LIMITS: "off", LOG_LEVEL: "error" };
		const { deps, close } = await openDeps(loadConfig((name) => variables[name], Object.keys(variables), false));
		const issuer = createParley({ ...deps, metrics: createMetrics() });
		await issuer.services.prepare();
		const callers = await issueTokens(issuer.services, readCallers(file));
		// Another application, because whoever issues a token keeps it.
		const parley = createParley(deps);
		await parley.services.prepare();
		const ask = createAsk(parley, callers);
		const { caches } = parley.services;

		const perRequest = await measureRequests(ask, caches);
		const stops = await measureStops(ask, caches, callers[0]?.orgId ?? "");
		const scrapes = await times(20, deps.metrics.render);
		table(
			["longest stop, ms", ""],
			[
				["invalidate the organization of most callers", stops.invalidate],
				["drop everything", stops.clear],
				["/metrics, median", median(scrapes)],
			],
		);
		figures("tokens", {
			ratio: (perRequest.at(-1) ?? Number.NaN) / (perRequest[0] ?? Number.NaN),
			cpuMicros: perRequest.at(-1) ?? Number.NaN,
			invalidateMs: stops.invalidate,
			clearMs: stops.clear,
			metricsMs: median(scrapes),
		});
		await close();
	});
}

/** Sends a request of the nth caller, out of the first `among`, in an order that no cache likes. */
type Ask = (n: number, among: number) => Promise<void>;

const createAsk =
	({ fetch }: ReturnType<typeof createParley>, callers: readonly (Caller & { readonly token: string })[]): Ask =>
	async (n, among) => {
		const caller = callers[(n * 7_919) % among];
		const headers = { host: "localhost", authorization: `Bearer ${caller?.token}` };
		const url = `http://localhost/orgs/${caller?.orgId}`;
		const response = await fetch(new Request(url, { headers }), () => "127.0.0.1");
		if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
	};

/** Returns the CPU µs of a request for each number of callers. */
async function measureRequests(ask: Ask, caches: Services["caches"]): Promise<number[]> {
	for (let n = 0; n < REQUESTS; n++) await ask(n, 100); // compiled before anything counts
	caches.clear();
	const emptyBytes = await heapBytes();
	const rows: number[][] = [];
	for (const among of CALLERS) {
		for (let n = 0; n < among; n++) await ask(n, among);
		const samples: number[] = [];
		for (let sample = 0; sample < SAMPLES; sample++) {
			const before = cpuMicros();
			for (let n = 0; n < REQUESTS; n++) await ask(n + sample * REQUESTS, among);
			samples.push((cpuMicros() - before) / REQUESTS);
		}
		const heap = (await heapBytes()) - emptyBytes;
		const bytes = caches.figures().reduce((sum, figure) => sum + (figure.bytes ?? 0), 0);
		rows.push([among, median(samples), bytes / 1e6, heap / 1e6, heap / bytes]);
	}
	table(["callers", "CPU µs per GET", "caches MB", "heap MB", "heap / caches"], rows);
	table(
		["cache", "hits", "misses", "evictions", "entries", "bytes per entry"],
		caches
			.figures()
			.map(({ name, hits, misses, evictions = 0, entries = 0, bytes = 0 }) => [
				name,
				hits,
				misses,
				evictions,
				entries,
				bytes / Math.max(1, entries),
			]),
	);
	return rows.map(([, micros = Number.NaN]) => micros);
}

/** Returns how long the caches stop the program, in ms, with every caller in them. */
async function measureStops(ask: Ask, caches: Services["caches"], orgId: string) {
	const invalidate = Math.max(...(await times(100, async () => caches.invalidate([orgId]))));
	for (let n = 0; n < MOST; n++) await ask(n, MOST);
	const clear = Math.max(...(await times(1, async () => caches.clear())));
	return { invalidate, clear };
}

/** Measures many calls, in ms each. */
async function times(count: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
	const all: number[] = [];
	for (let n = 0; n < count; n++) {
		const startMs = performance.now();
		await call(n);
		all.push(performance.now() - startMs);
	}
	return all;
}
