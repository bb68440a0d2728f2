/** Backups on both engines: from a running server to another database, and to a bucket. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { openVault } from "#kernel/key-ring";
import { addKeys } from "#operations/backup/in-place";
import { keepJournal } from "#operations/backup/journal-keeper";
import { makeBackup } from "#operations/backup/make";
import { openBackup } from "#operations/backup/open";
import { restoreBackup } from "#operations/backup/restore";
import { verifyBackup } from "#operations/backup/verify";
import { keyFileOf, readKeyFile } from "#operations/keys/encryption-key";
import { openPlace } from "#src/backups";
import { installationOf } from "#src/cli/installation";
import { type Config, loadConfig } from "#src/config";
import { loadKeys } from "#src/keys";
import { openDatabase } from "#src/open";
import { startServer } from "#src/serve";
import { VERSION } from "#src/version";
import { makeRecipient, type Recipient } from "#tests/support/backups";
import { readContents } from "#tests/support/contents";
import { createTestDatabase, type TestDatabase } from "#tests/support/database";
import { FIRST_ADMIN } from "#tests/support/installation";
import { openS3Server, type S3Server } from "#tests/support/s3-server";
import { addPerson, ask, done, foundSchool, PASSWORD } from "#tests/support/school";
import { VTT } from "#tests/support/transcripts";

const folder = mkdtempSync(join(tmpdir(), "parley-backup-"));
const databases: TestDatabase[] = [];
let s3: S3Server;
let somebody: Recipient;
beforeAll(async () => {
	s3 = await openS3Server();
	somebody = await makeRecipient();
});
afterAll(async () => {
	for (const database of databases) await database.drop();
	await s3.close();
	rmSync(folder, { recursive: true, force: true });
});

const nothing = () => undefined;

/** The configuration of an installation of its own. */
async function configure(name: string): Promise<Config> {
	const database = await createTestDatabase("empty");
	databases.push(database);
	const variables: Record<string, string> = {
		PORT: "0",
		DATA_DIR: join(folder, name),
		DATABASE_URL: database.url.replace(/^file:/, "sqlite:"),
		LOG_LEVEL: "error",
		RATE_LIMITS: "off",
		ARGON2_MEMORY_KIB: "1024",
		ARGON2_TIME_COST: "1",
		ADMIN_EMAIL: FIRST_ADMIN.email,
		ADMIN_PASSWORD: FIRST_ADMIN.password,
		BACKUP_RECIPIENTS: somebody.recipient,
		BACKUP_S3_ENDPOINT: s3.bucket.endpoint,
		BACKUP_S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
		BACKUP_S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
	};
	return loadConfig((variable) => variables[variable], Object.keys(variables), false);
}

const openers = () => ({ passphrase: undefined, identities: [somebody.identity] });

test.each([
	["a folder", () => join(folder, "place")],
	["a bucket", () => `s3://${s3.bucket.bucket}/nightly`],
])("a backup to %s, made while a server runs, becomes the same installation elsewhere", async (name, to) => {
	const source = await configure(`source of ${name}`);
	const server = await startServer(source);
	const { orgId, token } = await foundSchool(server.url);
	const place = await openPlace(source, to());

	const made = await makeBackup(
		installationOf(source),
		{ place, lock: { recipients: [somebody.recipient] }, keepMs: 0 },
		nothing,
	);
	await ask(server.url, "PATCH", `/orgs/${orgId}`, { token, body: { name: "Later" } });
	await server.stop();
	const backup = await openBackup(place, null, openers());
	const proof = await verifyBackup(backup, { version: VERSION, onProgress: nothing });
	const target = await configure(`target of ${name}`);
	await restoreBackup(installationOf(target), backup, { replace: true, onProgress: nothing });

	const { organizations, faults } = await readContents(target.databaseUrl);
	const second = await startServer(target);
	const statuses = [
		(await ask(second.url, "GET", `/orgs/${orgId}`, { token })).status,
		(await ask(second.url, "POST", "/auth/login", { body: FIRST_ADMIN })).status,
	];
	await second.stop();
	expect([made.manifest.id, proof.objects.absent]).toEqual([backup.manifest.id, 0]);
	expect([organizations.get(orgId)?.name, faults]).toEqual(["Green Valley", []]);
	expect(statuses).toEqual([401, 200]);
});

test("a restore that is refused leaves the installation its key", async () => {
	const [source, target] = [await configure("source of a key"), await configure("target of a key")];
	for (const config of [source, target]) await (await startServer(config)).stop();
	const place = await openPlace(source, join(folder, "place of a key"));
	await makeBackup(
		installationOf(source),
		{ place, lock: { recipients: [somebody.recipient] }, keepMs: null },
		nothing,
	);
	const keysBefore = await readKeyFile(keyFileOf(target.dataDir));

	const backup = await openBackup(place, null, openers());
	const refused = restoreBackup(installationOf(target), backup, { replace: false, onProgress: nothing });

	await expect(refused).rejects.toThrow("add --replace to replace it");
	expect(await readKeyFile(keyFileOf(target.dataDir))).toEqual(keysBefore);
	await (await startServer(target)).stop();
});

test("killed before the restored database is in place, the installation that was there still starts", async () => {
	const [source, target] = [await configure("source, killed"), await configure("target, killed")];
	for (const config of [source, target]) await (await startServer(config)).stop();
	const place = await openPlace(source, join(folder, "place, killed"));
	await makeBackup(
		installationOf(source),
		{ place, lock: { recipients: [somebody.recipient] }, keepMs: null },
		nothing,
	);
	const backup = await openBackup(place, null, openers());

	await addKeys(target, backup.keys.encryptionKeys);
	await (await startServer(target)).stop();
	await restoreBackup(installationOf(target), backup, { replace: true, onProgress: nothing });

	expect(await readKeyFile(keyFileOf(target.dataDir))).toEqual(backup.keys.encryptionKeys);
	await (await startServer(target)).stop();
});

/** Writes the journal of removals as the server does, a while later. */
async function keepJournalOf(config: Config): Promise<void> {
	const store = await openDatabase(config);
	const vault = openVault(await loadKeys(config, store));
	const clock = { nowMs: () => Date.now() + 60_000 };
	await keepJournal({
		dataDir: config.dataDir,
		keepMs: config.backup.keepMs,
		openPlace: config.backup.to === undefined ? null : () => openPlace(config, undefined),
		...{ store, vault, clock, settledClock: clock, signal: new AbortController().signal },
	});
	await store.close();
}

/** Makes what a test removes: a meeting, a transcript, a key, a person and an organization. */
async function makeRemovable(url: string) {
	const school = await foundSchool(url);
	const [other, person] = [await foundSchool(url), await addPerson(url, school, "member")];
	const { orgId, token } = school;
	const send = (method: string, path: string, body?: unknown) => done(url, method, path, { token, body });
	const workspace = await send("POST", `/orgs/${orgId}/workspaces`, { name: "Physics" });
	const makeMeeting = async (scheduledStart?: string) =>
		(await send("POST", `/workspaces/${workspace.id}/meetings`, { title: "Optics", scheduledStart })).meeting;
	const [meeting, spoken] = [await makeMeeting("2090-01-01T09:30:00"), await makeMeeting()];
	await send("POST", `/meetings/${spoken.id}/end`);
	const headers = { authorization: `Bearer ${token}`, "content-type": "text/vtt" };
	const imported = await fetch(`${url}/meetings/${spoken.id}/transcripts`, { method: "PUT", headers, body: VTT });
	const transcript = (await imported.json()).data;
	const key = await send("POST", `/orgs/${orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] });
	return { school, other, person, meeting, transcript, key };
}

type Removable = Awaited<ReturnType<typeof makeRemovable>>;

/** Returns how a server answers requests for what is {@link Removable}, which are 200 for what is there. */
async function statusesOf(url: string, { school, other, person, meeting, transcript, key }: Removable) {
	const login = { email: school.email, password: PASSWORD, orgId: school.orgId };
	const { access_token: token } = await done(url, "POST", "/auth/login", { body: login });
	const admin = (await done(url, "POST", "/auth/login", { body: FIRST_ADMIN })).access_token;
	const status = async (path: string, by: string = token) => (await ask(url, "GET", path, { token: by })).status;
	return {
		meeting: await status(`/meetings/${meeting.id}`),
		transcript: await status(`/transcripts/${transcript.id}`),
		key: await status(`/orgs/${school.orgId}`, key.key),
		member: await status(`/orgs/${school.orgId}/members/${person.userId}`),
		organization: await status(`/orgs/${other.orgId}`, admin),
	};
}

test.each([
	["over the installation", false],
	["elsewhere, with the journal beside the backups", true],
])("what was removed after a backup is removed again when that is restored %s", async (name, isElsewhere) => {
	const place = join(folder, `removals ${name}`);
	const source = await configure(`removing, ${name}`);
	const server = await startServer(source);
	const made = await makeRemovable(server.url);
	const before = await statusesOf(server.url, made);
	const target = {
		place: await openPlace(source, place),
		lock: { recipients: [somebody.recipient] },
		keepMs: null,
	};
	await makeBackup(installationOf(source), target, nothing);
	const { school, other, person } = made;
	const send = (method: string, path: string, body?: unknown, token = school.token) =>
		done(server.url, method, path, { token, body });
	await send("DELETE", `/meetings/${made.meeting.id}`);
	await send("DELETE", `/transcripts/${made.transcript.id}`);
	await send("DELETE", `/orgs/${school.orgId}/api-keys/${made.key.id}`);
	await send("POST", `/orgs/${school.orgId}/privacy/erasures`, { userId: person.userId, confirm: person.email });
	const admin = (await send("POST", "/auth/login", FIRST_ADMIN)).access_token;
	await send("DELETE", `/orgs/${other.orgId}?force=true&confirm=Green+Valley`, undefined, admin);
	await server.stop();
	if (isElsewhere) await keepJournalOf({ ...source, backup: { ...source.backup, to: place } });

	const config = isElsewhere ? await configure(`removed, ${name}`) : source;
	const backup = await openBackup(target.place, null, openers());
	const { removals } = await restoreBackup(installationOf(config), backup, { replace: true, onProgress: nothing });

	const second = await startServer(config);
	const after = await statusesOf(second.url, made);
	await second.stop();
	expect(before).toEqual({ meeting: 200, transcript: 200, key: 200, member: 200, organization: 200 });
	expect(after).toEqual({ meeting: 404, transcript: 404, key: 401, member: 404, organization: 410 });
	expect([removals.count >= 6, removals.unreadable]).toEqual([true, []]);
});

/** Makes an installation with a backup in a folder, and a key that is revoked after it. */
async function makeRevoked(name: string) {
	const place = join(folder, `place of ${name}`);
	const configured = await configure(name);
	const config = { ...configured, backup: { ...configured.backup, to: place } };
	const server = await startServer(configured);
	const { orgId, token } = await foundSchool(server.url);
	const key = await done(server.url, "POST", `/orgs/${orgId}/api-keys`, {
		token,
		body: { name: "Sync", scopes: ["org:read"] },
	});
	const target = { place: await openPlace(config, place), lock: { recipients: [somebody.recipient] }, keepMs: null };
	await makeBackup(installationOf(config), target, nothing);
	await done(server.url, "DELETE", `/orgs/${orgId}/api-keys/${key.id}`, { token });
	await server.stop();
	await keepJournalOf(config);
	return { config, key, backup: await openBackup(target.place, null, openers()) };
}

const journalOf = ({ dataDir }: Config) => join(dataDir, "removals.jsonl");
const linesIn = (path: string): string[] => readFileSync(path, "utf8").split("\n").filter(Boolean);

test("the journals have a removal once, however often a backup is restored", async () => {
	const { config, key, backup } = await makeRevoked("restored twice");

	for (let times = 0; times < 2; times++) {
		await restoreBackup(installationOf(config), backup, { replace: true, onProgress: nothing });
		await keepJournalOf(config);
	}

	const own = linesIn(journalOf(config));
	const placed: string[] = [];
	for await (const { path } of backup.place.list("removals")) {
		const sealed = await backup.place.read(path);
		if (sealed) placed.push(...Buffer.from(backup.seal.open(path, sealed)).toString().split("\n").filter(Boolean));
	}
	expect(own.filter((line) => line.includes(key.id)).length).toBeGreaterThan(0);
	expect(own).toEqual([...new Set(own)]);
	expect(placed).toEqual([...new Set(placed)]);
});

test("the journal of another installation is put apart by a restore, and repeated by none", async () => {
	const [{ backup }, { config }] = [await makeRevoked("of a backup"), await makeRevoked("of another")];
	const before = readFileSync(journalOf(config), "utf8");

	const { removals } = await restoreBackup(installationOf(config), backup, { replace: true, onProgress: nothing });

	const [apart = ""] = readdirSync(config.dataDir).filter((name) => name.startsWith("removals.jsonl.replaced-"));
	expect(removals.count).toBe(1);
	expect(readFileSync(join(config.dataDir, apart), "utf8")).toBe(before);
	await keepJournalOf(config);
	expect(linesIn(journalOf(config)).filter((line) => before.includes(line))).toEqual([]);
});

test.each([
	["loses what no backup needs, and nothing else, not even after a line that was cut off", true],
	["stays whole where nobody knows which backups there are", false],
])("the journal %s", async (_, isPlaceKnown) => {
	const { config: made, key, backup } = await makeRevoked(`shortened, ${isPlaceKnown}`);
	const config = isPlaceKnown ? made : { ...made, backup: { ...made.backup, to: undefined } };
	const known = linesIn(journalOf(config));
	const old = { orgId: null, kind: "account", subjectId: "usr_old", atMs: Date.now() - 150 * DAY_MS };
	writeFileSync(journalOf(config), `${[JSON.stringify(old), ...known].join("\n")}\n{"orgId":"org`);

	await restoreBackup(installationOf(config), backup, { replace: true, onProgress: nothing });
	await keepJournalOf(config);

	const lines = linesIn(journalOf(config));
	expect(lines.some((line) => line.includes(key.id))).toBe(true);
	expect(lines.some((line) => line.includes("usr_old"))).toBe(!isPlaceKnown);
	expect(isPlaceKnown && lines.some((line) => !line.endsWith("}"))).toBe(false);
});
