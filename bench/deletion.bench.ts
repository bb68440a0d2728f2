import { Database } from "bun:sqlite";
import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DAY_MS, systemClock, systemSteadyMs } from "#kernel/clock";
import { createParley } from "#src/app";
import { loadConfig } from "#src/config";
import { openDeps } from "#src/open";
import { addOldContent } from "#tests/support/old-content";
import { openS3Server } from "#tests/support/s3-server";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { ADMIN, SOURCES, settingsFor } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "what a purge leaves of the demo and of a large tenant: every byte of every file is searched";
/** Everything is in this process, and in what it starts. */
export const needs = [] as const;
/** Options shown by `bun run bench deletion --help`. */
export const usage =
	"  --meetings N   meetings of one organization beside those of the demo, each with a transcript of 20 segments (default 10000)\n  --seconds N    how long the purge may take at most (default 300)\n";

const SEGMENTS = 20;
const POLICY = { recordings: "1d", transcripts: "1d", chatLogs: "1d", examData: "1d" };
/** Longer than the delay of a shortened period, and the periods themselves. */
const LATER_MS = 30 * DAY_MS;
/** Texts shorter than this may be in a file for other reasons. */
const MIN_LETTERS = 24;
/** Bytes of a file that are searched at once. */
const PIECE = 64 * 1024 * 1024;

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({
		args: [...args],
		options: { meetings: { type: "string", default: "10000" }, seconds: { type: "string", default: "300" } },
	});
	const meetings = positive("--meetings", values.meetings);
	const seconds = positive("--seconds", values.seconds);
	const { before, after, receipts, purgeMs } = await withFolder((folder) => prove(folder, { meetings, seconds }));
	table(
		["", "words", "of them found", "files", "MB", "seconds"],
		[before, after].map(({ name, words, found, files, bytes, ms }) => [
			name,
			words,
			found.length,
			files,
			bytes / 1e6,
			ms / 1_000,
		]),
	);
	for (const word of after.found.slice(0, 10)) process.stdout.write(`left: ${word}\n`);
	const { items, objects } = receipts;
	figures("deletion", {
		meetings,
		words: before.words,
		foundBefore: before.found.length,
		foundAfter: after.found.length,
		purgedItems: items,
		purgedObjects: objects,
		purgeSeconds: purgeMs / 1_000,
	});
	if (after.found.length > 0) process.exitCode = 1;
}

async function prove(folder: string, { meetings, seconds }: { readonly meetings: number; readonly seconds: number }) {
	const s3 = await openS3Server();
	try {
		const { endpoint, bucket, accessKeyId, secretAccessKey, region } = s3.bucket;
		const variables: Record<string, string> = {
			...settingsFor(folder),
			BLOB_ENCRYPTION: "off",
			S3_ENDPOINT: endpoint,
			S3_BUCKET: bucket,
			S3_ACCESS_KEY_ID: accessKeyId,
			S3_SECRET_ACCESS_KEY: secretAccessKey,
			S3_REGION: region,
		};
		const seeded = Bun.spawn([...SOURCES, "seed", "--init"], {
			env: { ...process.env, ...variables },
			stdout: "ignore",
			stderr: "inherit",
		});
		if ((await seeded.exited) !== 0) throw new Error("the demo could not be seeded");
		const path = join(folder, "parley.db");
		const canary = `canary${crypto.randomUUID().replaceAll("-", "")}`;
		await addMeetings(path, { meetings, canary });
		const words = [canary, ...textsIn(path), ...(await samplesOf(s3.directory))];
		const places = [folder, s3.directory];
		const { before, receipts, purgeMs } = await purge(variables, seconds, () => search("before", places, words));
		return { before, after: await search("after", places, words), receipts, purgeMs };
	} finally {
		await s3.close();
	}
}

/** Adds old meetings to the first organization of the demo, with transcripts that the search index is to contain. */
async function addMeetings(path: string, { meetings, canary }: { readonly meetings: number; readonly canary: string }) {
	const database = new Database(path);
	const workspace = database
		.query<{ orgId: string; workspaceId: string; userId: string }, []>(
			"select w.org_id as orgId, w.id as workspaceId, m.user_id as userId from workspaces w join memberships m using (org_id) order by w.id limit 1",
		)
		.get();
	if (workspace === null) throw new Error("the demo has no workspace");
	const endedAtMs = Date.now() - 900 * DAY_MS;
	const content = { transcripts: meetings, perMeeting: 1, segments: SEGMENTS, endedAtMs, stepMs: 100 };
	await addOldContent(`sqlite:${path}`, workspace, { ...content, text: `We saw ${canary} there.` });
	// As after an upgrade from before there was an index.
	database.run(
		"insert or ignore into unindexed_segments (org_id, transcript_id, from_ms, to_ms, due_at_ms) select org_id, id, 0, 100000, 9000000000000000 from transcripts",
	);
	database.close();
}

/** Returns what was said, written and summarized in a database. */
function textsIn(path: string): string[] {
	const database = new Database(path, { readonly: true });
	const columns = { segments: "text", chat_messages: "text", translated_segments: "text", action_items: "text" };
	const texts = Object.entries(columns).flatMap(([name, column]) =>
		database
			.query<{ text: string }, []>(`select distinct ${column} as text from ${name} where ${column} is not null`)
			.all(),
	);
	database.close();
	return [...new Set(texts.map(({ text }) => text))].filter(
		(text) => text.length >= MIN_LETTERS && !text.includes('"'),
	);
}

/** Returns a piece of each object in a bucket. */
async function samplesOf(folder: string): Promise<Buffer[]> {
	const samples: Buffer[] = [];
	for (const path of filesOf(folder)) {
		if (!path.endsWith("_object") || statSync(path).size < 4_096) continue;
		const at = Math.floor(statSync(path).size / 2);
		samples.push(
			Buffer.from(
				await Bun.file(path)
					.slice(at, at + 48)
					.arrayBuffer(),
			),
		);
	}
	return samples.filter((sample) => new Set(sample).size > 12); // Silence is the same everywhere.
}

/** Purges everything in the program, by a clock that goes on at the right moment; returns what the receipts say. */
async function purge<T>(variables: Readonly<Record<string, string>>, seconds: number, look: () => Promise<T>) {
	const config = loadConfig((name) => variables[name], Object.keys(variables), false);
	const { deps, close } = await openDeps(config);
	let passedMs = 0;
	const clock = { nowMs: () => systemClock.nowMs() + passedMs };
	const parley = createParley({ ...deps, clock, steadyMs: () => systemSteadyMs() + passedMs });
	const { services } = parley;
	await services.prepare();
	await services.administrators.ensure(ADMIN);
	const send = async (method: string, path: string, token: string | null, body?: object) => {
		const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
		const headers = { ...authorization, "content-type": "application/json", host: "localhost" };
		const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
		const response = await parley.fetch(new Request(`http://localhost${path}`, init), () => null);
		const answer = await response.json();
		if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
		return answer;
	};
	const signIn = async () => String((await send("POST", "/auth/login", null, ADMIN)).access_token);
	await services.transcriptIndexer.indexDue(60_000);
	const before = await look();
	let token = await signIn();
	const orgs: { id: string; state: string }[] = (await send("GET", "/orgs?limit=100", token)).data;
	const orgIds = orgs.filter(({ state }) => state === "active").map(({ id }) => id);
	for (const orgId of orgIds) {
		await send("PUT", `/orgs/${orgId}/retention`, token, POLICY);
		const holds: { id: string; state: string }[] = (await send("GET", `/orgs/${orgId}/legal-holds`, token)).data;
		for (const { id } of holds.filter(({ state }) => state === "active"))
			await send("POST", `/orgs/${orgId}/legal-holds/${id}/release`, token, {});
	}
	passedMs = LATER_MS;
	token = await signIn();
	const startMs = performance.now();
	const runs = new Map<string, string>();
	for (const orgId of orgIds) runs.set(orgId, (await send("POST", `/orgs/${orgId}/retention/run`, token, {})).data.id);
	services.start();
	const receipts = { items: 0, objects: 0 };
	while (runs.size > 0) {
		if (performance.now() - startMs > seconds * 1_000) throw new Error(`${runs.size} runs did not end in time`);
		await Bun.sleep(500);
		for (const [orgId, id] of runs) {
			const { data } = await send("GET", `/orgs/${orgId}/retention/runs/${id}`, token);
			if (data.state !== "completed") continue;
			runs.delete(orgId);
			for (const { items } of Object.values<{ items: number }>(data.classes)) receipts.items += items;
			receipts.objects += data.objects.count;
		}
	}
	const purgeMs = performance.now() - startMs;
	await services.stop();
	await close();
	return { before, receipts, purgeMs };
}

/** Searches every byte of all files below some folders. */
async function search(name: string, folders: readonly string[], words: readonly (string | Buffer)[]) {
	const startMs = performance.now();
	const found = new Set<string | Buffer>();
	const longest = Math.max(...words.map((word) => Buffer.byteLength(word)));
	let [files, bytes] = [0, 0];
	for (const path of folders.flatMap(filesOf)) {
		const file = await open(path);
		const { size } = await file.stat();
		for (let at = 0; at < size; at += PIECE) {
			const piece = Buffer.alloc(Math.min(PIECE + longest, size - at));
			await file.read(piece, 0, piece.length, at);
			for (const word of words) if (!found.has(word) && piece.includes(word)) found.add(word);
		}
		await file.close();
		files += 1;
		bytes += size;
	}
	const shown = [...found].map((word) => (typeof word === "string" ? word : word.toString("hex")));
	return { name, words: words.length, found: shown, files, bytes, ms: performance.now() - startMs };
}

const filesOf = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		return entry.isDirectory() ? filesOf(path) : [path];
	});
