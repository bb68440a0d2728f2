import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY, PARLEY } from "./command.ts";
import { freePort } from "./free-port.ts";
import { FIRST_ADMIN } from "./installation.ts";
import { type ServerProcess, startProgram } from "./server-process.ts";
import { isInProcess } from "./target.ts";

/** One of several servers of an installation, in a process of its own. */
export interface Instance {
	/** Origin, the same after a restart. */
	readonly url: string;
	/** Its data directory. */
	readonly dataDir: string;
	/** Returns what the server that runs now has logged so far. */
	output(): string;
	/** Process id of the server that runs now. */
	readonly pid: number;
	/** Resolves to the exit code when the server that runs now has ended, whoever ended it. */
	ended(): Promise<number>;
	/** Ends it at once, as a power failure does. */
	kill(): Promise<void>;
	/** Sends SIGTERM. Returns the exit code. */
	stop(): Promise<number>;
	/** Starts it again after its end, with this command line from then on if there is one; resolves when it listens. */
	restart(program?: readonly string[]): Promise<void>;
}

/** Servers of one installation. */
export interface Instances {
	readonly all: readonly Instance[];
	/** Ends all of them. @throws Error with what they wrote when one does not stop as it should */
	close(): Promise<void>;
}

/** Options of {@link openInstances}. */
export interface InstancesOptions {
	/** Default: 2. */
	readonly count?: number;
	/** Of an empty or migrated database: on Postgres, or a data file for a single server. */
	readonly databaseUrl: string;
	/** Of all, or of each. Default: none; they do not hear each other. */
	readonly redisUrl?: string | readonly string[];
	/** Further variables. */
	readonly env?: Readonly<Record<string, string>>;
	/** Whether they share their stored files, as a mounted folder does. Default: true. */
	readonly sharesObjects?: boolean;
	/** Command line of the program. Default: its sources, or the binary where that is tested. */
	readonly program?: readonly string[];
}

/**
 * Starts several servers on one database. Their administrator is `FIRST_ADMIN`, their limits are off, and they share
 * nothing but database, Redis, stored files and key: each has a data directory of its own, kept while it is down.
 */
export async function openInstances({
	count = 2,
	databaseUrl,
	redisUrl,
	env = {},
	sharesObjects = true,
	program = isInProcess ? PARLEY : [BINARY],
}: InstancesOptions): Promise<Instances> {
	const folder = mkdtempSync(join(tmpdir(), "parley-instances-"));
	const blobs = join(folder, "blobs");
	mkdirSync(blobs);
	const variables = {
		PUBLIC_URL: "http://localhost:3000",
		DATABASE_URL: databaseUrl,
		ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		RATE_LIMITS: "off",
		LOG_LEVEL: "warn",
		...env,
	};

	async function open(number: number): Promise<Instance & { end(): Promise<void> }> {
		const port = freePort();
		const dataDir = join(folder, String(number));
		mkdirSync(join(dataDir, ...(sharesObjects ? [] : ["blobs"])), { recursive: true, mode: 0o700 });
		if (sharesObjects) symlinkSync(blobs, join(dataDir, "blobs"));
		const redis = typeof redisUrl === "string" ? redisUrl : redisUrl?.[number];
		const own = {
			...variables,
			...(redis !== undefined && { REDIS_URL: redis }),
			PORT: String(port),
			DATA_DIR: dataDir,
		};
		let current = program;
		const start = async (): Promise<ServerProcess> => {
			const started = startProgram([...current, "serve"], { env: own, cwd: folder });
			await started.url();
			return started;
		};
		let server = await start();
		let isRunning = true;
		return {
			url: `http://127.0.0.1:${port}`,
			dataDir,
			output: () => server.output(),
			get pid() {
				return server.pid;
			},
			ended: () => server.exited,
			async kill() {
				server.kill("SIGKILL");
				await server.exited;
				isRunning = false;
			},
			stop() {
				isRunning = false;
				return server.stop();
			},
			async restart(other = current) {
				current = other;
				server = await start();
				isRunning = true;
			},
			async end() {
				if (!isRunning) return;
				const exitCode = await server.stop();
				if (exitCode !== 0) throw new Error(`an instance ended with code ${exitCode}:\n${await server.errors}`);
			},
		};
	}

	const all: Awaited<ReturnType<typeof open>>[] = [];
	// One after the other: the first migrates, and creates the administrator.
	for (let number = 0; number < count; number++) all.push(await open(number));
	return {
		all,
		async close() {
			await Promise.all(all.map(({ end }) => end()));
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
