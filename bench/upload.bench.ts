import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withFolder } from "./support/folder.ts";
import { median } from "./support/load.ts";
import { sendPatches } from "./support/patches.ts";
import { ADMIN, SOURCES, settingsFor, signIn, urlIn } from "./support/program.ts";
import { figures, table } from "./support/report.ts";
import { type BenchmarkServer, startProgram, startServer } from "./support/server.ts";
import type { Tool } from "./support/tools.ts";

/** Description shown by `bun run bench`. */
export const about =
	"uploading 1 GiB, hashed and durable, against bare Bun that appends to a file; memory, 20 uploads at once";
/** Required tools. */
export const needs: readonly Tool[] = ["taskset"];

const MIB = 1024 ** 2;
const SIZE = 1024 * MIB;
const CHUNK = 128 * MIB;
const ROUNDS = 3;
const AT_ONCE = 20;
const SIZE_AT_ONCE = 64 * MIB;

/** A WAV header and random bytes after it: content that cannot be compressed. */
function blockOf(): Uint8Array {
	const block = new Uint8Array(16 * MIB);
	for (let at = 0; at < block.length; at += 65_536) crypto.getRandomValues(block.subarray(at, at + 65_536));
	block.set(new TextEncoder().encode("RIFF    WAVEfmt "));
	return block;
}

interface Sent {
	readonly mbPerSecond: number;
	readonly cpuMs: number;
	readonly grownMib: number;
}

/** Runs work, and returns how long it took and how much memory the server took meanwhile. */
async function measure(server: BenchmarkServer, bytes: number, work: () => Promise<unknown>): Promise<Sent> {
	const [before, cpuBefore] = [server.rssMib(), server.cpuMs()];
	let most = before;
	const sampling = setInterval(() => {
		most = Math.max(most, server.rssMib());
	}, 10);
	const startMs = performance.now();
	await work();
	const seconds = (performance.now() - startMs) / 1000;
	clearInterval(sampling);
	return { mbPerSecond: bytes / 1e6 / seconds, cpuMs: server.cpuMs() - cpuBefore, grownMib: most - before };
}

/** Starts the program, and returns it with a function that announces an upload and returns its address. */
async function startProgramOn(folder: string, encryption: "on" | "off") {
	const env = {
		...settingsFor(folder),
		BLOB_ENCRYPTION: encryption,
		RATE_LIMITS: "off",
		PUBLIC_URL: "http://localhost",
	};
	const server = await startProgram(`parley, encryption ${encryption}`, [...SOURCES, "serve"], env, (output) => {
		const url = urlIn(output);
		return url === undefined ? undefined : { url };
	});
	const url = server.ready.url ?? "";
	const token = await signIn(url);
	async function post(path: string, body: unknown): Promise<Record<string, string>> {
		const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
		const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
		const answer = (await response.json()) as { readonly data?: Record<string, string> };
		if (answer.data === undefined) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
		return answer.data;
	}
	const { id } = await post("/orgs", { name: ADMIN.email.slice(0, 4), orgType: "business" });
	const workspace = await post(`/orgs/${id}/workspaces`, { name: "Bench" });
	async function announce(size: number): Promise<string> {
		const body = { workspaceId: workspace.id, filename: "bench.wav", contentType: "audio/wav", size };
		return `${url}/uploads/${(await post("/meetings/upload/init", body)).uploadId}`;
	}
	return { server, token, announce };
}

/** Sends the same bytes to bare Bun, and to the program with and without encryption, in turns. */
export async function run(): Promise<void> {
	const block = blockOf();
	await withFolder(async (folder) => {
		const bareFolder = join(folder, "bare");
		mkdirSync(bareFolder);
		const bare = await startServer("bare Bun", "append", {}, [bareFolder]);
		const programs = {
			plain: await startProgramOn(join(folder, "plain"), "off"),
			encrypted: await startProgramOn(join(folder, "encrypted"), "on"),
		};
		const results: Record<"bare" | keyof typeof programs, Sent[]> = { bare: [], plain: [], encrypted: [] };
		for (let round = 0; round < ROUNDS; round++) {
			const upload = { token: "none", sizeBytes: SIZE, chunkBytes: CHUNK, block };
			const url = `${bare.ready.url}/x`;
			results.bare.push(await measure(bare, SIZE, () => sendPatches({ ...upload, url })));
			rmSync(bareFolder, { recursive: true });
			mkdirSync(bareFolder);
			for (const name of ["plain", "encrypted"] as const) {
				const { server, token, announce } = programs[name];
				const url = await announce(SIZE);
				results[name].push(await measure(server, SIZE, () => sendPatches({ ...upload, token, url })));
			}
		}
		const { server, token, announce } = programs.encrypted;
		const urls = await Promise.all(Array.from({ length: AT_ONCE }, () => announce(SIZE_AT_ONCE)));
		const upload = { token, sizeBytes: SIZE_AT_ONCE, chunkBytes: 8 * MIB, block };
		const atOnce = await measure(server, AT_ONCE * SIZE_AT_ONCE, () =>
			Promise.all(urls.map((url) => sendPatches({ ...upload, url }))),
		);
		for (const each of [bare, programs.plain.server, programs.encrypted.server]) await each.kill();
		report(results, atOnce);
	});
}

function report(results: Readonly<Record<string, readonly Sent[]>>, atOnce: Sent): void {
	const of = (name: string, figure: keyof Sent) => median((results[name] ?? []).map((sent) => sent[figure]));
	const rows = ["bare", "plain", "encrypted"].map((name) => [
		name,
		of(name, "mbPerSecond"),
		of(name, "mbPerSecond") / of("bare", "mbPerSecond"),
		of(name, "cpuMs"),
		Math.max(...(results[name] ?? []).map(({ grownMib }) => grownMib)),
	]);
	rows.push([
		`${AT_ONCE} at once`,
		atOnce.mbPerSecond,
		atOnce.mbPerSecond / of("bare", "mbPerSecond"),
		atOnce.cpuMs,
		atOnce.grownMib,
	]);
	table(["upload of 1 GiB", "MB/s", "of bare", "CPU ms", "RSS growth MiB"], rows);
	figures("upload", {
		plain_ratio: of("plain", "mbPerSecond") / of("bare", "mbPerSecond"),
		encrypted_ratio: of("encrypted", "mbPerSecond") / of("bare", "mbPerSecond"),
		rss_growth_mib: Math.max(...(results.encrypted ?? []).map(({ grownMib }) => grownMib)),
		rss_growth_20_mib: atOnce.grownMib,
	});
}
