import { Database } from "bun:sqlite";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrations } from "#db/migrations";
import { systemContext } from "#modules/tenancy/permissions";
import type { NewSegment, TranscriptKey } from "#modules/transcripts/transcripts";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { ADMIN, RATE_LIMITS } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "search of what was said: rare and common words among many tenants, and storing it with the index";
/** Everything runs in this process. */
export const needs = [] as const;
/** Options shown by `bun run bench search --help`. */
export const usage =
	"  --segments N   segments in all, a multiple of 1,000 (default 1000000)\n  --tenants N    organizations, one meeting each (default 1000); the first has one segment in a hundred\n";

/** Segments of a transaction. */
const BATCH = 100;
/** Segments that are stored before the index catches up: fewer than arrive in a second. */
const INDEXED_AFTER = 5_000;
const SEARCHES = 400;
const ROUNDS = 5;

type Parley = ReturnType<typeof createParley>;

/** A tenant that is searched. */
interface Tenant {
	readonly token: string;
	readonly transcript: TranscriptKey;
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: { segments: { type: "string", default: "1000000" }, tenants: { type: "string", default: "1000" } },
	});
	const segments = positive("--segments", values.segments);
	const tenants = positive("--tenants", values.tenants);
	const bare = await withFolder(async (folder) => ingestBare(folder, segments, tenants));
	const alone = await withFolder((folder) => measure(folder, segments, 1));
	const all = await withFolder((folder) => measure(folder, segments, tenants));
	const searched = Object.keys(QUERIES).map((name) => {
		const [among, only] = [all.searches[name] ?? NOTHING, alone.searches[name] ?? NOTHING];
		return [name, among.cpuMicros, among.p50Ms, among.p95Ms, only.p50Ms, among.p50Ms / only.p50Ms] as const;
	});
	table(["", "CPU µs", "p50 ms", "p95 ms", "p50 ms, no other tenant", "ratio"], searched);
	table(
		["", "CPU µs"],
		[
			["bare insert of a segment", bare],
			["storing a segment", all.storing],
			["indexing a segment", all.indexing],
		],
	);
	const [rare = NOTHING, common = NOTHING] = [all.searches.rare, all.searches.common];
	figures("search", {
		rareP95Ms: rare.p95Ms,
		commonP95Ms: common.p95Ms,
		commonRatio: common.p50Ms / (alone.searches.common ?? NOTHING).p50Ms,
		ingestRatio: bare / (all.storing + all.indexing),
		fileBytesPerSegment: all.fileBytes / segments,
	});
}

/** Times of one search. */
interface Times {
	readonly cpuMicros: number;
	readonly p50Ms: number;
	readonly p95Ms: number;
}
const NOTHING: Times = { cpuMicros: Number.NaN, p50Ms: Number.NaN, p95Ms: Number.NaN };

const WORDS = Array.from({ length: 20_000 }, (_, n) => `word${((n * 7_919) % 20_000).toString(36)}`);
/** What is searched: a word in one segment of a hundred thousand, one in every second, and so on. */
const QUERIES: Readonly<Record<string, string>> = {
	rare: WORDS[15_000] ?? "",
	common: WORDS[0] ?? "",
	"two common words": `${WORDS[0]} ${WORDS[1]}`,
	phrase: `"${WORDS[0]} ${WORDS[1]}"`,
	"beginning of words": "wordf*",
	"common, not common": `${WORDS[2]} -${WORDS[0]}`,
};

let state = 1;
const random = () => {
	state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
	return state / 0x7fffffff;
};
/** Returns about 120 characters whose words are as frequent as those of a language. */
const sentence = (): string =>
	Array.from({ length: 18 }, () => WORDS[Math.floor(WORDS.length ** random()) - 1]).join(" ");

const segmentAt = (index: number): NewSegment => ({
	seq: index + 1,
	speakerId: null,
	startMs: index * 3_000,
	endMs: index * 3_000 + 2_800,
	text: sentence(),
	language: "en",
	confidence: 0.9,
	words: null,
});

/** Yields which tenant stores its next segments: by turns, but the first one in a hundred stores. */
function* turns(segments: number, tenants: number): Generator<number> {
	for (let at = 0, next = 0; at < segments / BATCH; at++) {
		if (at % 100 === 0 || tenants === 1) yield 0;
		else yield 1 + (next++ % (tenants - 1));
	}
}

const cpuSince = (start: NodeJS.CpuUsage): number => {
	const { user, system } = process.cpuUsage(start);
	return user + system;
};

/** Inserts the same segments with prepared statements and nothing else; returns the processor time of each in µs. */
function ingestBare(folder: string, segments: number, tenants: number): number {
	const db = new Database(join(folder, "bare.db"), { strict: true });
	db.run(
		"PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cache_size = -65536",
	);
	const [create = ""] = migrations.sqlite.flatMap(({ sql }) => sql.match(/CREATE TABLE `segments` [\s\S]*?;/) ?? []);
	db.run(create);
	const columns =
		"org_id transcript_id start_ms seq id speaker_id end_ms text language confidence words revision edited source";
	const names = columns.split(" ");
	const insert = db.prepare(`INSERT INTO segments (${names}) VALUES (${names.map(() => "?")})`);
	const next = new Map<number, number>();
	let micros = 0;
	for (const tenant of turns(segments, tenants)) {
		const from = next.get(tenant) ?? 0;
		next.set(tenant, from + BATCH);
		const [org, transcript] = [`org_${String(tenant).padStart(26, "0")}`, `trn_${String(tenant).padStart(26, "0")}`];
		const batch = Array.from({ length: BATCH }, (_, n) => segmentAt(from + n));
		const start = process.cpuUsage();
		db.run("BEGIN IMMEDIATE");
		for (const { seq, startMs, endMs, text } of batch) {
			const id = `seg_${String(tenant * 1e6 + seq).padStart(26, "0")}`;
			insert.run(org, transcript, startMs, seq, id, null, endMs, text, "en", 0.9, null, 1, 0, "stt");
		}
		db.run("COMMIT");
		micros += cpuSince(start);
	}
	db.close();
	return micros / segments;
}

/** Fills a database and searches it. */
async function measure(folder: string, segments: number, tenants: number) {
	const variables: Record<string, string> = {
		DATA_DIR: folder,
		LOG_LEVEL: "warn",
		NODE_ENV: "production",
		RATE_LIMITS,
	};
	const config = loadConfig((name) => variables[name], Object.keys(variables), false);
	const { deps } = await openDeps(config);
	const parley = createParley(deps);
	await parley.services.prepare();
	await parley.services.administrators.ensure(ADMIN);
	const all: Tenant[] = [];
	const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => parley.fetch(request, () => null) });
	const { systemToken, ...first } = await createOrganization(`http://127.0.0.1:${server.port}`);
	await server.stop(true);
	all.push(await createTenant(parley, first.orgId, first.token));
	for (let n = 1; n < tenants; n++) {
		const body = { name: `School ${n}`, orgType: "education" };
		const organization = await ask(parley, "POST", systemToken, "/orgs", body);
		all.push(await createTenant(parley, String(organization.id), systemToken));
	}
	// Alone, the first tenant has as much as among the others.
	const figuresOfIngest = await ingest(parley, all, tenants === 1 ? segments / 100 : segments);
	const searches: Record<string, Times> = {};
	for (const [name, q] of Object.entries(QUERIES)) searches[name] = await timeSearch(parley, all[0]?.token ?? "", q);
	const fileBytes = Bun.file(join(folder, "parley.db")).size;
	return { ...figuresOfIngest, searches, fileBytes };
}

async function ask(parley: Parley, method: string, token: string, path: string, body?: object) {
	const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", host: "localhost" };
	const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
	const response = await parley.fetch(new Request(`http://localhost${path}`, init), () => null);
	const answer = (await response.json()) as { readonly data: Record<string, unknown> };
	if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
	return answer.data;
}

/** Creates a workspace, a meeting and a transcript that can be read. */
async function createTenant(parley: Parley, orgId: string, token: string): Promise<Tenant> {
	const workspace = await ask(parley, "POST", token, `/orgs/${orgId}/workspaces`, { name: "Physics" });
	const { meeting } = await ask(parley, "POST", token, `/workspaces/${workspace.id}/meetings`, { title: "Optics" });
	const made = { recordingId: null, source: "stt", language: "en", engine: null } as const;
	const { unitOfWork, transcripts } = parley.services;
	const transcript = await unitOfWork.run(systemContext("job:bench"), async (change) => {
		const key = await transcripts.createTranscript(change, { orgId, id: (meeting as { id: string }).id }, made);
		await transcripts.publishTranscript(change, key, { language: "en", languages: ["en"] });
		return key;
	});
	return { token, transcript };
}

/** Stores segments and indexes them by the way; returns the processor time of each in µs. */
async function ingest({ services }: Parley, tenants: readonly Tenant[], segments: number) {
	const { unitOfWork, transcripts, transcriptIndexer } = services;
	const next = new Map<number, number>();
	let [storing, indexing, waiting] = [0, 0, 0];
	const index = async () => {
		const start = process.cpuUsage();
		await transcriptIndexer.indexDue(60_000);
		indexing += cpuSince(start);
		waiting = 0;
	};
	for (const at of turns(segments, tenants.length)) {
		const { transcript } = tenants[at] as Tenant;
		const from = next.get(at) ?? 0;
		next.set(at, from + BATCH);
		const batch = Array.from({ length: BATCH }, (_, n) => segmentAt(from + n));
		const start = process.cpuUsage();
		await unitOfWork.run(systemContext("job:bench"), (change) =>
			transcripts.insertSegments(change.tx, transcript, batch),
		);
		storing += cpuSince(start);
		waiting += BATCH;
		if (waiting >= INDEXED_AFTER) await index();
	}
	await index();
	return { storing: storing / segments, indexing: indexing / segments };
}

/** Searches as a client does. */
async function timeSearch(parley: Parley, token: string, q: string): Promise<Times> {
	const url = `http://localhost/transcripts/search?limit=20&q=${encodeURIComponent(q)}`;
	const headers = { authorization: `Bearer ${token}`, host: "localhost" };
	const [durations, cpu]: [number[], number[]] = [[], []];
	for (let round = 0; round < ROUNDS; round++) {
		const start = process.cpuUsage();
		for (let n = 0; n < SEARCHES / ROUNDS; n++) {
			const startMs = performance.now();
			const response = await parley.fetch(new Request(url, { headers }), () => null);
			if (response.status !== 200) throw new Error(await response.text());
			await response.arrayBuffer();
			durations.push(performance.now() - startMs);
		}
		cpu.push(cpuSince(start) / (SEARCHES / ROUNDS));
	}
	const sorted = durations.sort((a, b) => a - b);
	const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
	return { cpuMicros: median(cpu), p50Ms: at(0.5), p95Ms: at(0.95) };
}
