import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PARLEY } from "./command.ts";

/** A server in a separate process. */
export interface ServerProcess {
	readonly pid: number;
	/** Returns its standard output so far. */
	readonly output: () => string;
	readonly errors: Promise<string>;
	/** Exit code, after all output was read. */
	readonly exited: Promise<number>;
	/** Waits until its standard output matches; rejects when it exits before. */
	until(pattern: RegExp): Promise<RegExpExecArray>;
	/** Waits until it listens and returns its origin. */
	url(): Promise<string>;
	kill(signal: NodeJS.Signals): void;
	/** Sends SIGTERM and returns the exit code. */
	stop(): Promise<number>;
}

/** Starts `parley serve` with these variables and cheap hashes. Removes its data after it has exited. */
export function startServerProcess(variables: Readonly<Record<string, string>> = {}): ServerProcess {
	const folder = mkdtempSync(join(tmpdir(), "parley-serve-"));
	const env = { PORT: "0", DATA_DIR: folder, ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", ...variables };
	const server = startProgram([...PARLEY, "serve"], { env });
	return { ...server, exited: server.exited.finally(() => rmSync(folder, { recursive: true, force: true })) };
}

/** Starts a server program with exactly this environment, but closes its port at once on SIGTERM unless that says more. */
export function startProgram(
	command: readonly string[],
	{ env, cwd = tmpdir() }: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
): ServerProcess {
	const child = Bun.spawn([...command], {
		// A test that fails before it stops its server must not leave it running.
		env: { SHUTDOWN_DELAY_SECONDS: "0", ...env, BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
		cwd,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const errors = new Response(child.stderr).text();
	let output = "";
	let tell = Promise.withResolvers<void>();
	let hasEnded = false;

	async function read(): Promise<void> {
		const decoder = new TextDecoder();
		for await (const chunk of child.stdout) {
			output += decoder.decode(chunk, { stream: true });
			tell.resolve();
			tell = Promise.withResolvers();
		}
		hasEnded = true;
		tell.resolve();
	}
	const exited = Promise.all([child.exited, read()]).then(([exitCode]) => exitCode);

	async function until(pattern: RegExp): Promise<RegExpExecArray> {
		for (;;) {
			const found = pattern.exec(output);
			if (found) return found;
			if (hasEnded) throw new Error(`the server ended before it wrote ${pattern}:\n${output}${await errors}`);
			await tell.promise;
		}
	}

	return {
		pid: child.pid,
		output: () => output,
		errors,
		exited,
		until,
		url: async () => (await until(/listens on (\S+)/))[1] ?? "",
		kill: (signal) => child.kill(signal),
		stop() {
			child.kill("SIGTERM");
			return exited;
		},
	};
}

/** Returns address and password of the first administrator of a server that no person has started. */
export async function initialPasswordOf({
	until,
}: Pick<ServerProcess, "until">): Promise<[email: string, password: string]> {
	const [, email = "", path = ""] = await until(/Sign in as (\S+) with the password in the file (\S+),/);
	return [email, readFileSync(path, "utf8").trim()];
}

/** A raw connection on which a test writes HTTP piecemeal. */
export interface RawConnection {
	write(text: string): void;
	/** Waits until the received data matches, and returns all of it. */
	until(pattern: RegExp): Promise<string>;
	/** Resolves when the server has closed the connection. */
	readonly closed: Promise<void>;
}

/** Opens a raw connection. @throws the socket's error, `ECONNREFUSED` when nobody listens */
export async function connectRaw(url: string): Promise<RawConnection> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
	let received = "";
	let tell = Promise.withResolvers<void>();
	socket.on("data", (bytes) => {
		received += String(bytes);
		tell.resolve();
		tell = Promise.withResolvers();
	});
	await new Promise<void>((resolve, reject) => {
		socket.once("connect", resolve);
		socket.once("error", reject);
	});
	return {
		write: (text) => void socket.write(text),
		async until(pattern) {
			while (!pattern.test(received)) await tell.promise;
			return received;
		},
		closed,
	};
}
