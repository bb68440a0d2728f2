/** Writes to standard output, for consumption by other programs. Resolves once the text is handed over. */
export function print(text: string): Promise<void> {
	return write(process.stdout, text);
}

/** Writes `value` to standard output as JSON, indented for readability. */
export function printJson(value: unknown): Promise<void> {
	return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes to standard error, for the person at the terminal. */
export function printError(text: string): Promise<void> {
	return write(process.stderr, text);
}

/** Writes to a stream. The reader may be gone (`parley openapi | head`): there is nobody left to report that to. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
	// The callback reports the failure too; without a listener the event would end the process with a stack trace.
	if (stream.listenerCount("error") === 0) stream.on("error", () => {});
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => {
			if (error && !("code" in error && error.code === "EPIPE")) reject(error);
			else resolve();
		});
	});
}

/**
 * Reads the first line of standard input, without its line break. Secrets are passed this way because arguments are
 * visible to every user of the machine.
 */
export async function readLine(): Promise<string> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of process.stdin) {
		chunks.push(chunk);
		if (chunk.includes(0x0a)) break;
	}
	const [line = ""] = Buffer.concat(chunks).toString("utf8").split(/\r?\n/, 1);
	return line;
}
