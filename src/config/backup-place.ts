import { relative, resolve, sep } from "node:path";
import { mask } from "../log/mask.ts";
import type { Parsed } from "./parse.ts";

/** Where backups lie, as it was named: a folder, or a bucket with what is in front of all names in it. */
type NamedPlace = { readonly folder: string } | { readonly bucket: string; readonly prefix: string };

/** Folders of a data directory whose content the server removes, or takes for its own. */
const OWN_FOLDERS: readonly string[] = ["blobs", "spool", "models", "backup.tmp"];

/** Parses a place for backups. @param dataDir in whose own folders there can be none */
export function parseBackupPlace(text: string, dataDir: string): Parsed<NamedPlace> {
	const [, bucket, prefix = ""] = /^s3:\/\/([^/\s]+)(?:\/(.*?))?\/?$/.exec(text) ?? [];
	if (bucket !== undefined) return { value: { bucket, prefix } };
	// One letter is a drive, not a scheme.
	if (text.trim() === "" || /^[a-z][a-z0-9+.-]+:/i.test(text))
		return { error: `expected a folder, or s3://<bucket>/<prefix>, got ${JSON.stringify(mask(text))}` };
	const folder = resolve(text);
	const [own = ""] = relative(resolve(dataDir), folder).split(sep);
	if (OWN_FOLDERS.includes(own))
		return { error: `${folder} is in a folder of the server's own: choose one outside DATA_DIR, on another disk` };
	return { value: { folder } };
}
