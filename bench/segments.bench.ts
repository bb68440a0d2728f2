import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
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
export const about = "segments of a long transcript: storing them, any page of them, the file; GET /meetings/{id}";
/** Everything runs in this process. */
export const needs = [] as const;
/** Options shown by `bun run bench segments --help`. */
export const usage = "  --segments N   segments of the transcript, a multiple of 1,000 (default 1000000)\n";

const BATCH = 1_000;
const PAGE = 100;
/** Requests of a round, for pages and for single resources, which take a tenth of the time. */
const PAGES = 300;
const READS = 3_000;
const ROUNDS = 9;
const TEXT = "Light bends at the edge of the prism, and every colour takes a way of its own through the glass of it. ";

type Parley = ReturnType<typeof createParley>;

/** Where the measured requests go, and by whom. */
interface World {
	readonly parley: Parley;
	readonly orgId: string;
	readonly token: string;
	readonly meetingId: string;
	readonly transcript: TranscriptKey;
}

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { segments: { type: "string", default: "1000000" } } });
	const segments = positive("--segments", values.segments);
	await withFolder((folder) => measure(folder, segments));
}

async function measure(folder: string, segments: number): Promise<void> {
	const world = await openWorld(folder);
	const plain = await ingest(world, 0, segments, false);
	const withWords = await ingest(world, segments, 20_000, true);
	await publish(world);
	const pages = await measurePages(world, segments / PAGE);
	const reads = await measureReads(world);
	const file = await measureFile(world, segments + 20_000);
	table(
		["", "CPU µs"],
		[
			["storing a segment", plain],
			["storing a segment with 15 words", withWords],
			[`page 1 (of ${PAGE})`, pages.first],
			[`page ${segments / PAGE}`, pages.last],
			["GET /orgs/{orgId}", reads.organization],
			["GET /meetings/{meetingId}", reads.meeting],
			["a segment of the file", file.cpuMicros],
		],
	);
	figures("segments", {
		ingestPerSecond: 1e6 / plain,
		ingestWithWordsPerSecond: 1e6 / withWords,
		pageRatio: pages.last / pages.first,
		meetingRatio: reads.meeting / reads.organization,
		filePerSecond: 1e6 / file.cpuMicros,
		fileMib: file.mib,
		fileGrowthMib: file.growthMib,
	});
}

/** Starts the program in this process, with an organization, a meeting and a transcript that is being made. */
async function openWorld(folder: string): Promise<World> {
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
	const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => parley.fetch(request, () => null) });
	const { orgId, token } = await createOrganization(`http://127.0.0.1:${server.port}`);
	await server.stop(true);
	const workspace = await post(parley, token, `/orgs/${orgId}/workspaces`, { name: "Physics" });
	const { meeting } = await post(parley, token, `/workspaces/${workspace.id}/meetings`, { title: "Optics" });
	const { id: meetingId } = meeting as { readonly id: string };
	const made = { recordingId: null, source: "stt", language: "en", engine: null } as const;
	const { unitOfWork, transcripts } = parley.services;
	const transcript = await unitOfWork.run(systemContext("job:bench"), (change) =>
		transcripts.createTranscript(change, { orgId, id: meetingId }, made),
	);
	return { parley, orgId, token, meetingId, transcript };
}

async function post(parley: Parley, token: string, path: string, body: unknown): Promise<Record<string, unknown>> {
	const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", host: "localhost" };
	const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) });
	const response = await parley.fetch(request, () => null);
	const answer = (await response.json()) as { readonly data: Record<string, unknown> };
	if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
	return answer.data;
}

const segment = (n: number, withWords: boolean): NewSegment => ({
	seq: n + 1,
	speakerId: null,
	startMs: n * 3_000,
	endMs: n * 3_000 + 2_800,
	text: TEXT + n,
	language: "en",
	confidence: 0.9,
	words: withWords ? Array.from({ length: 15 }, (_, at) => [`word${at}`, n * 3_000 + at, n * 3_000 + at, 0.9]) : null,
});

/** Stores segments as the processing of recordings does; returns the processor time of each in µs. */
async function ingest(world: World, from: number, count: number, withWords: boolean): Promise<number> {
	const { unitOfWork, transcripts } = world.parley.services;
	let micros = 0;
	for (let at = from; at < from + count; at += BATCH) {
		const batch = Array.from({ length: BATCH }, (_, n) => segment(at + n, withWords));
		const start = process.cpuUsage();
		await unitOfWork.run(systemContext("job:bench"), (change) =>
			transcripts.insertSegments(change.tx, world.transcript, batch),
		);
		const { user, system } = process.cpuUsage(start);
		micros += user + system;
	}
	return micros / count;
}

const publish = ({ parley: { services }, transcript }: World): Promise<void> =>
	services.unitOfWork.run(systemContext("job:bench"), (change) =>
		services.transcripts.publishTranscript(change, transcript, { language: "en", languages: ["en"] }),
	);

/** Returns the processor time of a GET in µs, for each path: medians of rounds that alternate. */
async function timeReads({ parley, token }: World, paths: readonly string[], requests: number): Promise<number[]> {
	const headers = { authorization: `Bearer ${token}`, host: "localhost" };
	const samples = paths.map((): number[] => []);
	for (let round = 0; round <= ROUNDS; round++)
		for (const [index, path] of paths.entries()) {
			const start = process.cpuUsage();
			for (let n = 0; n < requests; n++) {
				const response = await parley.fetch(new Request(`http://localhost${path}`, { headers }), () => null);
				if (response.status !== 200) throw new Error(`GET ${path}: ${await response.text()}`);
				await response.arrayBuffer();
			}
			const { user, system } = process.cpuUsage(start);
			if (round > 0) samples[index]?.push((user + system) / requests); // The first compiles.
		}
	return samples.map((each) => median(each));
}

async function measurePages(world: World, pages: number) {
	const { orgId, id: transcriptId } = world.transcript;
	const binding = { list: "segments", orgId, transcriptId, fromMs: undefined, toMs: undefined, speakerId: undefined };
	const last = (pages - 1) * PAGE;
	const cursor = world.parley.services.cursors.seal([(last - 1) * 3_000, last], binding);
	const path = `/transcripts/${transcriptId}/segments?limit=${PAGE}`;
	const [first = 0, page = 0] = await timeReads(world, [path, `${path}&cursor=${cursor}`], PAGES);
	return { first, last: page };
}

async function measureReads(world: World) {
	const paths = [`/orgs/${world.orgId}`, `/meetings/${world.meetingId}`];
	const [organization = 0, meeting = 0] = await timeReads(world, paths, READS);
	return { organization, meeting };
}

/** Reads the whole transcript as WebVTT, and forgets it at once. */
async function measureFile({ parley, token, transcript }: World, segments: number) {
	Bun.gc(true);
	const beforeMib = anonymousMib();
	const start = process.cpuUsage();
	const headers = { authorization: `Bearer ${token}`, host: "localhost" };
	const url = `http://localhost/transcripts/${transcript.id}?format=vtt`;
	const response = await parley.fetch(new Request(url, { headers }), () => null);
	let bytes = 0;
	let peakMib = beforeMib;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length;
		peakMib = Math.max(peakMib, anonymousMib());
	}
	const { user, system } = process.cpuUsage(start);
	return { cpuMicros: (user + system) / segments, mib: bytes / 2 ** 20, growthMib: peakMib - beforeMib };
}

/** Returns the memory of this process in MiB, without the database file that is mapped into it. */
const anonymousMib = (): number =>
	Number(/RssAnon:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
