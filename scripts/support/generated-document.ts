/**
 * Writes a generated document, or checks with `--check` that the file is fresh, and ends the process with status 1 when it is not.
 * @param target path of the file
 * @param script path of the script that writes it
 * @param summary what the document holds, for the terminal
 */
export async function writeOrCheck(target: string, script: string, document: string, summary: string): Promise<void> {
	if (!process.argv.includes("--check")) {
		await Bun.write(target, document);
		process.stderr.write(`${target}: ${summary}\n`);
		return;
	}
	const file = Bun.file(target);
	if ((await file.exists()) && (await file.text()) === document) return;
	process.stderr.write(`${target} is stale: run bun ${script}\n`);
	process.exit(1);
}
