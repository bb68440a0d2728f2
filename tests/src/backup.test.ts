/** Backups: made while others write, restored elsewhere, and proved; what is damaged, killed or locked says so. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#kernel/clock";
import { prune } from "#operations/backup/prune";
import { AcknowledgedWrites } from "#tests/support/acknowledged";
import { filesBelow, flipBit, makeRecipient, openNewest, proofOf, type Recipient } from "#tests/support/backups";
import { PARLEY, parley, TEST_ENV, temporaryDirectory } from "#tests/support/command";
import { type OrganizationState, readContents } from "#tests/support/contents";
import { FIRST_ADMIN } from "#tests/support/installation";
import { ask } from "#tests/support/school";
import { startServerProcess } from "#tests/support/server-process";
import { standStill } from "#tests/support/stand-still";

const directory = temporaryDirectory();
afterAll(() => directory.remove());
const at = (name: string): string => join(directory.path, name);

const SEEDED = at("seeded");
const PLACE = at("place");
let somebody: Recipient;
/** Environment of commands that make backups for {@link somebody}, and restore them. */
let env: { readonly BACKUP_RECIPIENTS: string; readonly BACKUP_IDENTITY: string };
beforeAll(async () => {
	somebody = await makeRecipient();
	env = { BACKUP_RECIPIENTS: somebody.recipient, BACKUP_IDENTITY: somebody.identity };
	await parley("seed --init", SEEDED);
	await parley(`backup --to ${PLACE}`, SEEDED, { env });
}, 120_000);

const seededOrganizations = async (dataDir: string) =>
	[...(await readContents(join(dataDir, "parley.db"))).organizations].map(([id, { name }]) => `${id} ${name}`);

describe("a backup", () => {
	test("made while clients write has everything acknowledged before it, and works elsewhere", async () => {
		const variables = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password, RATE_LIMITS: "off" };
		const [source, target] = [at("busy"), at("elsewhere")];
		const server = startServerProcess({ ...variables, DATA_DIR: source });
		const writes = await AcknowledgedWrites.begin(await server.url());
		const history = new Map<string, OrganizationState[]>();
		writes.onAcknowledged = (id, state) => history.set(id, [...(history.get(id) ?? []), state]);
		const stop = new AbortController();
		const working = writes.work(4, stop.signal);
		while (history.size < 10) await Bun.sleep(20);
		const session = await ask(await server.url(), "POST", "/auth/login", { body: FIRST_ADMIN });

		const mark = new Map([...history].map(([id, states]) => [id, states.length - 1]));
		const made = await parley(`backup --json --to ${at("busy-place")}`, source, { env });
		stop.abort();
		await working;
		await server.stop();
		const restored = await parley(`restore --from ${at("busy-place")}`, target, { env });

		const { organizations, faults } = await readContents(join(target, "parley.db"));
		const wrong = [...mark].filter(([id, from]) => {
			const found = organizations.get(id);
			return !history
				.get(id)
				?.slice(from)
				.some((state) => Bun.deepEquals(state, found));
		});
		const second = startServerProcess({ ...variables, DATA_DIR: target });
		const url = await second.url();
		const signedIn = await ask(url, "POST", "/auth/login", { body: FIRST_ADMIN });
		const old = await ask(url, "GET", "/auth/profile", { token: session.body.access_token });
		await second.stop();
		expect([made.exitCode, restored.exitCode, writes.faults, faults, wrong]).toEqual([0, 0, [], [], []]);
		expect([signedIn.status, old.status]).toEqual([200, 401]);
	}, 120_000);

	test("leaves the log of the database to the server: emptying it would keep writes waiting", async () => {
		const source = at("logged");
		const server = startServerProcess({ DATA_DIR: source });
		await server.url();
		const sizeOfLog = () => statSync(join(source, "parley.db-wal")).size;
		// Which empties it itself from time to time: not while it stands still.
		await standStill(server, source);
		const before = sizeOfLog();

		const made = await parley(`backup --to ${at("logged-place")}`, source, { env });
		const during = sizeOfLog();
		server.kill("SIGCONT");
		await server.stop();

		expect(before).toBeGreaterThan(0);
		expect([made.exitCode, during >= before]).toEqual([0, true]);
	}, 120_000);

	test("copies objects once, however many backups are made", async () => {
		const before = filesBelow(join(PLACE, "objects"));

		const made = JSON.parse((await parley(`backup --json --to ${PLACE}`, SEEDED, { env })).stdout);

		expect(before).toHaveLength(2);
		expect(filesBelow(join(PLACE, "objects"))).toEqual(before);
		expect(made.objects).toMatchObject({ count: 2, newCount: 0, missing: [] });
	});

	test("in which any byte is changed, or any file is missing or shorter, cannot be proved", async () => {
		const place = at("damaged");
		await parley(`backup --to ${place}`, SEEDED, { env });
		const intact = await proofOf(place, somebody);
		const unnoticed: string[] = [];
		const reasons = new Set<string>();
		for (const path of filesBelow(place).filter((name) => !name.endsWith("verified.json"))) {
			const { size } = statSync(path);
			const places = [0, 1, size >> 1, size - 1, ...[1, 2, 3, 4, 5].map((part) => Math.floor((part * size) / 6))];
			for (const byte of places) {
				const repair = flipBit(path, byte);
				const reason = await proofOf(place, somebody);
				if (reason === null) unnoticed.push(`${path} at ${byte}`);
				else reasons.add(reason.replaceAll(/\S+\/\S+/g, "<path>"));
				repair();
			}
			const repair = flipBit(path, 0);
			truncateSync(path, size - 1);
			if ((await proofOf(place, somebody)) === null) unnoticed.push(`${path}, shorter`);
			repair();
		}

		expect(intact).toBeNull();
		expect(unnoticed).toEqual([]);
		expect([...reasons].filter((reason) => !/damaged|missing/.test(reason))).toEqual([]);
		expect(await proofOf(place, somebody)).toBeNull();
	}, 120_000);

	test("with a passphrase opens with that alone, and says so", async () => {
		const place = at("locked");
		const right = { BACKUP_PASSPHRASE: "correct horse battery" };
		const made = await parley(`backup --to ${place}`, SEEDED, { env: right });

		const wrong = await parley(`restore --verify --from ${place}`, at("new"), {
			env: { BACKUP_PASSPHRASE: "incorrect horse battery" },
		});
		const none = await parley(`restore --verify --from ${place}`, at("new"), { env });
		const proved = await parley(`restore --verify --json --from ${place}`, at("new"), { env: right });
		const unlocked = await parley(`backup --to ${place}`, SEEDED);

		expect([made, wrong, none, proved, unlocked].map(({ exitCode }) => exitCode)).toEqual([0, 78, 78, 0, 78]);
		expect(wrong.stderr).toBe("parley: BACKUP_PASSPHRASE: the passphrase is not that of the backup.\n");
		expect(none.stderr).toContain("protected by a passphrase, which is not set");
		expect(JSON.parse(proved.stdout).objects).toMatchObject({ count: 2, absent: 0 });
		expect(existsSync(at("new"))).toBe(false);
	}, 120_000);

	test("that is killed leaves the earlier ones, and the next one is complete", async () => {
		const place = at("killed");
		await parley(`backup --to ${place}`, SEEDED, { env });
		const command = [...PARLEY, "backup", "--to", place];
		for (const afterMs of [300, 600]) {
			const child = Bun.spawn(command, { env: { ...TEST_ENV, ...env, DATA_DIR: SEEDED }, stderr: "ignore" });
			await Bun.sleep(afterMs);
			child.kill("SIGKILL");
			await child.exited;
		}
		const proof = await proofOf(place, somebody);

		const next = await parley(`backup --to ${place}`, SEEDED, { env });

		expect([proof, next.exitCode, await proofOf(place, somebody)]).toEqual([null, 0, null]);
		expect(readdirSync(SEEDED)).not.toContain("backup.tmp");
	}, 120_000);

	const isRoot = process.getuid?.() === 0;
	test.each([
		["a file", () => at("file"), "it is a file"],
		["a folder below a file", () => at("file/below"), "part of the path is a file"],
		["a folder that cannot be made", () => "/proc/backups", isRoot ? "ENOENT" : "may not be read and written"],
		["the folder of the blobs", () => at("seeded/blobs/backups"), "choose one outside DATA_DIR"],
		["the folder of its own copy", () => at("seeded/backup.tmp"), "choose one outside DATA_DIR"],
		["a URL without bucket", () => "s3://", "expected a folder, or s3://<bucket>/<prefix>"],
		["a URL that looks like a bucket's", () => "s3:bucket/x", "expected a folder, or s3://<bucket>/<prefix>"],
		["a URL of another service", () => "https://backups.example.com/x", "expected a folder"],
		["a URL with a password, which is not shown", () => "sftp://parley:hunter2@nas/x", 'got "sftp://***@nas/x"'],
	])("does not go to %s, and says so before it begins", async (_what, place, reason) => {
		writeFileSync(at("file"), "");

		const given = await parley(`backup --to ${place()}`, SEEDED, { env });
		const configured = await parley("backup", SEEDED, { env: { ...env, BACKUP_TO: place() } });

		expect([given.exitCode, configured.exitCode]).toEqual([78, 78]);
		expect(given.stderr).toContain(reason);
		expect(given.stderr.trim().split("\n")).toHaveLength(1);
		expect(configured.stderr).toContain(reason);
		expect(existsSync(join(SEEDED, "backup.tmp"))).toBe(false);
	});

	test("does not go where another installation has its own", async () => {
		await parley("admin create --init --email root@parley.example", at("other"));

		const refused = await parley(`backup --to ${PLACE}`, at("other"), { env });

		expect([refused.exitCode, refused.stderr]).toEqual([
			78,
			expect.stringContaining("backups of another installation"),
		]);
	});
});

describe("a restore", () => {
	test("replaces an installation only when told to, keeps its database, and may be killed at any moment", async () => {
		const target = at("replaced");
		cpSync(SEEDED, target, { recursive: true });
		const refused = await parley(`restore --from ${PLACE}`, target, { env });
		const command = [...PARLEY, "restore", "--replace", "--from", PLACE];
		const readable: (number | undefined)[] = [];
		for (const afterMs of [500, 900]) {
			const child = Bun.spawn(command, { env: { ...TEST_ENV, ...env, DATA_DIR: target }, stderr: "ignore" });
			await Bun.sleep(afterMs);
			child.kill("SIGKILL");
			await child.exited;
			readable.push((await parley("admin list", target)).exitCode);
		}

		const done = await parley(`restore --replace --json --from ${PLACE}`, target, { env });

		const { replaced } = JSON.parse(done.stdout);
		expect([refused.exitCode, refused.stderr]).toEqual([78, expect.stringContaining("--replace")]);
		expect([...readable, done.exitCode]).toEqual([0, 0, 0]);
		expect(await seededOrganizations(target)).toEqual(await seededOrganizations(SEEDED));
		expect(existsSync(replaced)).toBe(true);
	}, 120_000);

	test("puts the logs of a former database apart, which would be replayed onto the restored one", async () => {
		const [former, target] = [at("former"), at("beside-logs")];
		mkdirSync(target);
		const database = new Database(former);
		database.run("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE former (id); VACUUM");
		for (const end of ["-wal", "-shm"]) cpSync(former + end, join(target, `parley.db${end}`));
		database.close();

		const restored = await parley(`restore --from ${PLACE}`, target, { env });

		expect([restored.exitCode, restored.stderr]).toEqual([0, expect.stringContaining("acknowledged before")]);
		expect(await seededOrganizations(target)).toEqual(await seededOrganizations(SEEDED));
		expect(readdirSync(target).filter((name) => /^parley\.db\.replaced-.*(-wal|-shm)$/.test(name))).toHaveLength(2);
		expect((await parley("doctor --json", target)).stdout).not.toContain("damaged");
	}, 120_000);

	test("of a backup that is not there says so", async () => {
		const empty = await parley(`restore --from ${at("nothing")}`, at("new"), { env });
		const unknown = await parley(`restore --from ${PLACE} --backup 2020-01-01T000000Z-abcdef`, at("new"), { env });

		expect([empty.exitCode, unknown.exitCode]).toEqual([78, 78]);
		expect(empty.stderr).toContain("has no complete backup");
		expect(unknown.stderr).toContain("with the id 2020-01-01T000000Z-abcdef");
	});
});

describe("backups on a schedule", () => {
	test("are made by the server; the doctor asks for a proof until there is one", async () => {
		const [dataDir, place] = [at("scheduled"), at("scheduled-place")];
		cpSync(SEEDED, dataDir, { recursive: true });
		const variables = { ...env, BACKUP_TO: place };
		const doctor = async () => {
			const { findings } = JSON.parse((await parley("doctor --json", dataDir, { env: variables })).stdout);
			return findings.find(({ check }: { check: string }) => check === "backups");
		};
		const none = await doctor();
		const server = startServerProcess({ ...variables, DATA_DIR: dataDir });
		await server.until(/a backup was made/);
		await server.stop();

		const unproved = await doctor();
		const verified = await parley("restore --verify", at("new"), { env: variables });
		const proved = await doctor();

		expect([none, unproved, proved].map(({ verdict }) => verdict)).toEqual(["warn", "warn", "ok"]);
		expect([none.detail, unproved.detail]).toEqual([
			`none in ${place}`,
			expect.stringContaining("none was proved yet"),
		]);
		expect(verified.exitCode).toBe(0);
	}, 120_000);

	test("are removed when they are old, with the objects that no other has; the newest stays", async () => {
		const place = at("pruned");
		await parley(`backup --to ${place}`, SEEDED, { env });
		const [object = ""] = filesBelow(join(place, "objects"));
		const stray = object.replace(/obj_\w+/, "obj_01m82rjab4esct1n5x93bw4zzz");
		cpSync(object, stray);
		await parley(`backup --to ${place}`, SEEDED, { env });
		const opened = await openNewest(place, somebody);
		const journal = (atMs: number) => `removals/${opened.seal.keyId}/${atMs}-abcdef`;
		for (const atMs of [1, Date.now()]) await opened.place.write(journal(atMs), Buffer.from("sealed"));

		const early = await prune(opened, 30 * DAY_MS, Date.now());
		const late = await prune(opened, 30 * DAY_MS, Date.now() + 40 * DAY_MS);

		expect(early).toEqual({ backups: [], objectFiles: 0 });
		expect([late.backups.length, late.objectFiles]).toEqual([1, 1]);
		expect([readdirSync(join(place, "backups")), existsSync(stray)]).toEqual([[opened.manifest.id], false]);
		expect(readdirSync(join(place, "removals", opened.seal.keyId))).toHaveLength(1);
		expect(await proofOf(place, somebody)).toBeNull();
	});
});
