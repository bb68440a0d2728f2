/** A server in a process of its own. */
export interface Served {
	/** Where it listens, without a slash at the end. */
	readonly url: string;
	/** What it has written to standard output so far, line by line. */
	readonly lines: readonly string[];
	/** What it has written to standard error so far. */
	stderr(): string;
	/** Sends SIGTERM and answers the exit code; a process that has ended already keeps its own. */
	stop(): Promise<number>;
}

/** Longer than any start should take on a busy machine. */
const START_MS = 20_000;

/**
 * Starts `parley serve` on a free port and waits until it says that it listens.
 * @param env the whole environment; `PORT` is added
 */
export async function startServed(
	program: readonly string[],
	{ env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string },
): Promise<Served> {
	const child = Bun.spawn([...program, "serve"], {
		env: { PORT: "0", ...env },
		...(cwd !== undefined && { cwd }),
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const lines: string[] = [];
	let errors = "";
	const listening = Promise.withResolvers<string>();
	const reading = Promise.all([
		follow(child.stdout, (line) => {
			lines.push(line);
			const url = /listens on (\S+)/.exec(line)?.[1];
			if (url) listening.resolve(url);
		}),
		follow(child.stderr, (line) => {
			errors += `${line}\n`;
		}),
	]);
	const failed = () => listening.reject(new Error(`the server did not start:\n${lines.join("\n")}\n${errors}`));
	void reading.then(failed);
	const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);

	const url = await listening.promise;
	clearTimeout(timer);
	return {
		url,
		lines,
		stderr: () => errors,
		async stop() {
			child.kill("SIGTERM");
			const exitCode = await child.exited;
			await reading;
			return exitCode;
		},
	};
}

async function follow(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
	const decoder = new TextDecoder();
	let rest = "";
	for await (const chunk of stream) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
		rest = lines.pop() ?? "";
		lines.forEach(take);
	}
	if (rest) take(rest);
}
