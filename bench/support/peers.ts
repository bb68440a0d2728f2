import { createHash } from "node:crypto";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Sources of the peers, and what they depend on: exact versions and their lockfile. */
const SOURCES = join(import.meta.dir, "../peers");
const MANIFESTS = ["package.json", "bun.lock"] as const;
const OPENS_DATABASE = "new (require('better-sqlite3'))(':memory:')";

/** The peers, ready to be started. */
export interface Peers {
	/** Returns the path of a peer's source, beside its packages. */
	readonly pathOf: (file: string) => string;
	/** The reason why the peers on Node cannot run here, in one line; null when they can. */
	readonly nodeProblem: string | null;
}

/**
 * Installs the peers unless an earlier run did: into a folder of the user's cache named by a hash of the versions, never
 * into this project. Packages run no install scripts; only the SQLite driver of Node is built, when it does not load.
 * @throws Error when the packages cannot be installed
 */
export async function installPeers(): Promise<Peers> {
	const folder = await folderOf(SOURCES);
	return { pathOf: copySources(SOURCES, folder), nodeProblem: await checkNode(folder) };
}

/**
 * Installs the packages of a folder of the benchmarks as {@link installPeers} does, and returns the paths of its sources (`*.mjs`)
 * beside them.
 * @throws Error when the packages cannot be installed
 */
export const installPackages = async (sources: string): Promise<Peers["pathOf"]> =>
	copySources(sources, await folderOf(sources));

/** Returns the folder in the cache that has the packages. */
async function folderOf(sources: string): Promise<string> {
	const hash = createHash("sha256");
	for (const name of MANIFESTS) hash.update(readFileSync(join(sources, name)));
	const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "parley-bench");
	const folder = join(cache, hash.digest("hex").slice(0, 16));
	if (!existsSync(folder)) await install(sources, cache, folder);
	return folder;
}

/** Installs into a folder of its own and moves it: a folder with the final name is complete. */
async function install(from: string, cache: string, folder: string): Promise<void> {
	mkdirSync(cache, { recursive: true });
	const unfinished = mkdtempSync(join(cache, "unfinished-"));
	try {
		for (const name of MANIFESTS) copyFileSync(join(from, name), join(unfinished, name));
		process.stderr.write(`installing packages into ${folder}\n`);
		const command = [process.execPath, "install", "--frozen-lockfile", "--ignore-scripts"];
		const { ok, output } = await runIn(unfinished, command);
		if (!ok) throw new Error(`packages of the benchmark cannot be installed: ${output}`);
		// Another run may have been faster.
		if (!existsSync(folder)) renameSync(unfinished, folder);
	} finally {
		rmSync(unfinished, { recursive: true, force: true });
	}
}

/** Copies the sources beside the packages, where their imports are resolved, until this process ends. */
function copySources(from: string, folder: string): Peers["pathOf"] {
	const sources = mkdtempSync(join(folder, "run-"));
	process.once("exit", () => rmSync(sources, { recursive: true, force: true }));
	for (const file of readdirSync(from).filter((name) => name.endsWith(".mjs")))
		copyFileSync(join(from, file), join(sources, file));
	return (file) => join(sources, file);
}

async function checkNode(folder: string): Promise<string | null> {
	if (Bun.which("node") === null) return "node is not installed";
	const load = ["node", "-e", OPENS_DATABASE];
	if ((await runIn(folder, load)).ok) return null;
	if (Bun.which("npm") === null) return "better-sqlite3 is not built, and npm is not installed";
	process.stderr.write("building better-sqlite3, once: this takes a minute or two\n");
	await runIn(folder, ["npm", "rebuild", "better-sqlite3", "--no-audit", "--no-fund"]);
	const { ok, output } = await runIn(folder, load);
	return ok ? null : `better-sqlite3 cannot be built: ${output}`;
}

/** Runs a command; `output` is the last line with content that it wrote to its standard error. */
async function runIn(cwd: string, command: readonly string[]): Promise<{ ok: boolean; output: string }> {
	const child = Bun.spawn([...command], { cwd, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
	const lines = (await new Response(child.stderr).text()).split("\n").filter((line) => line.trim() !== "");
	return { ok: (await child.exited) === 0, output: lines.at(-1) ?? "" };
}
