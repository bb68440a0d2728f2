import { createReadStream, statSync } from "node:fs";
import { type FileFault, verifyExport } from "#modules/governance/audit-logs";
import { EXIT, type ExitCode } from "./failure.ts";
import { print, printError, printJson } from "./terminal.ts";

const FAULTS: Readonly<Record<FileFault, string>> = {
	sequence_gap: "an entry is missing before it, or it is at another place",
	chain_broken: "it does not follow the entry before it",
	entry_altered: "the entry was changed",
	context_altered: "address, device or session of the entry were changed",
	malformed: "it is not an exported entry",
	checkpoint_invalid: "its signature is not that of the entry, or another one is missing before it",
	truncated: "lines after it are missing",
	signature_invalid: "the file was changed where no hash covers it, or its signature is wrong",
	other_key: "the file was signed by another key",
};

/** Longest line that is read, in bytes: no entry is nearly as long. */
const MAX_LINE_BYTES = 16 << 20;
const NEWLINE = 0x0a;
/** What stands for a line whose bytes are no text: like them, it is no entry. */
const NO_TEXT = "\uFFFD";

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Returns the text of a line, byte for byte: none that was changed may read like what it was. */
function textOf(line: Uint8Array): string {
	try {
		return DECODER.decode(line);
	} catch {
		return NO_TEXT;
	}
}

/** Reads the lines of a text. @throws Error for a line that is too long to be one */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let rest: Uint8Array = new Uint8Array();
	for await (const chunk of bytes) {
		const read = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
		let from = 0;
		for (let end = read.indexOf(NEWLINE); end !== -1; end = read.indexOf(NEWLINE, from)) {
			yield textOf(read.subarray(from, end));
			from = end + 1;
		}
		rest = read.subarray(from);
		if (rest.byteLength > MAX_LINE_BYTES)
			throw new Error("a line of the file is too long: it is no export of an audit log");
	}
	if (rest.byteLength > 0) yield textOf(rest);
}

/** Runs `parley audit verify`. @returns failure when the file is not what was exported */
export async function verifyAuditFile(
	file: string,
	{ key, json }: { readonly key?: string; readonly json?: true },
): Promise<ExitCode> {
	const found = file === "-" ? null : statSync(file, { throwIfNoEntry: false });
	if (found === undefined || found?.isDirectory()) {
		await printError(`parley: ${found ? `${file} is a folder` : `there is no file ${file}`}\n`);
		return EXIT.failure;
	}
	const result = await verifyExport(linesOf(file === "-" ? Bun.stdin.stream() : createReadStream(file)), key);
	const { ok, fault, line, checked, orgId, firstSequence, lastSequence, head, complete, checkpoints, keyId } = result;
	if (json) await printJson(result);
	else if (fault !== null) await printError(`parley: ${file}:${line}: ${FAULTS[fault]}\n`);
	else {
		const scope = complete ? "all entries in between" : "a selection: missing entries cannot be detected";
		await print(
			`ok: ${checked} entries of ${orgId}, ${firstSequence} to ${lastSequence} (${scope})\n` +
				`head:        ${head}\nsigned by:   ${keyId}\ncheckpoints: ${checkpoints}\n`,
		);
		if (key === undefined)
			await print("Compare the key with keyId of …/audit-logs/verify, or require it with --key.\n");
	}
	return ok ? EXIT.ok : EXIT.failure;
}
