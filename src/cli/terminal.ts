/** Writes data to standard output: what another program may read. Resolves once it is handed over. */
export function print(text: string): Promise<void> {
	return write(process.stdout, text);
}

/** Writes `value` to standard output as JSON, indented for people. */
export function printJson(value: unknown): Promise<void> {
	return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes to standard error what is meant for the person at the terminal. */
export function tell(text: string): Promise<void> {
	return write(process.stderr, text);
}

/** Whoever reads may have gone away (`parley openapi | head`): then there is nobody left to complain to. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
	// The callback tells of a failure too; without a listener the event would end the process with a stack.
	if (stream.listenerCount("error") === 0) stream.on("error", () => {});
	return new Promise((resolve, reject) => {
		stream.write(text, (error) => {
			if (error && !("code" in error && error.code === "EPIPE")) reject(error);
			else resolve();
		});
	});
}

/**
 * The first line of standard input, without its end: how secrets are handed over, because arguments are seen by every
 * user of the machine.
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
