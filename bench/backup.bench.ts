import { Database } from "bun:sqlite";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { $ } from "bun";
import { newId } from "#kernel/ids";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { SOURCES, serve, signIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "parley backup of a grown installation while clients write: GB/min, and p99 of writes meanwhile";
/** It needs nothing else. */
export const needs = [] as const;
/** Options shown by `bun run bench backup --help`. */
export const usage =
	"  --organizations N   of the grown installation, with some 270 rows each (default 3000)\n" +
	"  --objects N         stored objects of 64 MiB (default 16)\n";

const OBJECT_BYTES = 64 * 2 ** 20;
/** Pause between two writes, in ms: as many as a busy installation has. */
const EVERY_MS = 15;
const IDLE_MS = 20_000;
/** Backups that are made one after the other: the first copies all objects, the others none. */
const BACKUPS = 3;

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const options = {
		organizations: { type: "string", default: "3000" },
		objects: { type: "string", default: "16" },
	} as const;
	const { values } = parseArgs({ args: [...args], options });
	await withFolder(async (folder) => {
		const dataDir = join(folder, "data");
		mkdirSync(dataDir);
		await grow(join(dataDir, "parley.db"), positive("--organizations", values.organizations));
		storeObjects(dataDir, positive("--objects", values.objects));
		// What the kernel has still to write, it would write half a minute later, during the backups.
		await $`sync`;
		const program = await serve(SOURCES, dataDir);
		try {
			const write = await createWriter(program.url);
			await write(Bun.sleep(IDLE_MS / 2));
			const idle = await write(Bun.sleep(IDLE_MS));
			const made: Made[] = [];
			const during: number[] = [];
			for (let n = 0; n < BACKUPS; n++) {
				const backup = backUp(dataDir, join(folder, "place"));
				during.push(...(await write(backup)));
				made.push(await backup);
			}
			report(idle, during, made);
		} finally {
			await program.kill();
		}
	});
}

interface Made {
	readonly bytes: number;
	readonly seconds: number;
	readonly cpuSeconds: number;
	readonly peakMib: number;
}

function report(idle: readonly number[], during: readonly number[], made: readonly Made[]): void {
	const perMinute = ({ bytes, seconds }: Made): number => (bytes / 1e9 / seconds) * 60;
	table(
		["backup", "GB", "s", "GB/min", "CPU s", "peak MiB"],
		made.map((each, n) => [n + 1, each.bytes / 1e9, each.seconds, perMinute(each), each.cpuSeconds, each.peakMib]),
	);
	const rowOf = (name: string, ms: readonly number[]) => [name, ms.length, p(ms, 0.5), p(ms, 0.99), Math.max(...ms)];
	table(["writes", "", "p50 ms", "p99 ms", "max ms"], [rowOf("idle", idle), rowOf("during backups", during)]);
	const [all, ...later] = made;
	figures("backup", {
		gbPerMinute: all ? perMinute(all) : 0,
		databaseGbPerMinute: Math.max(...later.map(perMinute)),
		idleP99Ms: p(idle, 0.99),
		duringP99Ms: p(during, 0.99),
		ratio: p(during, 0.99) / p(idle, 0.99),
	});
}

const p = (values: readonly number[], share: number): number =>
	values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

async function grow(path: string, organizations: number): Promise<void> {
	const sizes = ["--organizations", organizations, "--members", organizations, "--sessions", organizations * 3];
	const logs = ["--sessions-of-one", 200, "--events", organizations * 33, "--audit-entries", organizations * 36];
	const args = ["scripts/grow.ts", path, ...sizes.map(String), ...logs.map(String)];
	const child = Bun.spawn([process.execPath, ...args], { stdout: "ignore", stderr: "inherit" });
	if ((await child.exited) !== 0) throw new Error("the database could not be filled");
}

/** Puts objects that cannot be compressed into the store and the ledger. */
function storeObjects(dataDir: string, count: number): void {
	const database = new Database(join(dataDir, "parley.db"));
	const orgId = database.query<{ id: string }, []>("SELECT id FROM organizations ORDER BY id LIMIT 1").get()?.id ?? "";
	const objects = join(dataDir, "blobs", orgId, "objects");
	mkdirSync(objects, { recursive: true });
	const insert = database.query(
		"INSERT INTO blobs (org_id, id, sha256, size_bytes, storage_key, chunk_bytes, state, created_at_ms) VALUES (?, ?, ?, ?, ?, 0, 'stored', 0)",
	);
	const content = new Uint8Array(OBJECT_BYTES);
	for (let at = 0; at < content.length; at += 65_536) crypto.getRandomValues(content.subarray(at, at + 65_536));
	for (let n = 0; n < count; n++) {
		const key = newId("obj");
		writeFileSync(join(objects, key), content);
		insert.run(orgId, newId("blb"), `${n}`, OBJECT_BYTES, key);
	}
	database.close();
}

/** Returns a function that writes at a constant rate until a promise is settled, and returns the latencies in ms. */
async function createWriter(url: string) {
	const headers = { authorization: `Bearer ${await signIn(url)}`, "content-type": "application/json" };
	return async (until: Promise<unknown>): Promise<number[]> => {
		const latencies: number[] = [];
		let isOver = false;
		const ended = until.finally(() => {
			isOver = true;
		});
		const writes: Promise<void>[] = [];
		while (!isOver) {
			const startMs = performance.now();
			const body = JSON.stringify({ name: "Green Valley", orgType: "education" });
			const write = fetch(`${url}/orgs`, { method: "POST", headers, body }).then(async (response) => {
				await response.text();
				if (response.status !== 201) throw new Error(`a write was answered ${response.status}`);
				latencies.push(performance.now() - startMs);
			});
			writes.push(write);
			await Bun.sleep(EVERY_MS);
		}
		await Promise.all([ended, ...writes]);
		return latencies;
	};
}

/**
 * Runs a command as it is scheduled otherwise, if the benchmark itself runs in real time (`chrt`), which lets it compete on a
 * busy machine: real time knows nothing of the lower priority that a backup asks for, and keeps the kernel's own threads
 * waiting, which end the syncs of others.
 */
const AS_USUAL = process.platform === "linux" ? ["chrt", "--other", "0"] : [];

async function backUp(dataDir: string, place: string): Promise<Made> {
	const startMs = performance.now();
	const env = { ...process.env, DATA_DIR: dataDir, BACKUP_RECIPIENTS: RECIPIENT };
	const command = [...AS_USUAL, ...SOURCES, "backup", "--json", "--to", place];
	const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "inherit" });
	const { database, objects } = JSON.parse(await new Response(child.stdout).text());
	if ((await child.exited) !== 0) throw new Error("the backup failed");
	const used = child.resourceUsage();
	return {
		bytes: database.bytes + objects.newBytes,
		seconds: (performance.now() - startMs) / 1000,
		cpuSeconds: Number(used?.cpuTime.total ?? 0) / 1e6,
		peakMib: (used?.maxRSS ?? 0) / 2 ** 20,
	};
}

/** Somebody whose identity is of no use here. */
const RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
