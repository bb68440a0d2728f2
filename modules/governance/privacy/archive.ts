/** A file of an archive. */
export interface ArchiveFile {
	/** Path in the archive: of our own making, never what a person has named something. */
	readonly path: string;
	readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file in the manifest of an archive. */
interface ManifestFile {
	readonly path: string;
	readonly sizeBytes: number;
	/** Hex. */
	readonly sha256: string;
}

/** What the manifest says of an archive. */
export type ArchiveHead = Readonly<Record<string, unknown>>;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const readme = (head: ArchiveHead): string => `# Export from Parley

${Object.entries(head)
	.map(([name, value]) => `- ${name}: ${String(value)}`)
	.join("\n")}

Each file with the extension \`.jsonl\` has one JSON object on each line, in UTF-8. Instants are in RFC 3339, durations in
milliseconds. Files that would be empty are left out. Media is in the folder \`recordings\`, each file named after the id of
its recording; the logo of an organization is \`logo.png\`. \`manifest.json\` lists every file with its size and SHA-256; it is
the last file: an archive without it is not complete.
`;

/**
 * Writes an archive as it is read: a README, the files, one after the other, and a manifest with the hash of each. Nothing
 * is kept in memory but the list of files. More than 4 GiB are no problem (zip64).
 * @param head what the README and the manifest say of the archive
 */
export async function* writeArchive(
	head: ArchiveHead,
	files: AsyncIterable<ArchiveFile>,
	createdAtMs: number,
): AsyncGenerator<Uint8Array> {
	const listed: ManifestFile[] = [];
	const lastModified = new Date(createdAtMs);

	async function* entries() {
		yield entryOf({ path: "README.md", content: [encode(readme(head))] });
		for await (const file of files) yield entryOf(file);
		const manifest = JSON.stringify({ ...head, files: listed }, null, "\t");
		yield { name: "manifest.json", lastModified, input: manifest };
	}

	const entryOf = ({ path, content }: ArchiveFile) => ({ name: path, lastModified, input: hashed(path, content) });

	async function* hashed(path: string, content: ArchiveFile["content"]) {
		const hasher = new Bun.CryptoHasher("sha256");
		let sizeBytes = 0;
		for await (const piece of content) {
			hasher.update(piece);
			sizeBytes += piece.length;
			yield piece;
		}
		listed.push({ path, sizeBytes, sha256: hasher.digest("hex") });
	}

	// Loaded by the first archive.
	const { makeZip } = await import("client-zip");
	yield* makeZip(entries());
}
