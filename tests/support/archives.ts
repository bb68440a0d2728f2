/** A file of a ZIP archive. */
export interface UnzippedFile {
	readonly path: string;
	readonly bytes: Uint8Array;
}

/** Reads a ZIP archive by its central directory, as programs that unpack it do; its files are stored uncompressed. */
export function unzip(archive: Uint8Array): ReadonlyMap<string, UnzippedFile> {
	const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
	let end = archive.length - 22;
	while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
	if (end < 0) throw new Error("this is no archive");
	const files = new Map<string, UnzippedFile>();
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left--) {
		const sizeBytes = view.getUint32(at + 20, true);
		const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((from) => view.getUint16(at + from, true));
		const path = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + (nameBytes ?? 0)));
		const local = view.getUint32(at + 42, true);
		const content = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
		if (files.has(path)) throw new Error(`two files are called ${path}`);
		files.set(path, { path, bytes: archive.subarray(content, content + sizeBytes) });
		at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
	}
	return files;
}

/** Returns the records of a file of an archive; none when it has no such file. */
export function recordsOf(files: ReadonlyMap<string, UnzippedFile>, path: string): Record<string, unknown>[] {
	const text = new TextDecoder().decode(files.get(path)?.bytes);
	return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

/** Asserts that the manifest of an archive lists all of its other files, with their hashes. */
export function assertManifest(files: ReadonlyMap<string, UnzippedFile>): void {
	const manifest = JSON.parse(new TextDecoder().decode(files.get("manifest.json")?.bytes));
	const others = [...files.values()].filter(({ path }) => path !== "manifest.json");
	const listed = others.map(({ path, bytes }) => ({
		path,
		sizeBytes: bytes.length,
		sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
	}));
	if (!Bun.deepEquals(manifest.files, listed)) throw new Error("the manifest does not fit the files");
}
