import { readFileSync } from "node:fs";

/** The administrator of a program started by a benchmark. */
export const ADMIN = { email: "root@parley.example", password: "correct horse battery" };

/** Requests are counted as in production, but the limits are never reached. */
export const RATE_LIMITS = "read=999999999/60,write=999999999/60,auth-ip=999999999/60,auth-account=999999999/60";

/** A running `parley serve` in a separate process. */
export interface Program {
	readonly pid: number;
	/** URL it listens on, without a trailing slash. */
	readonly url: string;
	/** Returns its resident memory in MiB. */
	rssMib(): number;
	/** Kills it immediately, like a power failure. */
	kill(): Promise<void>;
}

/** Command that runs the sources. */
export const SOURCES = [process.execPath, "src/main.ts"];
/** Command that runs the output of `bun run build`. */
export const BINARY = ["dist/parley"];

/** Returns the settings of a program on a data folder, with the administrator {@link ADMIN}. @param port 0: a free one */
export const settingsFor = (dataDir: string, port = 0): Record<string, string> => ({
	NODE_ENV: "production",
	DATA_DIR: dataDir,
	PORT: String(port),
	ADMIN_EMAIL: ADMIN.email,
	ADMIN_PASSWORD: ADMIN.password,
	LOG_LEVEL: "warn",
	SHUTDOWN_DELAY_SECONDS: "0",
	RATE_LIMITS,
});

/** Returns the URL that a started program printed, without a trailing slash; undefined before. */
export const urlIn = (output: string): string | undefined => /listens on (\S+)\n/.exec(output)?.[1];

/**
 * Starts the program on a data folder, on `port` (0: a free one), and waits until it listens.
 * @param more further environment variables
 */
export async function serve(
	command: readonly string[],
	dataDir: string,
	port = 0,
	more: Readonly<Record<string, string>> = {},
): Promise<Program> {
	const child = Bun.spawn([...command, "serve"], {
		env: { ...process.env, ...settingsFor(dataDir, port), ...more },
		stdin: "ignore",
		stdout: "pipe",
		stderr: "inherit",
	});
	let output = "";
	for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
		output += text;
		const url = urlIn(output);
		if (url === undefined) continue;
		return {
			pid: child.pid,
			url,
			rssMib: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
			async kill() {
				child.kill("SIGKILL");
				await child.exited;
			},
		};
	}
	throw new Error(`the program ended before it listened: ${output}`);
}

/** Signs the administrator in. */
export async function signIn(url: string): Promise<string> {
	const response = await fetch(`${url}/auth/login`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(ADMIN),
	});
	const answer = (await response.json()) as { readonly access_token?: string };
	if (answer.access_token === undefined) throw new Error(`sign-in failed: ${JSON.stringify(answer)}`);
	return answer.access_token;
}
