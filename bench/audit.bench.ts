import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newId } from "#kernel/ids";
import type { Principal } from "#kernel/principal";
import { type NewAuditEntry, sealEntry } from "#platform/audit-trail";
import { withFolder } from "./support/folder.ts";
import { positive } from "./support/options.ts";
import { createOrganization } from "./support/organization.ts";
import { type Program, SOURCES, serve } from "./support/program.ts";
import { figures, table } from "./support/report.ts";

/** The subject of the measurement. */
export const about = "pages, filters, verification and exports of a long audit log";
/** Linux alone: memory comes from /proc. */
export const needs = [] as const;
/** Options shown by `bun run bench audit --help`. */
export const usage = "  --entries N   entries of one organization (default 1000000)\n";

const PAGE = 50;
const FAR = 10_000;
const REPEATS = 200;
/** Exports of one run, and those that somebody tries. */
const LIMITS = { RATE_LIMITS: "export=1000/60,read=999999999/60,write=999999999/60" };

type Owner = Awaited<ReturnType<typeof createOrganization>>;

/** Runs the benchmark. */
export async function run(args: readonly string[]): Promise<void> {
	const { values } = parseArgs({ args: [...args], options: { entries: { type: "string", default: "1000000" } } });
	const entries = positive("--entries", values.entries);
	await withFolder((folder) => measure(folder, entries));
}

async function measure(folder: string, entries: number): Promise<void> {
	const owner = await prepare(folder, entries);
	const server = await serve(SOURCES, folder, 0, LIMITS);
	try {
		const list = `${server.url}/orgs/${owner.orgId}/audit-logs`;
		const far = await cursorAt(list, owner, Math.min(FAR * PAGE, entries - PAGE));
		const filters: Readonly<Record<string, string>> = {
			"page 1": "",
			[`page ${FAR}`]: `&cursor=${encodeURIComponent(far)}`,
			"page 1 again": "",
			"an actor": "&actorId=usr_bench_77",
			"a target": "&targetId=usr_bench_target_4711",
			"an action": "&action=bench.rare",
			"actions that begin alike": "&action=member.*",
			denied: "&outcome=denied",
			"a period": "&from=2025-06-01T00:00:00Z&to=2025-07-01T00:00:00Z",
			"a category that is rare": "&category=system",
			"a text that is nowhere": "&q=nowhere-at-all",
		};
		const times = new Map<string, number[]>();
		for (const [name, query] of Object.entries(filters)) {
			const path = `${list}?limit=${PAGE}${query}`;
			const count = name.startsWith("a text") || name.startsWith("a category") ? REPEATS / 10 : REPEATS;
			for (let n = 0; n < 20; n++) await read(path, owner);
			times.set(name, await timesOf(count, () => read(path, owner)));
		}
		const median = (name: string) => times.get(name)?.at(Math.floor((times.get(name)?.length ?? 0) / 2)) ?? 0;
		table(
			["list of the audit log", "p50 ms"],
			[...times.keys()].map((name) => [name, median(name)]),
		);

		const idleMib = anonymousMib(server);
		const verifyMs = (await timesOf(3, () => read(`${list}/verify`, owner))).at(0) ?? 0;
		const ndjson = await download(list, owner, server, "application/x-ndjson");
		const csv = await download(list, owner, server, "text/csv");
		const again = await download(list, owner, server, "application/x-ndjson");
		table(
			["export", "rows/s", "MB", "peak MiB"],
			[
				["NDJSON", entries / ndjson.seconds, ndjson.bytes / 1e6, ndjson.peakMib],
				["CSV", entries / csv.seconds, csv.bytes / 1e6, csv.peakMib],
				["NDJSON again", entries / again.seconds, again.bytes / 1e6, again.peakMib],
			],
		);
		figures("audit", {
			entries,
			page1Ms: Math.min(median("page 1"), median("page 1 again")),
			farPageMs: median(`page ${FAR}`),
			ratio: median(`page ${FAR}`) / Math.min(median("page 1"), median("page 1 again")),
			verifiedPerSecond: (entries / verifyMs) * 1_000,
			exportedPerSecond: entries / ndjson.seconds,
			idleMib,
			exportPeakMib: Math.max(ndjson.peakMib, csv.peakMib, again.peakMib),
		});
	} finally {
		await server.kill();
	}
}

/** Returns the times that some calls took, in ms, ascending. */
async function timesOf(count: number, call: () => Promise<unknown>): Promise<number[]> {
	const times: number[] = [];
	for (let n = 0; n < count; n++) {
		const startMs = performance.now();
		await call();
		times.push(performance.now() - startMs);
	}
	return times.sort((a, b) => a - b);
}

interface Answer {
	readonly data?: { readonly ok?: boolean };
	readonly page?: { readonly nextCursor: string };
}

async function read(url: string, { token }: Owner): Promise<Answer> {
	const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
	const body = (await response.json()) as Answer;
	if (!response.ok || body.data?.ok === false) throw new Error(`GET ${url}: ${JSON.stringify(body)}`);
	return body;
}

/** Returns the memory of a process that is not that of a file, in MiB: the database is mapped into the rest. */
const anonymousMib = ({ pid }: Program): number =>
	Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

/** Returns the cursor of the entries after so many. */
async function cursorAt(list: string, owner: Owner, count: number): Promise<string> {
	let cursor = "";
	for (let at = 0; at < count; at += 200) {
		const { page } = await read(`${list}?limit=200&fields=id${cursor && `&cursor=${cursor}`}`, owner);
		cursor = encodeURIComponent(page?.nextCursor ?? "");
	}
	return decodeURIComponent(cursor);
}

/** Reads an export without keeping it, and returns how long it took, its size and the memory of the server meanwhile. */
async function download(list: string, { token }: Owner, server: Program, accept: string) {
	const startMs = performance.now();
	const response = await fetch(list, { headers: { authorization: `Bearer ${token}`, accept } });
	if (!response.ok || response.body === null) throw new Error(`export: ${response.status}`);
	let [bytes, peakMib] = [0, anonymousMib(server)];
	const timer = setInterval(() => {
		peakMib = Math.max(peakMib, anonymousMib(server));
	}, 50);
	for await (const chunk of response.body) bytes += chunk.length;
	clearInterval(timer);
	return { seconds: (performance.now() - startMs) / 1_000, bytes, peakMib };
}

/** Returns an entry as an organization has many: few of some kinds. */
function entryAt(n: number): NewAuditEntry {
	const isRare = n % 100_000 === 5;
	return {
		action: isRare
			? "bench.rare"
			: (["member.update", "meeting.schedule", "workspace.create", "auth.login"][n % 4] ?? ""),
		category: isRare ? "system" : "organization",
		outcome: n % 5_000 === 7 ? "denied" : "success",
		targets: [{ type: "member", id: `usr_bench_target_${n % 50_000}` }],
		changes: [{ path: "/role", from: "member", to: "admin" }],
	};
}

/** Fills a data folder with an organization with a long log, and returns its owner. */
async function prepare(folder: string, entries: number): Promise<Owner> {
	const server = await serve(SOURCES, folder);
	const owner = await createOrganization(server.url);
	await server.kill();
	const { orgId } = owner;
	const database = new Database(join(folder, "parley.db"));
	const ledger = database.query("select * from organization_ledgers where org_id = ?").get(orgId) as {
		readonly audit_sequence: number;
		readonly audit_head: string;
	};
	const insert = database.prepare(
		"insert into audit_entries (org_id, sequence, id, occurred_at_ms, action, category, outcome, actor_type, actor_id, actor_role, targets, changes, request_id, auth_method, personal, salt, personal_commitment, hash, prev_hash) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	);
	const point = database.prepare("insert into audit_targets values (?, ?, ?, ?)");
	const startMs = Date.parse("2025-01-01T00:00:00Z");
	let [sequence, prevHash] = [ledger.audit_sequence, ledger.audit_head];
	const add = (n: number) => {
		sequence++;
		const principal = {
			kind: "user",
			id: `usr_bench_${n % 1_000}`,
			role: "admin",
			sessionId: null,
			authMethods: ["pwd"],
		};
		const by = { principal: principal as unknown as Principal, requestId: crypto.randomUUID(), ip: "203.0.113.7" };
		const place = {
			orgId,
			sequence,
			id: newId("aud"),
			occurredAtMs: startMs + n * 30_000,
			prevHash,
			salt: "bench",
		};
		const row = sealEntry(entryAt(n), { ...by, userAgent: "Mozilla/5.0 (X11; Linux x86_64)" }, place);
		prevHash = row.hash;
		const texts = [row.targets, row.changes, row.personal].map((value) => JSON.stringify(value));
		const [targets = "", changes = "", personal = ""] = texts;
		insert.run(
			...[orgId, sequence, row.id, row.occurredAtMs, row.action, row.category, row.outcome, row.actorType, row.actorId],
			...[row.actorRole, targets, changes, row.requestId, row.authMethod, personal, row.salt],
			...[row.personalCommitment, row.hash, row.prevHash],
		);
		for (const { id } of row.targets) point.run(orgId, id, row.occurredAtMs, sequence);
	};
	database.run("pragma synchronous = off");
	for (let from = 0; from < entries; from += 10_000)
		database.transaction(() => {
			for (let n = from; n < Math.min(entries, from + 10_000); n++) add(n);
		})();
	database
		.query("update organization_ledgers set audit_sequence = ?, audit_head = ? where org_id = ?")
		.run(sequence, prevHash, orgId);
	database.close();
	return owner;
}
