import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = Bun.fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** `parley serve` as a process of its own, over a data directory of its own. */
export interface ServerProcess {
	/** Everything it wrote to standard output until now. */
	readonly output: () => string;
	readonly errors: Promise<string>;
	readonly exited: Promise<number>;
	/** Waits until its standard output matches; rejects when it ends before. */
	until(pattern: RegExp): Promise<RegExpExecArray>;
	kill(signal: NodeJS.Signals): void;
}

/** Starts one with these variables besides cheap passwords. Removes its data when it has ended. */
export function startServerProcess(variables: Readonly<Record<string, string>> = {}): ServerProcess {
	const folder = mkdtempSync(join(tmpdir(), "parley-serve-"));
	const child = Bun.spawn([process.execPath, MAIN, "serve"], {
		env: { PORT: "0", DATA_DIR: folder, ARGON2_MEMORY_KIB: "1024", ARGON2_TIME_COST: "1", ...variables },
		stdout: "pipe",
		stderr: "pipe",
	});
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
	void read();

	return {
		output: () => output,
		errors: new Response(child.stderr).text(),
		exited: child.exited.finally(() => rmSync(folder, { recursive: true, force: true })),
		async until(pattern) {
			for (;;) {
				const found = pattern.exec(output);
				if (found) return found;
				if (hasEnded) throw new Error(`the server ended before it wrote ${pattern}:\n${output}`);
				await tell.promise;
			}
		},
		kill: (signal) => child.kill(signal),
	};
}

/** A connection on which a test writes HTTP as slowly as it likes. */
export interface RawConnection {
	write(text: string): void;
	/** Everything that came back, once it matches. */
	until(pattern: RegExp): Promise<string>;
	/** The other side has closed it. */
	readonly closed: Promise<void>;
}

/** Connects. @throws the socket's error, `ECONNREFUSED` when nobody listens */
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
