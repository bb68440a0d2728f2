import { randomBytes } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { BackupPlace } from "./place.ts";
import { type BackupSeal, DamagedBackupError } from "./seal.ts";

const Count = Type.Integer({ minimum: 0 });

/** What a backup is: written last, so that a backup without it is none. */
const Manifest = Type.Object({
	/** Version of the layout. */
	format: Type.Literal(1),
	id: Type.String(),
	/** `ins_…` */
	installationId: Type.String(),
	/** Version of the program that wrote it. */
	version: Type.String(),
	/** Unix ms: every write that was acknowledged earlier is in it. */
	takenAtMs: Count,
	finishedAtMs: Count,
	/** Engine of the database it was made of, and the newest migration of that. */
	engine: Type.Union([Type.Literal("sqlite"), Type.Literal("postgres")]),
	migration: Type.String(),
	/** Name of the key that its files are sealed with, see `BackupSeal`. */
	keyId: Type.String({ pattern: "^[0-9a-f]{16}$" }),
	/** The file with the keys: how it is locked, and its SHA-256 in hex. */
	keys: Type.Object({
		lock: Type.Union([Type.Literal("passphrase"), Type.Literal("recipients")]),
		sha256: Type.String(),
	}),
	/** The database: its size, SHA-256 in hex, and the number of files it is in. */
	database: Type.Object({ bytes: Count, sha256: Type.String(), parts: Count }),
	/** Stored objects: their number and size, and in how many files the list of them is. */
	objects: Type.Object({ count: Count, bytes: Count, listParts: Count }),
});
/** What a backup is. */
export type Manifest = typeof Manifest.static;

const FOLDER = "backups";
const ID = /^\d{4}-\d\d-\d\dT\d{6}Z-[0-9a-f]{6}$/;

/** Whether a text is the id of a backup: `2026-11-22T225500Z-0a1b2c`. Ids sort by time. */
export const isBackupId = (text: string): boolean => ID.test(text);

/** Creates the id of a backup. */
export const newBackupId = (nowMs: number): string =>
	`${new Date(nowMs).toISOString().replace(/:|\.\d{3}/g, "")}-${randomBytes(3).toString("hex")}`;

/** Returns the paths of the files of a backup. */
export const pathsOf = (id: string) => ({
	folder: `${FOLDER}/${id}`,
	manifest: `${FOLDER}/${id}/manifest.json`,
	keys: `${FOLDER}/${id}/keys.age`,
	/** Notes that somebody has proved it by `parley restore --verify`. */
	proof: `${FOLDER}/${id}/verified.json`,
	databasePart: (part: number) => `${FOLDER}/${id}/database/${part}`,
	listPart: (part: number) => `${FOLDER}/${id}/objects/${part}`,
});

/** A manifest as it was found: whether it is genuine shows {@link verifyManifest}. */
export interface FoundManifest {
	readonly manifest: Manifest;
	readonly signed: string;
}

/** Writes the manifest of a backup, the last of its files. */
export async function writeManifest(place: BackupPlace, seal: BackupSeal, manifest: Manifest): Promise<void> {
	const path = pathsOf(manifest.id).manifest;
	await place.write(path, Buffer.from(seal.sign(path, `${JSON.stringify(manifest, null, "\t")}\n`)));
	await place.settle();
}

/**
 * Reads the manifest of a backup; undefined when it has none.
 * @throws DamagedBackupError when it is no manifest, or that of a later format
 */
export async function readManifest(place: BackupPlace, id: string): Promise<FoundManifest | undefined> {
	const path = pathsOf(id).manifest;
	const bytes = await place.read(path);
	if (bytes === undefined) return undefined;
	const signed = new TextDecoder().decode(bytes);
	try {
		const manifest: unknown = JSON.parse(signed.slice(signed.indexOf("\n") + 1));
		if (Value.Check(Manifest, manifest) && manifest.id === id) return { manifest, signed };
	} catch {
		// Reported below.
	}
	throw new DamagedBackupError(`${path} is damaged, or was written by a later version`);
}

/** Returns a manifest that is genuine. @throws DamagedBackupError when it was altered */
export function verifyManifest(seal: BackupSeal, { manifest, signed }: FoundManifest): Manifest {
	seal.verify(pathsOf(manifest.id).manifest, signed);
	return manifest;
}

/** Returns the ids of everything in a place that is, or was to become, a backup, oldest first. */
export async function listBackupIds(place: BackupPlace): Promise<string[]> {
	const ids = new Set<string>();
	for await (const { path } of place.list(FOLDER)) ids.add(path.split("/")[1] ?? "");
	return [...ids].filter(isBackupId).sort();
}

/** Returns the newest complete backup in a place; undefined when there is none. @throws DamagedBackupError */
export async function findNewest(place: BackupPlace): Promise<FoundManifest | undefined> {
	for (const id of (await listBackupIds(place)).reverse()) {
		const found = await readManifest(place, id);
		if (found) return found;
	}
	return undefined;
}
